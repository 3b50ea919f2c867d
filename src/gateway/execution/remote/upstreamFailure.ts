import type { IncomingHttpHeaders } from 'node:http';
import { type ErrorCode, STATUS_OF_CODE } from '../../errors/codes.ts';
import { ServiceError } from '../../errors/ServiceError.ts';
import { parseRetryAfter } from '../../protocol/parseRetryAfter.ts';
import { headersForStatus, requiredHeaders } from '../../protocol/statusHeaders.ts';

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: 'The credentials are not accepted.',
  FORBIDDEN: 'The credentials do not permit this request.',
  RATE_LIMITED: 'Too many requests; try again later.',
  TIMEOUT: 'The request timed out; try again later.',
};

/** The error of an upstream status or of a router. The message of the upstream, which may name hosts, is in the cause. */
export function upstreamFailure(code: ErrorCode, headers: IncomingHttpHeaders, cause: Error): ServiceError {
  const message = MESSAGES[code] ?? 'The upstream service is not available; try again shortly.';
  const own = headersForStatus({ ...defaults(code), ...forwarded(headers) }, STATUS_OF_CODE[code]);
  return new ServiceError(code, message, { headers: own, cause });
}

/**
 * Carries the headers of the upstream for an error with a code of its own. The conventions may give it another status, so the
 * headers that belong to it are selected when the response is rendered.
 */
export function headersCarrier(code: ErrorCode | undefined, text: string, headers: IncomingHttpHeaders): ServiceError {
  const own = { ...defaults(code), ...forwarded(headers) };
  return new ServiceError(code ?? 'INTERNAL_SERVER_ERROR', text, { headers: own });
}

/** The headers that a response with this code must have, and Retry-After for 429: RFC 6585, section 4. */
function defaults(code: ErrorCode | undefined): Record<string, string> {
  if (code === undefined) return {};
  return code === 'RATE_LIMITED' ? { 'retry-after': '1' } : requiredHeaders(STATUS_OF_CODE[code]);
}

/** Retry-After in seconds, as the OpenAPI document says. See RFC 9110, sections 10.2.3 and 11.6.1. */
function forwarded(headers: IncomingHttpHeaders): Record<string, string> {
  const challenge = headers['www-authenticate'];
  const wait = parseRetryAfter(headers['retry-after'] ?? '');
  return {
    ...(challenge !== undefined && { 'www-authenticate': challenge }),
    ...(wait !== undefined && { 'retry-after': String(wait) }),
  };
}
