import type { Conventions } from '../../../plan/conventions/Conventions.ts';
import { furtherHeaders, namesOnWire } from '../../../plan/conventions/headerRules.ts';
import { prepareText, placeholdersOf } from '../../../plan/conventions/template.ts';
import type { VersionPlan } from '../../../plan/ApiPlan.ts';
import type { EndpointPlan } from '../../../plan/EndpointPlan.ts';
import type { HeaderPlan } from '../../../plan/ResultPlan.ts';
import type { Schema } from '../Schema.ts';
import { mergeHeaders } from '../mergeHeaders.ts';
import type { SchemaContext } from '../schemas/SchemaRegistry.ts';
import { pageHeaders } from '../schemas/pageSchema.ts';
import { leafSchema } from '../schemas/leafSchema.ts';
import { isJsonType } from '../../../http/mediaTypes.ts';
import type { DocumentedHeader } from '../../../http/ownHeaders.ts';

const PATH: Schema = { type: 'string', format: 'uri-reference' };
const URL: Schema = { type: 'string', format: 'uri' };
const COUNT: Schema = { type: 'integer', minimum: 0 };
const TRUE: Schema = { type: 'boolean', enum: [true] };

const ENTITY_TAG = 'The strong entity tag of the representation (RFC 9110).';

const HEADERS = {
  'X-Request-Id': required('The id of the request; the log has it too.'),
  Vary: required('`Accept`: the response depends on it.'),
  Location: required('The path of the new resource.', PATH),
  ResultLocation: required('The path of the result, or of what describes its progress.', PATH),
  LinkedLocation: optional('The URL of the resource.', URL),
  RedirectLocation: required('The URL to continue at.', PATH),
  Link: optional('The pages `first`, `prev`, `next` and `last`, as far as they are known (RFC 8288).'),
  DeprecationLink: required('The page that describes the deprecation (RFC 9745).'),
  'Content-Disposition': optional('That bytes are a file, with its name where it is known (RFC 6266).'),
  ETag: required(ENTITY_TAG),
  PageETag: optional(`${ENTITY_TAG} A whole list has none.`),
  'Cache-Control': required('Whether, and for how many seconds, the response may be cached (RFC 9111).'),
  Deprecation: required('The date of the deprecation (RFC 9745).'),
  UsedDeprecation: optional('The date of the deprecation of parameters or fields that the request uses (RFC 9745).'),
  UsedSunset: optional('The date after which parameters or fields that the request uses are removed (RFC 8594).'),
  UsedLink: optional('The page that describes deprecated parameters or fields that the request uses (RFC 9745).'),
  EndLink: optional('The page that describes what replaces the endpoint (RFC 9745, RFC 8594).'),
  Sunset: required('The date after which the endpoint is removed (RFC 8594).'),
  'Idempotency-Replayed': optional(
    'Set where this is the stored response to the first request with the Idempotency-Key.',
    TRUE,
  ),
  'WWW-Authenticate': required('The required credentials (RFC 6750).'),
  MissingScope: optional('The missing scope (RFC 6750).'),
  'Accept-Patch': optional('The media types of a PATCH; not sent for other methods (RFC 5789).'),
  'Accept-Encoding': optional('The only supported content coding of a request body: `identity`.'),
  'Retry-After': required('The number of seconds to wait before a retry.', COUNT),
  RetryLimit: optional('The number of seconds to wait before a retry.', COUNT),
  RateLimitLimit: optional('The number of requests of the quota of the caller.', COUNT),
  RateLimitRemaining: optional('What is left of the quota of the caller.', COUNT),
  RateLimitReset: optional('The number of seconds until the quota of the caller is whole again.', COUNT),
  RateLimitResetTime: optional('When the quota of the caller is whole again, in seconds since the epoch.', COUNT),
  RateLimit: optional(
    'What is left of the quota of the caller, and when it is whole again (draft-ietf-httpapi-ratelimit-headers).',
  ),
  'RateLimit-Policy': optional('The quota of each caller (draft-ietf-httpapi-ratelimit-headers).'),
} as const satisfies Readonly<Record<DocumentedHeader, Schema> & Record<string, Schema>>;

export type HeaderComponent = keyof typeof HEADERS;

/** The Header Objects of some versions, by the names of their components. A required one is in every response that refers to it. */
export function responseHeaders(versions: readonly VersionPlan[]): Schema {
  const further = versions.flatMap(({ conventions, number }) =>
    furtherHeaders(conventions).map(([name, text]) => {
      const isFixed = placeholdersOf(text).every((placeholder) => placeholder.name === 'version');
      const example = isFixed && { example: prepareText(text)(() => String(number)) };
      return [name, { ...required('A header of every response.'), ...example }] as const;
    }),
  );
  const all = { ...Object.fromEntries(further.toReversed()), ...HEADERS };
  if (!versions.every(({ conventions }) => conventions.urls === 'absolute')) return all;
  return {
    ...all,
    Location: required('The URL of the new resource.', URL),
    ResultLocation: required('The URL of the result, or of what describes its progress.', URL),
    RedirectLocation: required('The URL to continue at.', URL),
  };
}

/** A server can be without limits, which no document depends on. */
export const LIMIT_HEADERS = ['RateLimit-Policy', 'RateLimit'] as const satisfies readonly HeaderComponent[];

/** The headers whose components have another name. */
const NAMES: Partial<Record<HeaderComponent, DocumentedHeader>> = {
  ResultLocation: 'Location',
  LinkedLocation: 'Location',
  PageETag: 'ETag',
  RedirectLocation: 'Location',
  DeprecationLink: 'Link',
  UsedDeprecation: 'Deprecation',
  UsedSunset: 'Sunset',
  UsedLink: 'Link',
  EndLink: 'Link',
  MissingScope: 'WWW-Authenticate',
  RetryLimit: 'Retry-After',
};

/**
 * The `headers` of a response of some versions, as references to the components, under the names of the conventions. One that only
 * some of the versions send is described in place, and not required.
 */
export function headerRefs(versions: readonly VersionPlan[], ...components: readonly HeaderComponent[]): Schema {
  const all = versions.map(({ conventions }) => refsOf(conventions, components));
  return all.reduce((merged, refs) => mergeHeaders(merged, refs, responseHeaders(versions)));
}

function refsOf(conventions: Conventions, components: readonly HeaderComponent[]): Schema {
  const refTo = (component: string) => ({ $ref: `#/components/headers/${component}` });
  const own = components.flatMap((component) => {
    const names = namesOnWire(NAMES[component] ?? component, conventions);
    const parts = names.length > 1 ? quotaComponents(conventions) : [component];
    return names.map((name, index) => [name, refTo(parts[index]!)] as const);
  });
  return Object.fromEntries([...own, ...furtherHeaders(conventions).map(([name]) => [name, refTo(name)])]);
}

/** What `RateLimit` is split into. */
function quotaComponents({ headers }: Conventions): readonly HeaderComponent[] {
  const isTime = Object.values(headers).some((value) => Array.isArray(value) && typeof value[2] === 'object');
  return ['RateLimitLimit', 'RateLimitRemaining', isTime ? 'RateLimitResetTime' : 'RateLimitReset'];
}

function required(description: string, schema: Schema = { type: 'string' }): Schema {
  return { description, required: true, schema };
}

function optional(description: string, schema: Schema = { type: 'string' }): Schema {
  return { description, schema };
}

/** The Header Objects of the `@header` of an endpoint, and of its pages, by name; undefined where it has none. */
export function describeHeaders(
  { headers = [], page, produces = [], stream }: EndpointPlan,
  context: SchemaContext,
): Schema | undefined {
  const isText = produces.some((type) => !isJsonType(type));
  const own = headers.map((header): [string, Schema] => {
    const name = canonical(header.name);
    // A whole list has no tag, and JSON no name of a file.
    const isOfSome = (stream && name === 'ETag') || (isText && name.toLowerCase() === 'content-disposition');
    return [name, describe({ ...header, required: header.required && !isOfSome }, context)];
  });
  // Nor has a whole list the headers of a page.
  const ofPages = (page ? pageHeaders(page, context) : []).map(([name, header]): [string, Schema] => {
    return [name, stream ? { ...header, required: false } : header];
  });
  const all = [...own, ...ofPages];
  return all.length > 0 ? Object.fromEntries(all) : undefined;
}

function describe(header: HeaderPlan, context: SchemaContext): Schema {
  const { name, type, description } = header;
  const known = KNOWN[name.toLowerCase()];
  return {
    description: description ?? known ?? 'A value of the response.',
    ...(header.required && { required: true }),
    schema: known === undefined ? leafSchema(type, context) : { type: 'string' },
  };
}

/** Headers whose text is not the value itself. */
const KNOWN: Readonly<Record<string, string>> = {
  etag: ENTITY_TAG,
  'last-modified': 'The date of the last change (RFC 9110).',
};

/** The one name that other responses have as well, in their spelling. */
function canonical(name: string): string {
  return name.toLowerCase() === 'etag' ? 'ETag' : name;
}
