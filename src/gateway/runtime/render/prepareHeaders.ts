// The headers of successes: those of the endpoint, and those that are values of the data.
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import type { HeaderPlan } from '../../plan/ResultPlan.ts';
import type { TypeContext } from '../../plan/bounds.ts';
import { addVary, cacheControl, renderLink } from '../../protocol/Reply.ts';
import { dateValue, headerValue, tagValue } from '../../protocol/fieldSyntax.ts';
import { compileBody } from './compileBody.ts';
import { valueAt } from './values.ts';

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
  { changesPage, forwardedHeaders = [] }: HeaderSettings = {},
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

/** The headers that are values of the data, by their names in lower case; `etag` is the part of the tag before the dot. */
export type ReadHeaders = (data: Readonly<Record<string, unknown>>) => Record<string, string>;

/** Compiles the `@header` of an endpoint; undefined where it has none. */
export function prepareResultHeaders(
  { headers }: Pick<EndpointPlan, 'headers'>,
  types: TypeContext,
): ReadHeaders | undefined {
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
  const change = compileBody({ kind: 'leaf', type, nullable: false }, types) as
    ((value: unknown) => unknown) | undefined;
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
