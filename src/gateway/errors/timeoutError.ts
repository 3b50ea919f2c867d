import { ServiceError } from './ServiceError.ts';

/** The 504 of a request whose deadline has passed. */
export function timeoutError(): ServiceError {
  return new ServiceError('TIMEOUT', 'The request timed out; try again later.');
}
