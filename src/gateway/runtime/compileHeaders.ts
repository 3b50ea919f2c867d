import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { addVary } from '../protocol/addVary.ts';
import { cacheControl } from '../protocol/cacheControl.ts';

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
export function compileHeaders(
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
      changesPage !== undefined && { link: `<${changesPage}>; rel="deprecation"; type="text/html"` }),
    ...(sunset !== undefined && { sunset: new Date(seconds(sunset) * 1000).toUTCString() }),
    'cache-control': cacheControl(maxAge, cache),
  };
}
