import { type ErrorCode, STATUS_OF_CODE } from '../../errors/codes.ts';
import { ServiceError } from '../../errors/ServiceError.ts';

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: 'These credentials are not accepted.',
  FORBIDDEN: 'These credentials do not permit this.',
  RATE_LIMITED: 'There were too many requests; try again later.',
  TIMEOUT: 'This took too long and was given up; try again later.',
};

/** What the upstream's status or its router says, in words of ours; its own, in the cause, may name hosts. */
export function upstreamFailure(code: ErrorCode, headers: Headers, cause: Error): ServiceError {
  const message = MESSAGES[code] ?? 'What is behind this is not available now; try again shortly.';
  const { 'retry-after': wait, 'www-authenticate': challenge } = { ...defaults(code), ...sentOn(headers) };
  const status = STATUS_OF_CODE[code];
  const own = {
    ...((status === 401 || status === 403) && challenge !== undefined && { 'www-authenticate': challenge }),
    ...((status === 429 || status === 503) && wait !== undefined && { 'retry-after': wait }),
  };
  return new ServiceError(code, message, { headers: own, cause });
}

/**
 * Carries what the upstream's own headers say beside an error that it named itself. The conventions may give that another
 * status, so which of the headers belong to it is decided where it is answered.
 */
export function headersCarrier(code: ErrorCode | undefined, text: string, headers: Headers): ServiceError {
  const own = { ...defaults(code), ...sentOn(headers) };
  return new ServiceError(code ?? 'INTERNAL_SERVER_ERROR', text, { headers: own });
}

type Sent = { 'www-authenticate'?: string; 'retry-after'?: string };

/** What a status is not answered without. See RFC 9110, section 15.5.2, and RFC 6585, section 4. */
function defaults(code: ErrorCode | undefined): Sent {
  const status = code && STATUS_OF_CODE[code];
  return {
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...((status === 503 || status === 429) && { 'retry-after': '1' }),
  };
}

/** See RFC 9110 sections 10.2.3 and 11.6.1. */
function sentOn(headers: Headers): Sent {
  const challenge = headers.get('www-authenticate');
  const wait = headers.get('retry-after');
  return {
    ...(challenge !== null && { 'www-authenticate': challenge }),
    ...(wait !== null && { 'retry-after': wait }),
  };
}
