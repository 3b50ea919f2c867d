import { outcomeUnknownError } from '../errors/outcomeUnknownError.ts';
import type { ServiceError } from '../errors/ServiceError.ts';
import { timeoutError } from '../errors/timeoutError.ts';

/** Milliseconds from the arrival of a request until it times out. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** Milliseconds from the deadline until the outcome of a mutation that was aborted counts as unknown. */
export const OUTCOME_TIMEOUT_MS = 2_000;

/** What aborts one execution. */
export interface Execution {
  /** Aborted at the deadline and, unless a mutation has begun, when the client disconnects. */
  signal: AbortSignal;
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
export async function withDeadline<Value>(
  client: AbortSignal,
  deadline: number,
  run: (execution: Execution) => Promise<Value>,
): Promise<Value> {
  client.throwIfAborted();
  const left = deadline - Date.now();
  if (left <= 0) throw timeoutError();

  const controller = new AbortController();
  const { signal } = controller;
  const abandon = () => controller.abort(client.reason);
  client.addEventListener('abort', abandon, { once: true });
  let isMutating = false;
  const beginMutation = () => {
    signal.throwIfAborted();
    client.removeEventListener('abort', abandon);
    isMutating = true;
  };

  let rejectLate!: (error: ServiceError) => void;
  const timedOut = new Promise<never>((_, reject) => (rejectLate = reject));
  let timer = setTimeout(() => {
    const error = isMutating ? outcomeUnknownError(timeoutError()) : timeoutError();
    controller.abort(error);
    if (isMutating) timer = setTimeout(rejectLate, OUTCOME_TIMEOUT_MS, error);
    else rejectLate(error);
  }, left);
  try {
    return await Promise.race([run({ signal, beginMutation }), timedOut]);
  } catch (error) {
    // Once the client has disconnected, that is the reason of any failure.
    throw client.aborted && !isMutating ? client.reason : error;
  } finally {
    clearTimeout(timer);
    client.removeEventListener('abort', abandon);
  }
}
