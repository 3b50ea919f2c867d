import { STATUS_CODES } from 'node:http';
import { literalOf } from '../../../plan/conventions/template.ts';
import { listedStatus, statusOfCode } from '../../../plan/conventions/errorConventions.ts';
import type { SecuritySchemes } from '../../../plan/conventions/SecurityScheme.ts';
import { type ErrorCode, STATUS_OF_CODE, usualCode } from '../../../base/errors/codes.ts';
import { type VersionPlan, canEnd } from '../../../plan/ApiPlan.ts';
import type { DeprecationPlan } from '../../../plan/DeprecationPlan.ts';
import {
  type EndpointPlan,
  hasEntityTag,
  hasLocation,
  isRedirect,
  sendsBody,
  successStatuses,
  takesBody,
} from '../../../plan/EndpointPlan.ts';
import { findIfMatch } from '../../../plan/ParameterPlan.ts';
import { type ResultPlan, endOf, listErrors } from '../../../plan/ResultPlan.ts';
import { type Shape, wireProperties } from '../../../plan/Shape.ts';
import { isBytes } from '../../../plan/Shape.ts';
import { isJsonType } from '../../../http/mediaTypes.ts';
import type { OpenApiSettings } from '../OpenApiSettings.ts';
import { type Schema, ref } from '../Schema.ts';
import { type ShownError, errorExample } from './errorExamples.ts';
import { type HeaderComponent, LIMIT_HEADERS, headerRefs } from './responseHeaders.ts';

/** The media types of a success, and their schema; undefined where it has no body. */
interface SuccessContent {
  types: readonly string[];
  schema: Schema | undefined;
  /** The Header Objects of its own headers. */
  headers?: Schema | undefined;
}

/** All responses of an endpoint, by status. */
export function describeResponses(
  endpoint: EndpointPlan,
  version: VersionPlan,
  { types, schema, headers = {} }: SuccessContent,
  { open = false, changesPath }: Pick<OpenApiSettings, 'open' | 'changesPath'> = {},
): Schema {
  const { method, page, deprecated, sunset, result, stream } = endpoint;
  const used = usableDeprecations(endpoint);
  const usesHave = (date: 'deprecated' | 'sunset') => used.some((part) => part[date] !== undefined);
  // A whole list has neither a tag nor the headers of a page.
  const isWhole = stream === true && !types.some(isJsonType);
  const hasTag = hasEntityTag(endpoint) && !isWhole;
  const absent = [...(hasTag ? [] : ['ETag']), ...(isWhole ? Object.keys(version.conventions.page.headers) : [])];
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !absent.includes(name)));
  const isBinary = isBytes(endOf(result), version.conventions);
  const text: Schema = { type: 'string', ...(isBinary && { format: 'binary' }) };
  const mediaOf = (type: string) =>
    isJsonType(type)
      ? { schema }
      : { schema: text, ...(stream && { 'x-stream': true }), ...exampleOfRows(type, result) };
  const isLinked = !page && changesPath !== undefined;
  const when = (condition: boolean, name: HeaderComponent) => (condition ? [name] : []);
  const fixed = [
    ...when(page !== undefined, 'Link'),
    ...when(isBinary && types.some((type) => !isJsonType(type)), 'Content-Disposition'),
    ...when(hasTag, stream ? 'PageETag' : 'ETag'),
    'Cache-Control' as const,
    ...when(used.length > 0 && isLinked, 'UsedLink'),
    ...when(usesHave('deprecated'), 'UsedDeprecation'),
    ...when(usesHave('sunset'), 'UsedSunset'),
    // In place of these, as they are always there.
    ...when(deprecated !== undefined, 'Deprecation'),
    ...when((deprecated ?? sunset) !== undefined && isLinked, 'DeprecationLink'),
    ...when(sunset !== undefined, 'Sunset'),
    ...replayedHeader([endpoint]),
    ...LIMIT_HEADERS,
  ];
  const successes = successStatuses(endpoint).map((status) => {
    const refs = headerRefs([version], 'X-Request-Id', 'Vary', ...locationOf(endpoint, status), ...fixed);
    const content = schema &&
      sendsBody(status) && { content: Object.fromEntries(types.map((type) => [type, mediaOf(type)])) };
    return [
      status,
      { description: STATUS_CODES[status] ?? 'Success', headers: { ...refs, ...own }, ...content },
    ] as const;
  });
  return {
    ...Object.fromEntries(successes),
    ...(hasTag &&
      method === 'GET' && {
        304: {
          description: 'The representation has not changed.',
          headers: {
            ...headerRefs([version], 'X-Request-Id', 'Vary', ...fixed),
            ...own,
            ...(own['ETag'] ? { ETag: { ...own['ETag'], required: true } } : headerRefs([version], 'ETag')),
          },
        },
      }),
    ...describeErrors(endpoint, version, open),
  };
}

/** The header row of CSV, and the least of JSON Lines; other text has a sample of its schema. */
function exampleOfRows(type: string, result: ResultPlan): Schema {
  if (/^application\/jsonl/i.test(type)) return { example: '{}\n' };
  const end = endOf(result);
  const isList = end.kind === 'list' || end.kind === 'connection';
  return isList && /^text\/csv/i.test(type) ? { example: `${columnNames(end.of).join(',')}\r\n` } : {};
}

/** The names of the columns of an item, each once. */
function columnNames(shape: Shape, names: readonly string[] = []): string[] {
  if (shape.kind === 'unwrapped') return columnNames(shape.of, names);
  if (shape.kind === 'wrapped') return columnNames(shape.of, [...names, shape.as]);
  const object = shape.kind === 'group' ? shape.of : shape;
  if (object.kind !== 'object') return [names.join('.')];
  return [...new Set(wireProperties(object).flatMap(({ name, shape: below }) => columnNames(below, [...names, name])))];
}

const DESCRIPTIONS = {
  IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key belongs to another request, or the input is refused.',
  BAD_USER_INPUT: 'The input is invalid; the message names every problem.',
  BAD_REQUEST: 'The request is malformed or invalid; the message names every problem.',
  UNAUTHENTICATED: 'The credentials are missing or invalid.',
  FORBIDDEN: 'The credentials lack a scope; the message names it.',
  NOT_FOUND: 'The resource does not exist.',
  NOT_ACCEPTABLE: 'No version or media type in Accept is available.',
  REQUEST_TIMEOUT: 'The body did not arrive in time; nothing was executed.',
  CONFLICT: 'The request conflicts with the state of a resource, for example a duplicate.',
  IDEMPOTENCY_KEY_IN_USE:
    'The request conflicts with the state of a resource; or the first request with the Idempotency-Key is running, or has an unknown outcome (the code OUTCOME_UNKNOWN).',
  GONE: 'The endpoint has ended; or, with Retry-After, it does not respond for a while, which announces its end.',
  PRECONDITION_FAILED: 'If-Match or If-None-Match does not hold, or is not supported here; nothing was changed.',
  CONTENT_TOO_LARGE: 'The body is larger than 1 MiB.',
  UNSUPPORTED_MEDIA_TYPE: 'The media type, the charset or the content coding of the body is not supported.',
  RATE_LIMITED: 'There were too many requests.',
  INTERNAL_SERVER_ERROR: 'Internal server error; it has been logged under the request id.',
  BAD_GATEWAY: 'The upstream service returned an invalid response.',
  UNAVAILABLE: 'The service is unavailable; try again later.',
  TIMEOUT: 'The request took too long.',
} as const satisfies Partial<Record<ErrorCode, string>>;

type ResponseCode = keyof typeof DESCRIPTIONS;

const FURTHER_HEADERS: Partial<Record<ResponseCode, readonly HeaderComponent[]>> = {
  UNAUTHENTICATED: ['WWW-Authenticate'],
  FORBIDDEN: ['MissingScope'],
  IDEMPOTENCY_KEY_IN_USE: ['RetryLimit'],
  GONE: ['EndLink', 'RetryLimit'],
  UNSUPPORTED_MEDIA_TYPE: ['Accept-Patch', 'Accept-Encoding'],
  RATE_LIMITED: ['RetryLimit'],
  UNAVAILABLE: ['Retry-After'],
};

/** Errors as data, and codes of the conventions, have the headers of their status. */
const HEADERS_OF_STATUS: Readonly<Record<number, readonly HeaderComponent[]>> = {
  401: FURTHER_HEADERS.UNAUTHENTICATED!,
  403: FURTHER_HEADERS.FORBIDDEN!,
  429: FURTHER_HEADERS.RATE_LIMITED!,
  503: FURTHER_HEADERS.UNAVAILABLE!,
};

/** The codes of errors that can be stored under an Idempotency-Key: not of those that say that nothing was executed. */
const STORED = new Set<ResponseCode>([
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'IDEMPOTENCY_KEY_IN_USE',
  'IDEMPOTENCY_KEY_REUSED',
]);

const CODES = Object.keys(DESCRIPTIONS) as ResponseCode[];

/** `NOT_FOUND` is the component `NotFound`. */
function componentOf(code: ResponseCode): string {
  return code.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The Response Objects of all codes in some versions, as components. */
export function errorResponses(versions: readonly VersionPlan[], schemes?: SecuritySchemes): Schema {
  const replayed = replayedHeader(versions.flatMap(({ endpoints }) => endpoints));
  return Object.fromEntries(
    CODES.map((code) => {
      const headers = [...(FURTHER_HEADERS[code] ?? []), ...(STORED.has(code) ? replayed : [])];
      return [componentOf(code), errorResponse(versions, { code, headers, schemes })];
    }),
  );
}

/** The error responses of an endpoint, by status. With `open`, or under `auth: NONE`, it reads no credentials. */
export function describeErrors(endpoint: EndpointPlan, version: VersionPlan, open: boolean): Schema {
  const { errors } = version.conventions;
  const declared = Object.keys(errors.codes).flatMap((code) => {
    const status = listedStatus(code, errors);
    return status === undefined ? [] : [{ code: code === '*' ? usualCode(status) : code, status }];
  });
  const replayed = replayedHeader([endpoint]);
  const dataErrors = listErrors(endpoint.result);
  const asData = dataErrors.map(({ status, code = usualCode(status), message }) => ({
    code,
    status,
    message: message === undefined ? undefined : literalOf(message),
  }));
  const anyStatus = (dataErrors.some(({ hasStatus }) => hasStatus) ? [400, 500] : []).map((status) => {
    const description = 'The status is that of the error.';
    const headers = ['MissingScope', 'RetryLimit', ...replayed] as const;
    const response = errorResponse([version], { code: usualCode(status), status, description, headers });
    return [`${status / 100}XX`, response] as const;
  });
  const required = findIfMatch(endpoint.parameters)?.required ? [{ code: 'PRECONDITION_REQUIRED', status: 428 }] : [];
  // A status that only the conventions or an `@error` give has no code of the table.
  const further = [...declared, ...asData, ...required].map((shown) => {
    const { status } = shown;
    const headers = [...(HEADERS_OF_STATUS[status] ?? []), ...replayed];
    const description = STATUS_CODES[status] ?? 'Error';
    return [status, errorResponse([version], { ...shown, description, headers })] as const;
  });
  const coded = codesOf(endpoint, version, open).map((code) => {
    const describeOwn = { RATE_LIMITED: describeLimit, CONTENT_TOO_LARGE: describeFileLimit }[code as string];
    const ownLimit = describeOwn?.(endpoint, version);
    const response = ownLimit ?? { $ref: `#/components/responses/${componentOf(code)}` };
    return [statusOfCode(code, errors) ?? STATUS_OF_CODE[code], response] as const;
  });
  return Object.fromEntries([...further, ...coded, ...anyStatus]);
}

/** The deprecated parts that a request can use. */
function usableDeprecations({ deprecations = [] }: EndpointPlan): readonly DeprecationPlan[] {
  return deprecations.filter((part) => part.kind === 'parameter' || part.chosenBy);
}

function locationOf({ location }: EndpointPlan, status: number): HeaderComponent[] {
  if (!location || !hasLocation(status)) return [];
  if (isRedirect(status)) return ['RedirectLocation'];
  const [first] = location;
  if (typeof first === 'object' && 'url' in first) return ['LinkedLocation'];
  return [status === 202 ? 'ResultLocation' : 'Location'];
}

function replayedHeader(endpoints: readonly EndpointPlan[]): HeaderComponent[] {
  return endpoints.some(({ idempotencyKey }) => idempotencyKey !== undefined) ? ['Idempotency-Replayed'] : [];
}

function describeLimit({ rateLimit }: EndpointPlan, version: VersionPlan): Schema | undefined {
  if (!rateLimit) return undefined;
  const { requests, windowSeconds } = rateLimit;
  const description = `The caller has sent more than ${requests} requests in ${windowSeconds} seconds.`;
  return errorResponse([version], { code: 'RATE_LIMITED', description, headers: FURTHER_HEADERS.RATE_LIMITED! });
}

function describeFileLimit({ uploads }: EndpointPlan, version: VersionPlan): Schema | undefined {
  if (!uploads || uploads.maxFiles === 0) return undefined;
  const { maxBytes, isWhole } = uploads;
  const description = isWhole
    ? `The file is larger than ${maxBytes} bytes.`
    : `A file is larger than ${maxBytes} bytes, or the rest of the body than 1 MiB.`;
  const message = `A file must not be larger than ${maxBytes} bytes.`;
  return errorResponse([version], { code: 'CONTENT_TOO_LARGE', description, message, headers: [] });
}

/** Where several codes have one status, the last one describes it. */
function codesOf(endpoint: EndpointPlan, version: VersionPlan, isOpen: boolean): ResponseCode[] {
  const { method, operationType, auth, scopes, idempotencyKey, uploads } = endpoint;
  const isKeyed = idempotencyKey !== undefined;
  const open = isOpen || auth === 'NONE';
  // Any operation can fail with one of the other codes, whatever its type is.
  const conditions: Partial<Record<ResponseCode, boolean>> = {
    IDEMPOTENCY_KEY_REUSED: isKeyed,
    BAD_USER_INPUT: version.conventions.errors.invalid !== 400,
    UNAUTHENTICATED: !open,
    // An upstream checks scopes that its schema does not show.
    FORBIDDEN: !open || scopes.length > 0,
    REQUEST_TIMEOUT: uploads !== undefined,
    CONFLICT: operationType === 'mutation',
    IDEMPOTENCY_KEY_IN_USE: isKeyed,
    GONE: canEnd(endpoint, version),
    PRECONDITION_FAILED: method !== 'GET' || hasEntityTag(endpoint),
    CONTENT_TOO_LARGE: takesBody(method),
    UNSUPPORTED_MEDIA_TYPE: takesBody(method),
  };
  return CODES.filter((code) => conditions[code] ?? true);
}

interface DescribedError extends Omit<ShownError, 'status'> {
  code: string;
  /** Absent: that of the code. */
  status?: number;
  description?: string;
  headers: readonly HeaderComponent[];
  schemes?: SecuritySchemes | undefined;
}

function errorResponse(versions: readonly VersionPlan[], { description, headers, ...error }: DescribedError): Schema {
  return {
    description: description ?? DESCRIPTIONS[error.code as ResponseCode],
    headers: headerRefs(versions, 'X-Request-Id', 'Vary', 'Cache-Control', ...LIMIT_HEADERS, ...headers),
    content: errorContent(versions, error),
  };
}

const PROBLEM_TYPE = 'application/problem+json';

/** The media types of errors, with their schemas and examples. A version whose own errors are problem documents has no others. */
function errorContent(
  versions: readonly VersionPlan[],
  error: Omit<DescribedError, 'description' | 'headers'>,
): Schema {
  const isProblem = (type: string) => type.startsWith(PROBLEM_TYPE);
  const exampleOf = (version: VersionPlan, asProblem: boolean) => {
    const { errors } = version.conventions;
    // Most of these responses are to invalid input, where that has no status of its own.
    const code = error.code === 'BAD_REQUEST' && errors.invalid === 400 ? 'BAD_USER_INPUT' : error.code;
    const status = error.status ?? statusOfCode(code, errors) ?? STATUS_OF_CODE[code as ResponseCode];
    return errorExample({ ...error, code, status }, version, asProblem, error.schemes);
  };
  const content: Record<string, Schema> = {};
  for (const version of versions) {
    content[version.conventions.errors.mediaType] ??= { schema: ref('Error'), example: exampleOf(version, false) };
  }
  const types = Object.keys(content);
  if (types.every(isProblem)) return content;
  const schema = types.some(isProblem) ? { anyOf: [ref('Error'), ref('Problem')] } : ref('Problem');
  return { ...content, [PROBLEM_TYPE]: { schema, example: exampleOf(versions[0]!, true) } };
}
