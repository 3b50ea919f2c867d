import { ServiceError } from '../../gateway/errors/ServiceError.ts';

/** The 503 of a database that cannot do its work now; nothing has happened, and the caller may try again in a second. */
export function unavailableError(message: string, cause?: unknown): ServiceError {
  return new ServiceError('UNAVAILABLE', message, { headers: { 'Retry-After': '1' }, cause });
}
