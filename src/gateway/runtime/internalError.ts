import { ServiceError } from '../errors/ServiceError.ts';

/** The error of an unexpected failure; the cause is for the log. */
export function internalError(cause: unknown): ServiceError {
  return new ServiceError('INTERNAL_SERVER_ERROR', 'Internal server error; it has been logged.', { cause });
}

/** The error of a write that took effect, but whose result JSON cannot represent; the cause is for the log. */
export function unrenderableResult(cause: unknown): ServiceError {
  const message = 'The request took effect, but its result cannot be represented; do not retry it.';
  return new ServiceError('INTERNAL_SERVER_ERROR', message, { cause });
}
