// The codes of errors: their statuses, and what they tell a client.
/** Every code of `extensions.code`, and its HTTP status. Codes are never reused. */
export const STATUS_OF_CODE = {
  // The input.
  BAD_REQUEST: 400,
  BAD_USER_INPUT: 400,
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  OPERATION_RESOLUTION_FAILURE: 400,
  // The caller.
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  UNAUTHORIZED_FIELD_OR_TYPE: 403, // what federation routers return for @requiresScopes
  // The HTTP request.
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  IDEMPOTENCY_KEY_IN_USE: 409, // the first request with the key is running: a retry is safe
  GONE: 410, // the endpoint, not a resource
  PRECONDITION_FAILED: 412,
  CONTENT_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  EXPECTATION_FAILED: 417,
  IDEMPOTENCY_KEY_REUSED: 422, // the first request with the key was another one
  PRECONDITION_REQUIRED: 428,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  // The server.
  INTERNAL_SERVER_ERROR: 500,
  OUTCOME_UNKNOWN: 500, // the response to a write was lost: it may have taken effect, so a retry may repeat it
  NOT_IMPLEMENTED: 501,
  BAD_GATEWAY: 502,
  UNAVAILABLE: 503, // nothing has taken effect: a retry is safe
  TIMEOUT: 504,
  HTTP_VERSION_NOT_SUPPORTED: 505,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof STATUS_OF_CODE;

/** Codes of requests; errors in the data have others. */
const REQUEST_CODES = new Set<string>([
  'BAD_REQUEST',
  'GONE',
  'IDEMPOTENCY_KEY_IN_USE',
  'IDEMPOTENCY_KEY_REUSED',
  'PRECONDITION_REQUIRED',
]);

/** The usual code of a status, of errors in the data. */
export function usualCode(status: number): string {
  const code = Object.entries(STATUS_OF_CODE).find(([name, usual]) => usual === status && !REQUEST_CODES.has(name));
  return code?.[0] ?? (status < 500 ? 'BAD_USER_INPUT' : 'INTERNAL_SERVER_ERROR');
}

/** What a code tells a client, in Markdown. */
interface Explanation {
  cause: string;
  /** What the client does. */
  remedy: string;
  /** Whether the same request may be sent again; absent: `changed`. */
  retry?: keyof typeof RETRIES;
  /** Only of `/graphql`: no response of REST has it. */
  graphqlOnly?: true;
}

/** What the documentation says of each. */
export const RETRIES = {
  // It had no effect, and the response says when it can succeed.
  later: 'yes, after `Retry-After`',
  /** It had no effect. */
  safe: 'yes',
  /** It had no effect, and would fail again. */
  changed: 'after a change',
  /** A write may have had an effect. */
  reads: 'only of reads',
  /** It may have had an effect. */
  unsafe: 'no',
} as const;

/** Every code: `docs/errors.md` and the OpenAPI documents have these texts. */
export const EXPLANATIONS: Readonly<Record<ErrorCode, Explanation>> = {
  BAD_REQUEST: {
    cause: 'The request is malformed: its HTTP, path, JSON, encoding or version.',
    remedy: 'Correct what the message says.',
  },
  BAD_USER_INPUT: {
    cause: 'Inputs are missing, unknown or not valid.',
    remedy: 'Correct the inputs: the message names each of them, up to fifty.',
  },
  GRAPHQL_PARSE_FAILED: {
    cause: 'The document is not GraphQL.',
    remedy: 'Correct its syntax at the location in the error.',
    graphqlOnly: true,
  },
  GRAPHQL_VALIDATION_FAILED: {
    cause: 'The document does not fit the schema, or is larger than a limit.',
    remedy: 'Correct what the message says, or send less in one request.',
    graphqlOnly: true,
  },
  OPERATION_RESOLUTION_FAILURE: {
    cause: 'The document has several operations and no name was sent, or none of that name.',
    remedy: 'Send the name of one in `operationName`.',
    graphqlOnly: true,
  },
  UNAUTHENTICATED: {
    cause: 'The credentials are missing, expired or not valid; `WWW-Authenticate` says which.',
    remedy: 'Send valid credentials, such as a new token, the way that `WWW-Authenticate` names.',
  },
  FORBIDDEN: {
    cause: 'The caller lacks a permission; the message and `WWW-Authenticate` name a missing scope.',
    remedy: 'Get a token with that scope.',
  },
  UNAUTHORIZED_FIELD_OR_TYPE: {
    cause: 'A federation router refuses the caller a field.',
    remedy: 'Get a token with the scopes of the endpoint.',
  },
  NOT_FOUND: {
    cause: 'The path or the resource does not exist.',
    remedy: 'Check path and id: the resource may have been deleted.',
  },
  METHOD_NOT_ALLOWED: {
    cause: 'The path does not have this method.',
    remedy: 'Use a method that `Allow` lists.',
  },
  NOT_ACCEPTABLE: {
    cause: 'No version or media type in `Accept` is available.',
    remedy: 'Send one that the message lists.',
  },
  REQUEST_TIMEOUT: {
    cause: 'The headers took more than 10 seconds to arrive, or the whole request more than 30. Nothing was executed.',
    remedy: 'Send it again over a new connection.',
    retry: 'safe',
  },
  CONFLICT: {
    cause: 'The request conflicts with the state of a resource, for example a duplicate.',
    remedy: 'Read the current state, and change the request.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    cause: 'The first request with this `Idempotency-Key` is still running.',
    remedy: 'Send the same request with the same key again: it gets the response of the first one.',
    retry: 'later',
  },
  GONE: {
    cause: 'The endpoint has ended, or does not respond for a while to announce its end; nothing was executed.',
    remedy: 'Move to what replaces it: `Link` leads there. A brownout ends after `Retry-After`.',
  },
  PRECONDITION_FAILED: {
    cause: '`If-Match` or `If-None-Match` does not hold, or is not supported here; nothing was changed.',
    remedy: 'Read the resource again, apply the change to it, and send that with the new `ETag`.',
  },
  CONTENT_TOO_LARGE: {
    cause: 'The body is larger than the maximum.',
    remedy: 'Send less in one request.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    cause: 'The body has another media type, charset or content coding than the endpoint reads.',
    remedy: 'Send the media type in the message, in UTF-8 and uncompressed.',
  },
  EXPECTATION_FAILED: {
    cause: '`Expect` has another value than `100-continue`.',
    remedy: 'Leave `Expect` out.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    cause: 'The first request with this `Idempotency-Key` was another one.',
    remedy: 'Use a new key for a new request.',
  },
  PRECONDITION_REQUIRED: {
    cause: 'The endpoint requires `If-Match`; nothing was changed.',
    remedy: 'Read the resource, and send its `ETag` in `If-Match`.',
  },
  RATE_LIMITED: {
    cause: 'There were too many requests of this caller; nothing was executed.',
    remedy: 'Wait, and send fewer requests.',
    retry: 'later',
  },
  HEADERS_TOO_LARGE: {
    cause: 'The request line and the headers are larger than 16 KiB, or there are more than 2,000 headers.',
    remedy: 'Send shorter headers or a shorter query.',
  },
  INTERNAL_SERVER_ERROR: {
    cause: 'An unexpected failure, which was logged; a write may have taken effect.',
    remedy: 'Report the request id. Read the current state before sending a write again.',
    retry: 'reads',
  },
  OUTCOME_UNKNOWN: {
    cause:
      'The result of a write was lost: it may have taken effect. The status is 409 for the second use of an `Idempotency-Key`.',
    remedy: 'Read the current state before sending it again.',
    retry: 'unsafe',
  },
  NOT_IMPLEMENTED: {
    cause: 'The method or the transfer coding is not implemented.',
    remedy: 'Use a method of the API, and no transfer coding but `chunked`.',
  },
  BAD_GATEWAY: {
    cause: 'The upstream refused the operation, or the response to a read was not valid; it was logged.',
    remedy: 'Report the request id: the API has to be corrected.',
    retry: 'safe',
  },
  UNAVAILABLE: {
    cause: 'The service, or one that it depends on, is unavailable or overloaded; nothing has taken effect.',
    remedy: 'Send it again later, each time after a longer wait.',
    retry: 'later',
  },
  TIMEOUT: {
    cause: 'The request took more than 30 seconds; nothing has taken effect.',
    remedy: 'Send it again, with less in one request if it happens again.',
    retry: 'safe',
  },
  HTTP_VERSION_NOT_SUPPORTED: {
    cause: 'The request has another version of HTTP than 1.1 and 1.0.',
    remedy: 'Send HTTP/1.1.',
  },
};
