// The `Location` of a success.
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import { encodeMatches, encodeSegment } from '../../protocol/urls.ts';
import type { Variables } from '../../request/coercion.ts';
import { valueAt, wireText } from './values.ts';

/**
 * The path of the resource, below the base path and the version, or a URL. Undefined where a value of the path is an object or a
 * list, which a path cannot hold, or the URL is none; null where the URL is null. It never throws: a write has taken effect.
 */
export type Locate = (variables: Variables, body: unknown) => string | null | undefined;

/** Compiles the `Location` of an endpoint; undefined where it has none. Values of a path are one percent-encoded segment each. */
export function prepareLocation({ location, parameters }: EndpointPlan, version: VersionPlan): Locate | undefined {
  if (!location) return undefined;
  const readers = location.map((part): ((variables: Variables, body: unknown) => string | null | undefined) => {
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
