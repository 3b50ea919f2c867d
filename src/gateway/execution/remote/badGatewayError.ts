import { ServiceError } from '../../errors/ServiceError.ts';

/** The error of an answer of the upstream that is of no use, be it asked again or not. The cause is for the log. See RFC 9110 section 15.6.3. */
export function badGatewayError(cause: unknown): ServiceError {
  const message = 'The upstream service gave an answer that is not valid; it has been logged.';
  return new ServiceError('BAD_GATEWAY', message, { cause });
}
