// Which signal ends the statements that are run here and now. Prisma stands between the stores and the pool, and passes
// nothing on but SQL, so the signal goes around it.
import { AsyncLocalStorage } from 'node:async_hooks';

const signals = new AsyncLocalStorage<AbortSignal | undefined>();

/**
 * Runs something whose statements are dropped before they are sent, or cancelled where that is possible, when the signal
 * is aborted. Without a signal they run to their end, whatever was set around this.
 */
export function withSignal<Result>(signal: AbortSignal | undefined, run: () => Result): Result {
  return signals.run(signal, run);
}

/** The signal of the innermost `withSignal` around the caller. */
export function currentSignal(): AbortSignal | undefined {
  return signals.getStore();
}
