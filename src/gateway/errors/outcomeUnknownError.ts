import { ServiceError } from './ServiceError.ts';

/**
 * The error of a write that was sent and whose answer was lost. It carries no `Retry-After`: a client that obeyed it could
 * do the same thing twice. The cause is for the log.
 */
export function outcomeUnknownError(cause: unknown): ServiceError {
  const message = 'The outcome of this request is unknown: it may have taken effect. Check before sending it again.';
  return new ServiceError('OUTCOME_UNKNOWN', message, { cause });
}
