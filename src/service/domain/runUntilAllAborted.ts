import { withSignal } from '../database/statementSignal.ts';

/**
 * Runs statements that answer several requests, each told by its signal: they are ended only when every one of these is
 * aborted, and never where one request has no signal. (`AbortSignal.any` is the opposite: the first that leaves would end
 * the read of all the others.) Only one of the signals is listened to at a time: the others matter when that is aborted.
 */
export async function runUntilAllAborted<Result>(
  signals: readonly (AbortSignal | undefined)[],
  run: () => Promise<Result>,
): Promise<Result> {
  const [first, ...others] = signals;
  if (others.every((signal) => signal === first)) return withSignal(first, run);
  if (signals.includes(undefined)) return withSignal(undefined, run);

  const controller = new AbortController();
  let watched = first!;
  const watchNext = () => {
    const next = signals.find((signal) => !signal!.aborted);
    if (!next) return controller.abort(watched.reason);
    watched = next;
    watched.addEventListener('abort', watchNext, { once: true });
  };
  watchNext();
  try {
    return await withSignal(controller.signal, run);
  } finally {
    watched.removeEventListener('abort', watchNext);
  }
}
