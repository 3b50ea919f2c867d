import { ServiceError } from '../../errors/ServiceError.ts';

/** The error of an upstream response that is not valid, so that a retry is of no use. The cause is for the log. See RFC 9110, section 15.6.3. */
export function badGatewayError(cause: unknown): ServiceError {
  const message = 'The upstream service returned an invalid response; it has been logged.';
  return new ServiceError('BAD_GATEWAY', message, { cause });
}
