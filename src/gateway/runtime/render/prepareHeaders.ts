// The headers of successes: those of the endpoint, those that are values of the data, and `Location`.
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import type { HeaderPlan } from '../../plan/ResultPlan.ts';
import type { TypeContext } from '../../plan/bounds.ts';
import { addVary, cacheControl, renderLink } from '../../protocol/Reply.ts';
import { dateValue, headerValue, tagValue } from '../../protocol/fieldSyntax.ts';
import { encodeMatches, encodeSegment } from '../../protocol/urls.ts';
import type { Variables } from '../../request/coercion.ts';
import { compileLeafValue, valueAt, wireText } from './values.ts';

/** What the headers of an endpoint depend on besides its plan. */
export interface HeaderSettings {
  /** The path of the page that describes deprecations, if there is one. */
  changesPage?: string | undefined;
  /** The headers of requests that the upstream receives. */
  forwardedHeaders?: readonly string[] | undefined;
}

/**
 * The headers of every success of an endpoint. See RFC 9745 for Deprecation, RFC 8594 for Sunset, RFC 9111 for
 * Cache-Control, and RFC 9110, 12.5.5, for Vary.
 */
export function prepareHeaders(
  { parameters, auth, deprecated, sunset, maxAge, cache }: EndpointPlan,
  { changesPage, forwardedHeaders = [] }: HeaderSettings,
): Record<string, string> {
  const headers = parameters.flatMap(({ name, source }) => (source === 'header' ? [name] : []));
  // What a cache keeps is not for the next caller of the same client, nor for another value of what the upstream reads.
  const further = maxAge === undefined ? [] : [...(auth === 'NONE' ? [] : ['Authorization']), ...forwardedHeaders];
  const seconds = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000;
  return {
    vary: [...headers, ...further].reduce<string>(addVary, 'Accept'),
    ...(deprecated !== undefined && { deprecation: `@${seconds(deprecated)}` }),
    ...(deprecated !== undefined &&
      changesPage !== undefined && {
        link: renderLink({ target: changesPage, relation: 'deprecation', type: 'text/html' }),
      }),
    ...(sunset !== undefined && { sunset: new Date(seconds(sunset) * 1000).toUTCString() }),
    'cache-control': cacheControl(maxAge, cache),
  };
}

/**
 * Compiles the `@header` of an endpoint, values of the data by their names in lower case; `etag` is the part of the tag before the dot.
 * Undefined where it has none.
 */
export function prepareResultHeaders(
  { headers }: Pick<EndpointPlan, 'headers'>,
  types: TypeContext,
): ((data: Readonly<Record<string, unknown>>) => Record<string, string>) | undefined {
  const readers = headers?.map((header) => ({ name: header.name.toLowerCase(), read: compileHeader(header, types) }));
  if (!readers) return undefined;
  return (data) => {
    const values: Record<string, string> = {};
    for (const { name, read } of readers) {
      const value = read(data);
      if (value !== undefined) values[name] = value;
    }
    return values;
  };
}

/** A value that is null, that is no date though the header is one, or that is too long is left out. */
function compileHeader(
  { name, path, type }: HeaderPlan,
  types: TypeContext,
): (data: Readonly<Record<string, unknown>>) => string | undefined {
  const change = compileLeafValue({ type }, types) as ((value: unknown) => unknown) | undefined;
  const write = name.toLowerCase() === 'etag' ? tagValue : headerValue;
  const isDate = name.toLowerCase() === 'last-modified';
  return (data) => {
    const value = valueAt(data, path);
    if (value === null || value === undefined) return undefined;
    const sent = change ? change(value) : value;
    if (isDate) return dateValue(sent);
    return write(typeof sent === 'object' ? JSON.stringify(sent) : String(sent));
  };
}

/**
 * The path of the resource, below the base path and the version, whose values are one percent-encoded segment each, or a URL. Undefined
 * where a value of the path is an object or a list, which a path cannot hold, or the URL is none; null where the URL is null. It
 * never throws: a write has taken effect.
 */
type Locate = (variables: Variables, body: unknown) => string | null | undefined;

/** Compiles the `Location` of an endpoint; undefined where it has none. */
export function prepareLocation({ location, parameters }: EndpointPlan, version: VersionPlan): Locate | undefined {
  if (!location) return undefined;
  const readers = location.map((part): Locate => {
    if (typeof part === 'string') return () => part;
    if ('url' in part) return (_, body) => httpUrl(valueAt(body, part.url));
    if ('property' in part) return (_, body) => segmentOf(valueAt(body, part.property));
    const parameter = parameters.find(({ source, name }) => source === 'path' && name === part.parameter)!;
    return (variables) => segmentOf(wireText(parameter, variables[parameter.variable], version));
  });
  return (variables, body) => {
    const parts = readers.map((read) => read(variables, body));
    // Only a URL is null, and it is the only part.
    if (parts.includes(null)) return null;
    if (parts.includes(undefined)) return undefined;
    const text = parts.join('');
    // RFC 3986, section 4.2: an empty first segment would name another host.
    return text.startsWith('//') ? undefined : text;
  };
}

function segmentOf(value: unknown): string | undefined {
  if (value === null || value === undefined || typeof value === 'object') return undefined;
  return encodeSegment(String(value));
}

/** All but the characters of a URI: RFC 3986, section 2. */
const NOT_IN_URI = /[^\w.~:/?#[\]@!$&'()*+,;=%-]/gu;

/** The text of an absolute http or https URL, what no URI has percent-encoded; null for null, undefined for any other value. */
function httpUrl(value: unknown): string | null | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value) || !URL.canParse(value)) return undefined;
  return encodeMatches(NOT_IN_URI, value);
}
