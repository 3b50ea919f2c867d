import { ServiceError } from './ServiceError.ts';

/**
 * The error of a write whose response was lost. It has no `Retry-After`: a client that obeyed it could repeat the write. The
 * cause is for the log.
 */
export function outcomeUnknownError(cause: unknown): ServiceError {
  const message =
    'The outcome of the request is unknown: it may have taken effect. Read the current state before retrying.';
  return new ServiceError('OUTCOME_UNKNOWN', message, { cause });
}
