// The errors of upstreams: those without a GraphQL result, and the codes of those within one.
import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { type ErrorCode, STATUS_OF_CODE } from '../../base/errors/codes.ts';
import { truncate } from '../../base/errors/nearNames.ts';
import { headersForStatus, parseRetryAfter, requiredHeaders } from '../../base/errors/errorHeaders.ts';
import { parseJson } from '../../http/json.ts';
import { PERSISTED_CODES } from './persistedDocuments.ts';

/** The error of an upstream response that is not valid, so that a retry is of no use. The cause is for the log. See RFC 9110, section 15.6.3. */
export function badGatewayError(cause: unknown): ServiceError {
  const message = 'The upstream service returned an invalid response; it has been logged.';
  return new ServiceError('BAD_GATEWAY', message, { cause });
}

/** The error of an upstream that does not respond, or that was not asked. The cause is for the log. */
export function unavailableError(cause: unknown): ServiceError {
  const message = 'The upstream service is not responding; try again shortly.';
  return new ServiceError('UNAVAILABLE', message, { cause });
}

/** A response of the upstream has no GraphQL result. Nothing of its body is in the message. */
export class NoResultError extends Error {
  readonly status: number;

  constructor(status: number, contentType = 'no Content-Type', text = '') {
    const isSuccess = status >= 200 && status < 300;
    const detail = isSuccess ? ` (${truncate(contentType, 100)}), whose body ${describeBody(text)}` : '';
    super(`The upstream responded with status ${status}${detail}.`);
    this.status = status;
  }
}

function describeBody(text: string): string {
  if (text === '') return 'is empty';
  return parseJson(text) === undefined
    ? 'is not JSON'
    : 'is no GraphQL result, or has a number beyond the range of doubles';
}

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: 'The credentials are not accepted.',
  FORBIDDEN: 'The credentials do not permit this request.',
  RATE_LIMITED: 'Too many requests; try again later.',
  TIMEOUT: 'The request timed out; try again later.',
};

/** The error of an upstream status or of a router. The message of the upstream, which may name hosts, is in the cause. */
export function upstreamFailure(code: ErrorCode, headers: IncomingHttpHeaders, cause: Error): ServiceError {
  if (code === 'BAD_GATEWAY') return badGatewayError(cause);
  const message = MESSAGES[code] ?? 'The upstream service is not available; try again shortly.';
  const selected = headersForStatus(headersOf(code, headers), STATUS_OF_CODE[code]);
  return new ServiceError(code, message, { headers: selected, cause });
}

/**
 * Carries the headers of the upstream for errors with a code and messages of their own. The conventions may give it another status, so the
 * headers that belong to it are selected when the response is rendered.
 */
export function headersCarrier(code: ErrorCode | undefined, headers: IncomingHttpHeaders): ServiceError {
  return new ServiceError(code ?? 'INTERNAL_SERVER_ERROR', '', { headers: headersOf(code, headers) });
}

/**
 * The headers that a response with this code must have; those of the upstream instead, where it has them: a
 * challenge, and Retry-After in seconds, as the OpenAPI document says. See RFC 9110, sections 10.2.3 and 11.6.1.
 */
function headersOf(code: ErrorCode | undefined, headers: IncomingHttpHeaders): Record<string, string> {
  const challenge = headers['www-authenticate'];
  const wait = parseRetryAfter(headers['retry-after'] ?? '');
  return {
    ...(code && requiredHeaders(STATUS_OF_CODE[code])),
    ...(challenge !== undefined && { 'www-authenticate': challenge }),
    ...(wait !== undefined && { 'retry-after': String(wait) }),
  };
}

// Codes of upstream errors that clients do not see, and the codes of statuses where an error has none.

/** The document is not valid. The façade wrote it, not the client. */
export const DOCUMENT_CODES: ReadonlySet<string> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  ...PERSISTED_CODES,
  // Apollo Router's.
  'GRAPHQL_UNKNOWN_OPERATION_NAME',
  'PARSING_ERROR',
]);

/** Codes of routers whose subgraph does not respond. Their messages name hosts. */
export const ROUTER_CODES: ReadonlyMap<string, ErrorCode> = new Map([
  ['DOWNSTREAM_SERVICE_ERROR', 'UNAVAILABLE'],
  ['SUBREQUEST_HTTP_ERROR', 'UNAVAILABLE'],
  ['SUBREQUEST_MALFORMED_RESPONSE', 'UNAVAILABLE'],
  ['RESPONSE_VALIDATION_FAILED', 'UNAVAILABLE'],
  ['GATEWAY_TIMEOUT', 'TIMEOUT'],
  ['REQUEST_TIMEOUT', 'TIMEOUT'],
]);

const STATUS_CODES: ReadonlyMap<number, ErrorCode> = new Map([
  [401, 'UNAUTHENTICATED'],
  [403, 'FORBIDDEN'],
  // The request took too long to arrive, or was too early: RFC 9110, section 15.5.9, and RFC 8470, section 5.2.
  [408, 'UNAVAILABLE'],
  [425, 'UNAVAILABLE'],
  [429, 'RATE_LIMITED'],
  [504, 'TIMEOUT'],
]);

/**
 * Statuses from 500 of servers that refuse a request for what it is: its method, its version of HTTP, the network that it comes from.
 * See RFC 9110, sections 15.6.2 and 15.6.6, and RFC 6585, section 6.
 */
const REFUSALS: ReadonlySet<number> = new Set([501, 505, 511]);

/**
 * The error code of a status; undefined for one of success. Redirects, and refusals that a retry does not change, are BAD_GATEWAY: the
 * façade wrote the request, not the client.
 */
export function codeOfStatus(status: number): ErrorCode | undefined {
  if (status < 300) return undefined;
  return STATUS_CODES.get(status) ?? (status < 500 || REFUSALS.has(status) ? 'BAD_GATEWAY' : 'UNAVAILABLE');
}

/**
 * Whether a mutation whose response has this status, and no GraphQL result, may have been executed. It was not with 501, 503, 505, 511, a
 * redirect or 4xx; it is unknown with 2xx and any other 5xx. See RFC 9110, section 15.6.
 */
export function mayHaveExecuted(status: number): boolean {
  return status < 300 || (status >= 500 && status !== 503 && !REFUSALS.has(status));
}

/** Whether a status says that nothing was executed, whatever its body is: credentials, a limit, or a server that takes no requests. */
export function isUnexecuted(status: number): boolean {
  return !mayHaveExecuted(status) && codeOfStatus(status) !== 'BAD_GATEWAY';
}
