import type { AbortSignalLike } from '../../gateway/protocol/AbortSignalLike.ts';
import { RequestSignal } from '../../gateway/protocol/RequestSignal.ts';

/**
 * Runs statements on behalf of several requests, one signal each: the signal of `run` is aborted only when every signal is, and it has
 * none if a request has none. (`AbortSignal.any` is the opposite: the first client to disconnect would cancel the read
 * of all others.) One signal at a time has a listener; the others are looked at when it is aborted.
 */
export async function runUntilAllAborted<Result>(
  signals: readonly (AbortSignalLike | undefined)[],
  run: (signal: AbortSignalLike | undefined) => Promise<Result>,
): Promise<Result> {
  const [first] = signals;
  if (signals.every((signal) => signal === first)) return run(first);
  if (signals.includes(undefined)) return run(undefined);

  const shared = new RequestSignal();
  let watched = first!;
  const watchNext = () => {
    const next = signals.find((signal) => !signal!.aborted);
    if (!next) return shared.abort(watched.reason);
    watched = next;
    watched.addEventListener('abort', watchNext, { once: true });
  };
  watchNext();
  try {
    return await run(shared);
  } finally {
    watched.removeEventListener('abort', watchNext);
  }
}
