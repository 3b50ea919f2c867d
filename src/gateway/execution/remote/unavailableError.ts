import { ServiceError } from '../../errors/ServiceError.ts';

/** The error of an upstream that does not respond, or that was not asked. The cause is for the log. */
export function unavailableError(cause: unknown): ServiceError {
  const message = 'The upstream service is not responding; try again shortly.';
  return new ServiceError('UNAVAILABLE', message, { headers: { 'retry-after': '1' }, cause });
}
