import { outcomeUnknownError, timeoutError } from '../base/errors/knownErrors.ts';
import { type AbortSignalLike, RequestSignal } from '../http/signals.ts';

/** Milliseconds from the arrival of a request until it times out. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** Milliseconds from the deadline until the outcome of a mutation that was aborted counts as unknown. */
export const OUTCOME_TIMEOUT_MS = 2_000;

/** What aborts one execution. */
export interface Execution {
  /** Aborted at the deadline and, unless a mutation has begun, when the client disconnects. */
  signal: AbortSignalLike;
  /**
   * Called right before a mutation runs: from there on, only the deadline aborts it. Throws the reason if the client has
   * disconnected or the deadline has passed, so that it does not begin.
   */
  beginMutation(): void;
}

/**
 * Runs an execution until a deadline, in milliseconds since the epoch. A query, and a mutation that has not begun, rejects with
 * TIMEOUT then; a mutation that has begun has `OUTCOME_TIMEOUT_MS` more for its result, before it rejects with OUTCOME_UNKNOWN.
 * Nothing runs if the client has disconnected or the deadline has passed.
 */
export function withDeadline<Value>(
  client: AbortSignalLike,
  deadline: number,
  run: (execution: Execution) => Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    client.throwIfAborted();
    const left = deadline - Date.now();
    if (left <= 0) throw timeoutError();

    const signal = new RequestSignal();
    const abandon = () => signal.abort(client.reason);
    client.addEventListener('abort', abandon, { once: true });
    let isMutating = false;
    const beginMutation = () => {
      signal.throwIfAborted();
      client.removeEventListener('abort', abandon);
      isMutating = true;
    };

    // A timer for each execution. One for all of them would save a tenth to a fifth of what the engine adds to a read, but would be lost
    // with the clock that a test of a host replaces, and run in the asynchronous context of another request.
    let timer = setTimeout(() => {
      const error = isMutating ? outcomeUnknownError(timeoutError()) : timeoutError();
      signal.abort(error);
      if (isMutating) timer = setTimeout(fail, OUTCOME_TIMEOUT_MS, error);
      else fail(error);
    }, left);
    const end = () => {
      clearTimeout(timer);
      client.removeEventListener('abort', abandon);
    };
    const fail = (error: unknown) => {
      end();
      // Once the client has disconnected, that is the reason of any failure.
      reject((client.aborted && !isMutating ? client.reason : error) as Error);
    };
    try {
      run({ signal, beginMutation }).then((value) => {
        end();
        resolve(value);
      }, fail);
    } catch (error) {
      fail(error);
    }
  });
}
