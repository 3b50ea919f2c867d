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
export function prepareLocation(endpoint: EndpointPlan, version: VersionPlan): Locate | undefined {
  const [only] = endpoint.location ?? [];
  if (typeof only === 'object' && 'url' in only) {
    return (_, body) => {
      const value = valueAt(body, only.url);
      return value === null || value === undefined ? null : httpUrl(value);
    };
  }
  const parts = endpoint.location?.map((part): string | ((variables: Variables, body: unknown) => unknown) => {
    if (typeof part === 'string') return part;
    if ('url' in part) return '';
    if ('property' in part) return (_, body) => valueAt(body, part.property);
    const parameter = endpoint.parameters.find(({ source, name }) => source === 'path' && name === part.parameter)!;
    return (variables) => wireText(parameter, variables[parameter.variable], version);
  });
  return (
    parts &&
    ((variables, body) => {
      let location = '';
      for (const part of parts) {
        const text = typeof part === 'string' ? part : segmentOf(part(variables, body));
        if (text === undefined) return undefined;
        location += text;
      }
      // RFC 3986, section 4.2: an empty first segment would name another host.
      return location.startsWith('//') ? undefined : location;
    })
  );
}

function segmentOf(value: unknown): string | undefined {
  if (value === null || value === undefined || typeof value === 'object') return undefined;
  return encodeSegment(String(value));
}

/** All but the characters of a URI: RFC 3986, section 2. */
const NOT_IN_URI = /[^\w.~:/?#[\]@!$&'()*+,;=%-]/gu;

/** The text of an absolute http or https URL, what no URI has percent-encoded; undefined for any other value. */
function httpUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value) || !URL.canParse(value)) return undefined;
  return encodeMatches(NOT_IN_URI, value);
}
