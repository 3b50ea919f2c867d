// What an upstream answered, as a result of GraphQL whose errors have codes of ours. An answer that is no such result is
// thrown as what its status says, or as UNAVAILABLE.
import { type ExecutionResult, GraphQLError } from 'graphql';
import { type ErrorCode, STATUS_OF_CODE } from '../../errors/codes.ts';
import { ServiceError } from '../../errors/ServiceError.ts';

const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  429: 'RATE_LIMITED',
  504: 'TIMEOUT',
};

/** What routers say when one of their subgraphs does not answer. Their messages name hosts. */
const CODE_OF_ROUTERS: Readonly<Record<string, ErrorCode>> = {
  DOWNSTREAM_SERVICE_ERROR: 'UNAVAILABLE',
  SUBREQUEST_HTTP_ERROR: 'UNAVAILABLE',
  SUBREQUEST_MALFORMED_RESPONSE: 'UNAVAILABLE',
  RESPONSE_VALIDATION_FAILED: 'UNAVAILABLE',
  GATEWAY_TIMEOUT: 'TIMEOUT',
  REQUEST_TIMEOUT: 'TIMEOUT',
};

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: 'These credentials are not accepted.',
  FORBIDDEN: 'These credentials do not permit this.',
  RATE_LIMITED: 'There were too many requests; try again later.',
  TIMEOUT: 'This took too long and was given up; try again later.',
};

/** Reads the text of an answer. See https://spec.graphql.org/October2021/#sec-Response-Format */
export function readResult(status: number, headers: Headers, text: string): ExecutionResult {
  const result = parseResult(text);
  if (!result) throw failureOf(codeOfStatus(status) ?? 'UNAVAILABLE', headers, new Error(`Answered with ${status}.`));
  const { data, errors, hasRun } = result;
  if (!errors) return { data: data ?? null };
  const read = (error: unknown) => withOwn(errorOf(error, hasRun, status, headers), error);
  return { data: data ?? null, errors: errors.map(read) };
}

type RawResult = { data?: ExecutionResult['data']; errors?: unknown[]; hasRun: boolean };

function parseResult(text: string): RawResult | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { data, errors } = value;
  const isResult = (isObject(data) && errors == null) || (Array.isArray(errors) && errors.length > 0);
  if (!isResult) return undefined;
  // Errors of a request that was not executed come without data, be it null.
  return { ...(isObject(data) && { data }), ...(Array.isArray(errors) && { errors }), hasRun: 'data' in value };
}

function errorOf(raw: unknown, hasRun: boolean, status: number, headers: Headers): GraphQLError {
  const { message, path, locations, extensions } = isObject(raw) ? raw : {};
  const text = String(message ?? 'An error without a message.');
  const known = { ...(isObject(extensions) && extensions) };
  const place = Array.isArray(path) ? { path: path as (string | number)[] } : {};
  const given = String(known['code']);
  if (!Object.hasOwn(CODE_OF_ROUTERS, given) && Object.hasOwn(STATUS_OF_CODE, given)) {
    return new GraphQLError(text, { ...place, extensions: known, originalError: headed(given as ErrorCode, headers) });
  }
  // Servers that give no codes answer so to variables that do not fit: the place is that of a variable's definition.
  const isRefused = status === 400 || (!hasRun && status < 300 && Array.isArray(locations));
  if (isRefused && known['code'] === undefined) {
    const originalError = headed('BAD_USER_INPUT', headers);
    return new GraphQLError(text, { ...place, extensions: { ...known, code: 'BAD_USER_INPUT' }, originalError });
  }
  const code = CODE_OF_ROUTERS[given] ?? codeOfStatus(status);
  // What nobody has a name for is an internal failure, and only logged.
  if (code === undefined) return new GraphQLError(text, { ...place, extensions: known });
  const failure = failureOf(code, headers, new Error(text));
  return new GraphQLError(failure.message, { ...place, extensions: failure.extensions, originalError: failure });
}

/** Keeps what an upstream says beside the message, such as GitHub's `type`; nothing that an error has is replaced. */
function withOwn(error: GraphQLError, raw: unknown): GraphQLError {
  const own = isObject(raw) ? Object.entries(raw).filter(([name]) => !(name in error)) : [];
  return Object.assign(error, Object.fromEntries(own));
}

function codeOfStatus(status: number): ErrorCode | undefined {
  return CODE_OF_STATUS[status] ?? (status >= 500 ? 'UNAVAILABLE' : undefined);
}

function failureOf(code: ErrorCode, headers: Headers, cause: Error): ServiceError {
  const message = MESSAGES[code] ?? 'What is behind this is not available now; try again shortly.';
  return new ServiceError(code, message, { headers: sentOn(code, headers), cause });
}

/** Only the headers of this are read. */
function headed(code: ErrorCode, headers: Headers): ServiceError {
  return new ServiceError(code, '', { headers: sentOn(code, headers) });
}

/** What a client is told beside the error. See RFC 9110 sections 10.2.3 and 11.6.1. */
function sentOn(code: ErrorCode, headers: Headers): Record<string, string> {
  const status = STATUS_OF_CODE[code];
  const challenge = headers.get('www-authenticate');
  const wait = headers.get('retry-after');
  return {
    ...((status === 401 || status === 403) && challenge !== null && { 'www-authenticate': challenge }),
    ...(status === 401 && challenge === null && { 'www-authenticate': 'Bearer' }),
    ...((status === 503 || status === 429) && { 'retry-after': wait ?? '1' }),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
