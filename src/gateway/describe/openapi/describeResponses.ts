import { STATUS_CODES } from 'node:http';
import { type ErrorCode, STATUS_OF_CODE } from '../../errors/codes.ts';
import type { PageStyle } from '../../conventions/Conventions.ts';
import { statusOfCode } from '../../conventions/statusOfCode.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import { type EndpointPlan, takesBody } from '../../plan/EndpointPlan.ts';
import { endOf, errorStatuses } from '../../plan/ResultPlan.ts';
import type { Shape } from '../../plan/Shape.ts';
import type { InputContext } from './inputSchema.ts';
import type { OpenApiSettings } from './OpenApiSettings.ts';
import { type Schema, ref, shareAs } from './Schema.ts';
import { errorSchema, problemSchema } from './errorSchema.ts';
import { outputSchema } from './outputSchema.ts';

/** The media types of a success, and the schema of each. */
export type Contents = Readonly<Record<string, Schema>>;

/** By the names of their components. Those that are required are on every answer that they are documented for. */
const HEADERS: Readonly<Record<string, Schema>> = {
  'X-Request-Id': header('The id of this request, as it stands in the log.', { type: 'string' }),
  Vary: header('`Accept`: the answer depends on it.', { type: 'string' }),
  Location: header('The path of the new resource.', { type: 'string', format: 'uri-reference' }),
  Link: optional('The pages `first`, `prev`, `next` and `last`, as far as they are known (RFC 8288).'),
  DeprecationLink: header('The page that tells of the deprecation (RFC 9745).', { type: 'string' }),
  ETag: header('The strong tag of this representation.', { type: 'string' }),
  'Cache-Control': header('Whether, and for how many seconds, the answer may be kept (RFC 9111).', { type: 'string' }),
  Deprecation: header('Since when this is deprecated (RFC 9745).', { type: 'string' }),
  Sunset: header('When this is going to end (RFC 8594).', { type: 'string' }),
  'WWW-Authenticate': header('What credentials are wanted (RFC 6750).', { type: 'string' }),
  MissingScope: optional('What scope is missing (RFC 6750).'),
  'Accept-Encoding': optional('The only coding that a body may have: `identity`.'),
  'Retry-After': header('After how many seconds to try again.', { type: 'integer', minimum: 0 }),
};

/** Components that are not named after their header. */
const NAMES: Readonly<Record<string, string>> = { DeprecationLink: 'Link', MissingScope: 'WWW-Authenticate' };

function header(description: string, schema: Schema): Schema {
  return { description, required: true, schema };
}

function optional(description: string): Schema {
  return { description, schema: { type: 'string' } };
}

/** Headers by name, as references to the components. */
function headers(...components: (keyof typeof HEADERS)[]): Schema {
  return Object.fromEntries(
    components.map((component) => [NAMES[component] ?? component, { $ref: `#/components/headers/${component}` }]),
  );
}

/** The errors that an endpoint can answer with, and what each means to a client. */
const ERRORS = {
  BAD_USER_INPUT: 'The input is invalid; the message names every problem.',
  BAD_REQUEST: 'The request is malformed or invalid; the message names every problem.',
  UNAUTHENTICATED: 'There are no credentials, or they are not valid.',
  FORBIDDEN: 'The credentials lack a scope; the message names it.',
  NOT_FOUND: 'The resource does not exist.',
  NOT_ACCEPTABLE: 'Accept asks for a version or a media type that is not made here.',
  PRECONDITION_FAILED: 'If-Match or If-None-Match does not hold for what is there now; nothing was done.',
  CONFLICT: 'The state of another resource is in the way, for example a duplicate.',
  CONTENT_TOO_LARGE: 'The body has more than 1 MiB.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not JSON in UTF-8.',
  INTERNAL_SERVER_ERROR: 'Internal server error; it has been logged under the request id.',
  UNAVAILABLE: 'A part of the service cannot be reached; try again.',
  TIMEOUT: 'The request took too long and was given up.',
} as const satisfies Partial<Record<ErrorCode, string>>;

type Told = keyof typeof ERRORS;

/** The headers that an error has besides those of every answer. */
const HEADERS_OF: Partial<Record<Told, readonly string[]>> = {
  UNAUTHENTICATED: ['WWW-Authenticate'],
  FORBIDDEN: ['MissingScope'],
  UNSUPPORTED_MEDIA_TYPE: ['Accept-Encoding'],
  UNAVAILABLE: ['Retry-After'],
};

const ERROR_CONTENT = {
  'application/json': { schema: ref('Error') },
  'application/problem+json': { schema: ref('Problem') },
};

/** An error of an upstream, which only the conventions or an `@error` give a status. */
function furtherError(status: number): Schema {
  const description = STATUS_CODES[status] ?? 'Error';
  return { description, headers: headers('X-Request-Id', 'Vary', 'Cache-Control'), content: ERROR_CONTENT };
}

/** Everything that the operations of a document share; they may have different conventions. */
export function sharedComponents(versions: readonly VersionPlan[]): {
  schemas: Record<string, Schema>;
  responses: Schema;
  headers: Schema;
} {
  const responses = Object.entries(ERRORS).map(([code, description]): [string, Schema] => {
    const further = HEADERS_OF[code as Told] ?? [];
    return [
      responseName(code as Told),
      { description, headers: headers('X-Request-Id', 'Vary', 'Cache-Control', ...further), content: ERROR_CONTENT },
    ];
  });
  const errors = versions.map(({ conventions }) => errorSchema(conventions.errors.body));
  const different = [...new Map(errors.map((each) => [JSON.stringify(each), each])).values()];
  return {
    schemas: {
      Error: different.length === 1 ? different[0]! : { description: 'What went wrong.', anyOf: different },
      Problem: problemSchema(versions),
    },
    responses: Object.fromEntries(responses),
    headers: HEADERS,
  };
}

/** All responses of an endpoint, by status. */
export function describeResponses(
  endpoint: EndpointPlan,
  { conventions }: VersionPlan,
  contents: Contents,
  { open = false, changesPath }: Pick<OpenApiSettings, 'open' | 'changesPath'> = {},
): Schema {
  const { method, operationType, parameters, scopes, result, location, page } = endpoint;
  const { status, maxAge, deprecated, sunset } = endpoint;
  const caching = [...(maxAge === undefined ? [] : ['ETag']), 'Cache-Control'];
  const ending = [
    ...(deprecated === undefined
      ? []
      : ['Deprecation', ...(page || changesPath === undefined ? [] : ['DeprecationLink'])]),
    ...(sunset === undefined ? [] : ['Sunset']),
  ];
  const own = ['X-Request-Id', 'Vary', ...(location ? ['Location'] : []), ...(page ? ['Link'] : [])];
  const success: Schema = {
    description: STATUS_CODES[status] ?? 'Success',
    headers: headers(...own, ...caching, ...ending),
    ...(status !== 204 && {
      content: Object.fromEntries(Object.entries(contents).map(([type, schema]) => [type, { schema }])),
    }),
  };

  const isMissable = result.canBeMissing || parameters.some(({ source }) => source === 'path');
  const errors = conventions.errors;
  const codes: Told[] = ['BAD_REQUEST'];
  if (errors.invalid !== 400) codes.push('BAD_USER_INPUT');
  if (!open) codes.push('UNAUTHENTICATED');
  if (scopes.length > 0) codes.push('FORBIDDEN');
  if (isMissable) codes.push('NOT_FOUND');
  codes.push('NOT_ACCEPTABLE');
  if (operationType === 'mutation') codes.push('CONFLICT');
  if (method !== 'GET' || maxAge !== undefined) codes.push('PRECONDITION_FAILED');
  if (takesBody(method)) codes.push('CONTENT_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  codes.push('INTERNAL_SERVER_ERROR', 'UNAVAILABLE', 'TIMEOUT');
  return {
    [status]: success,
    ...(maxAge !== undefined && {
      304: {
        description: 'The client has this already.',
        headers: headers('X-Request-Id', 'Vary', ...(page ? ['Link'] : []), ...caching, ...ending),
      },
    }),
    ...Object.fromEntries(
      [...Object.values(errors.codes), ...errorStatuses(result)].map((each) => [each, furtherError(each)]),
    ),
    ...Object.fromEntries(
      codes.map((code) => [
        statusOfCode(code, errors) ?? STATUS_OF_CODE[code],
        { $ref: `#/components/responses/${responseName(code)}` },
      ]),
    ),
  };
}

/** `NOT_FOUND` is the response `NotFound`. */
function responseName(code: Told): string {
  return code.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The schema of an endpoint's success: of its body, or of a page of its items. */
export function describeSuccess({ page, result }: EndpointPlan, { version, components }: InputContext): Schema {
  const { envelope } = version.conventions.page;
  const end = endOf(result);
  if (!page || !envelope || end.kind !== 'connection') return outputSchema(result.body, version, components);
  const item = outputSchema(end.of, version, components);
  const styles = page.limits.styles;
  const [first] = styles;
  const bare = first === 'CURSOR' ? [] : [`${PAGINATION[first!]}${styles.includes('CURSOR') ? 'AndCursor' : ''}`];
  const names = [...new Set([...bare, ...styles.map((style) => PAGINATION[style])])];
  for (const name of names) components.set(name, paginationSchema(name));
  const pagination = names.length === 1 ? ref(names[0]!) : { anyOf: names.map(ref) };
  const list: Schema = {
    type: 'object',
    description: 'One page of a list.',
    required: [envelope.items, envelope.info],
    properties: {
      [envelope.items]: { type: 'array', description: 'The items of the page.', items: item },
      [envelope.info]: {
        description: 'Where the page stands; which form it has depends on the parameters.',
        ...pagination,
      },
    },
  };
  const name = nameOf(end.of);
  if (name === undefined) return list;
  return shareAs(`${name}List`, list, components);
}

function nameOf(shape: Shape): string | undefined {
  return shape.kind === 'object' ? shape.component : undefined;
}

const PAGINATION = {
  OFFSET: 'OffsetPagination',
  PAGE: 'PagePagination',
  CURSOR: 'CursorPagination',
} as const satisfies Record<PageStyle, string>;

const COUNT = { type: 'integer', minimum: 0 };
const PARTS = {
  limit: { type: 'integer', minimum: 1, description: 'How many items a page has at the most.' },
  offset: { ...COUNT, description: 'How many items were passed over.' },
  page: { type: 'integer', minimum: 1, description: 'Which page this is, counted from 1.' },
  total: { ...COUNT, description: 'How many items there are in all.' },
  totalPages: { ...COUNT, description: 'How many pages there are in all.' },
  nextCursor: { type: ['string', 'null'], description: 'The cursor of the next page; null on the last.' },
  hasMore: { type: 'boolean', description: 'Whether there is a next page.' },
} as const satisfies Record<string, Schema>;

const PARTS_OF: Readonly<Record<string, readonly (keyof typeof PARTS)[]>> = {
  OffsetPagination: ['limit', 'offset', 'total'],
  OffsetPaginationAndCursor: ['limit', 'offset', 'total', 'nextCursor', 'hasMore'],
  PagePagination: ['page', 'limit', 'total', 'totalPages'],
  PagePaginationAndCursor: ['page', 'limit', 'total', 'totalPages', 'nextCursor', 'hasMore'],
  CursorPagination: ['nextCursor', 'hasMore'],
};

function paginationSchema(name: string): Schema {
  const parts = PARTS_OF[name]!;
  return {
    type: 'object',
    required: parts,
    properties: Object.fromEntries(parts.map((part) => [part, PARTS[part]])),
  };
}
