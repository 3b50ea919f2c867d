import { ServiceError } from './ServiceError.ts';

/** The 503 of work that was refused before it started. */
export function overloadedError(): ServiceError {
  const message = 'The service is overloaded; try again shortly.';
  return new ServiceError('UNAVAILABLE', message, { headers: { 'retry-after': '1' } });
}
