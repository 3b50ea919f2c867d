// Codes in errors of an upstream that are not answered as they are, and what a status says where there is no code.
import type { ErrorCode } from '../../errors/codes.ts';

/** The document is at fault, which the façade has made and validated against its own schema: not the client. */
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

/** What routers say when one of their subgraphs does not answer. Their messages name hosts. */
export const CODE_OF_ROUTERS: ReadonlyMap<string, ErrorCode> = new Map([
  ['DOWNSTREAM_SERVICE_ERROR', 'UNAVAILABLE'],
  ['SUBREQUEST_HTTP_ERROR', 'UNAVAILABLE'],
  ['SUBREQUEST_MALFORMED_RESPONSE', 'UNAVAILABLE'],
  ['RESPONSE_VALIDATION_FAILED', 'UNAVAILABLE'],
  ['GATEWAY_TIMEOUT', 'TIMEOUT'],
  ['REQUEST_TIMEOUT', 'TIMEOUT'],
]);

const CODE_OF_STATUS: ReadonlyMap<number, ErrorCode> = new Map([
  [401, 'UNAUTHENTICATED'],
  [403, 'FORBIDDEN'],
  [429, 'RATE_LIMITED'],
  [504, 'TIMEOUT'],
]);

export function codeOfStatus(status: number): ErrorCode | undefined {
  return CODE_OF_STATUS.get(status) ?? (status >= 500 ? 'UNAVAILABLE' : undefined);
}

/**
 * Whether a mutation that was answered with this status, and no GraphQL, may have run. A 503 says that it was not handled,
 * a 501 that nobody can; of what is behind a gateway's 502 or 504, or went wrong in a 500, nobody knows. See RFC 9110,
 * section 15.6. A redirect and a 4xx refuse it, and a 2xx without a result has carried it out or not.
 */
export function mayHaveRun(status: number): boolean {
  return status < 300 || (status >= 500 && status !== 501 && status !== 503);
}
