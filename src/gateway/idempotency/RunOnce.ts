import type { ServiceError } from '../errors/ServiceError.ts';
import type { Reply } from '../protocol/Reply.ts';
import type { KeyedRequest } from './KeyedRequest.ts';

/**
 * What an execution can have changed: nothing, as the mutation has not begun; perhaps something, as it has begun; or what it
 * is for, as its root field has returned.
 */
export type Effect = 'NONE' | 'POSSIBLE' | 'CERTAIN';

/** How a keyed request is executed, if it is the first with its key. */
export interface Execution {
  /**
   * Checks the preconditions, executes the mutation and renders the response. Rejects with a ServiceError, with the reason of
   * the client's disconnection before the mutation has begun, or with an unexpected error. `transaction` becomes that of the
   * resolvers' context; absent: none.
   */
  run(transaction?: unknown): Promise<Reply>;
  /** The response of an error, as `run` rejects with it. */
  renderError(error: ServiceError): Reply;
  /** What `run` can have changed so far. */
  effect(): Effect;
  /** Reports a failure that does not change the response. Does not throw. */
  report(failure: Error): void;
}

/**
 * Executes the first request with a key, or returns the stored response of the first one with the header
 * `Idempotency-Replayed: true`. Rejects with 422 for another fingerprint, and with 409 while the first request is running or
 * where its outcome is unknown.
 */
export type RunOnce = (request: KeyedRequest, execution: Execution) => Promise<Reply>;
