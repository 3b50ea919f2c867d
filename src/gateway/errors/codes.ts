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
