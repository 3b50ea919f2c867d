// The abort signal of the statements in the current asynchronous context. Prisma, between the stores and the pool, passes on
// nothing but SQL, so the signal bypasses it.
import { AsyncLocalStorage } from 'node:async_hooks';

const signals = new AsyncLocalStorage<AbortSignal | undefined>();

/**
 * Runs `run` so that its statements are not sent, or are cancelled where that is possible, once the signal is aborted. With
 * `undefined` they run to completion, whatever an outer `withSignal` says.
 */
export function withSignal<Result>(signal: AbortSignal | undefined, run: () => Result): Result {
  return signals.run(signal, run);
}

/** The signal of the innermost `withSignal` around the caller. */
export function currentSignal(): AbortSignal | undefined {
  return signals.getStore();
}
