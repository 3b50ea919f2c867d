import { withSignal } from '../database/statementSignal.ts';

/**
 * Runs statements on behalf of several requests, one signal each: they are cancelled only when every signal is aborted, and
 * never if a request has no signal. (`AbortSignal.any` is the opposite: the first client to disconnect would cancel the read
 * of all others.) One signal at a time has a listener; the others are looked at when it is aborted.
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
