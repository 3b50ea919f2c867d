import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { cacheControl } from '../protocol/cacheControl.ts';

/**
 * The headers of every success of an endpoint. See RFC 9745 for Deprecation, RFC 8594 for Sunset, RFC 9111 for
 * Cache-Control, and RFC 9110, 12.5.5, for Vary.
 */
export function compileHeaders(
  { parameters, auth, deprecated, sunset, maxAge, cache }: EndpointPlan,
  changesPage: string | undefined,
): Record<string, string> {
  const headers = parameters.flatMap(({ name, source }) => (source === 'header' ? [name] : []));
  // A private cache, such as that of a browser, must not give one caller what it kept for another.
  const credentials = auth !== 'NONE' && maxAge !== undefined ? ['Authorization'] : [];
  const seconds = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000;
  return {
    vary: ['Accept', ...credentials, ...headers].join(', '),
    ...(deprecated !== undefined && { deprecation: `@${seconds(deprecated)}` }),
    ...(deprecated !== undefined &&
      changesPage !== undefined && { link: `<${changesPage}>; rel="deprecation"; type="text/html"` }),
    ...(sunset !== undefined && { sunset: new Date(seconds(sunset) * 1000).toUTCString() }),
    'cache-control': cacheControl(maxAge, cache),
  };
}
