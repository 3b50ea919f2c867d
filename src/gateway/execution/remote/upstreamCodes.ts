// Codes of upstream errors that clients do not see, and the codes of statuses where an error has none.
import type { ErrorCode } from '../../errors/codes.ts';

/** The document is not valid. The façade wrote it, not the client. */
export const DOCUMENT_CODES: ReadonlySet<string> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'PERSISTED_QUERY_NOT_IN_LIST',
  'PERSISTED_QUERY_ID_REQUIRED',
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
  [429, 'RATE_LIMITED'],
  [504, 'TIMEOUT'],
]);

/** The error code of a status; undefined for any other status below 500. */
export function codeOfStatus(status: number): ErrorCode | undefined {
  return STATUS_CODES.get(status) ?? (status >= 500 ? 'UNAVAILABLE' : undefined);
}

/**
 * Whether a mutation whose response has this status, and no GraphQL result, may have been executed. It was not with 501, 503, a
 * redirect or 4xx; it is unknown with 2xx and any other 5xx. See RFC 9110, section 15.6.
 */
export function mayHaveExecuted(status: number): boolean {
  return status < 300 || (status >= 500 && status !== 501 && status !== 503);
}
