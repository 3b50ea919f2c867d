import { outcomeUnknownError } from '../errors/outcomeUnknownError.ts';
import { ServiceError } from '../errors/ServiceError.ts';

/** Milliseconds from the arrival of a request after which it is given up. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** Milliseconds that a mutation is waited for once it was told to end: what came of it decides the answer. */
export const OUTCOME_TIMEOUT_MS = 2_000;

/** What one execution is ended by. */
export interface Execution {
  /** Aborted at the deadline and, unless a mutation has begun, when the client has gone. */
  signal: AbortSignal;
  /**
   * Called right before a mutation runs: from there on, only the deadline ends it. Throws the reason where the client has
   * gone or the time is over, so that it does not begin.
   */
  beginMutation(): void;
}

/**
 * Runs something until a deadline, in milliseconds since the epoch. A query, and a mutation that has not begun, is TIMEOUT
 * then; a mutation that has begun is whatever comes of it shortly, and else OUTCOME_UNKNOWN. Nothing runs for a client that
 * has gone, or when the time is over already.
 */
export async function withDeadline<Value>(
  client: AbortSignal,
  deadline: number,
  run: (execution: Execution) => Promise<Value>,
): Promise<Value> {
  client.throwIfAborted();
  const left = deadline - Date.now();
  if (left <= 0) throw tookTooLong();

  const controller = new AbortController();
  const { signal } = controller;
  const leave = () => controller.abort(client.reason);
  client.addEventListener('abort', leave, { once: true });
  let isMutating = false;
  const beginMutation = () => {
    signal.throwIfAborted();
    client.removeEventListener('abort', leave);
    isMutating = true;
  };

  let giveUp!: (error: ServiceError) => void;
  const over = new Promise<never>((_, reject) => (giveUp = reject));
  let timer = setTimeout(() => {
    const error = isMutating ? outcomeUnknownError(tookTooLong()) : tookTooLong();
    controller.abort(error);
    if (isMutating) timer = setTimeout(giveUp, OUTCOME_TIMEOUT_MS, error);
    else giveUp(error);
  }, left);
  try {
    return await Promise.race([run({ signal, beginMutation }), over]);
  } catch (error) {
    // However an execution fails that nobody waits for, it is because nobody does.
    throw client.aborted && !isMutating ? client.reason : error;
  } finally {
    clearTimeout(timer);
    client.removeEventListener('abort', leave);
  }
}

function tookTooLong(): ServiceError {
  return new ServiceError('TIMEOUT', 'The request timed out; try again later.');
}
