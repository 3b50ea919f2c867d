import { ServiceError } from '../errors/ServiceError.ts';
import { renderChallenge } from '../protocol/challenge.ts';

/** The error of a request that needs a caller and has none. Its challenge has no error: RFC 6750, section 3.1. */
export function unauthenticatedError(realm?: string): ServiceError {
  return new ServiceError('UNAUTHENTICATED', 'Valid credentials are required in the Authorization header.', {
    headers: { 'www-authenticate': renderChallenge(realm === undefined ? {} : { realm }) },
  });
}
