import { setMaxListeners } from 'node:events';
import { withSignal } from '../database/statementSignal.ts';

/**
 * Runs statements that answer several requests, each told by its signal: they are ended only when every one of these is
 * aborted, and never where one request has no signal. (`AbortSignal.any` is the opposite: the first that leaves would end
 * the read of all the others.)
 */
export async function whileWaiting<Result>(
  signals: Iterable<AbortSignal | undefined>,
  run: () => Promise<Result>,
): Promise<Result> {
  const waiting = new Set(signals);
  if (waiting.has(undefined)) return withSignal(undefined, run);
  const all = [...waiting] as AbortSignal[];
  if (all.length <= 1) return withSignal(all[0], run);

  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const leave = ({ currentTarget }: Event) => {
    const signal = currentTarget as AbortSignal;
    waiting.delete(signal);
    if (waiting.size === 0) controller.abort(signal.reason);
  };
  for (const signal of all) signal.addEventListener('abort', leave, { once: true });
  try {
    return await withSignal(controller.signal, run);
  } finally {
    for (const signal of all) signal.removeEventListener('abort', leave);
  }
}
