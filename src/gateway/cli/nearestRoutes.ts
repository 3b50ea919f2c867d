import { distance } from 'fastest-levenshtein';
import type { Endpoint } from '../runtime/Endpoint.ts';
import type { RouteSettings } from '../request/findRoute.ts';

/** A method and a path template as a client would write it, base path and version included. */
export interface NearRoute {
  method: string;
  path: string;
  operation: string;
}

const AT_MOST = 5;

/** The routes that a path was probably meant for, the nearest first; those at the very path are distance 0. */
export function nearestRoutes(path: string, endpoints: readonly Endpoint[], settings: RouteSettings): NearRoute[] {
  const below = path.startsWith(settings.basePath) ? path : settings.basePath + path;
  const short = below.slice(0, 200);
  const all = endpoints
    .flatMap((endpoint) => routesOf(endpoint, settings))
    .map((route) => ({ route, away: distance(fill(route.path, short), short) }))
    .sort((a, b) => a.away - b.away);
  const far = Math.min((all[0]?.away ?? 0) + 1, Math.max(3, short.length / 3));
  return all
    .filter(({ away }) => away <= far)
    .slice(0, AT_MOST)
    .map(({ route }) => route);
}

/** An endpoint under each path that it has. */
function routesOf(
  { version, document }: Endpoint,
  { basePath, defaultVersion, versioning }: RouteSettings,
): NearRoute[] {
  const { method, path } = document.endpoint;
  const prefixes = [
    ...(versioning === 'header' ? [] : [`${basePath}/v${version}`]),
    ...(versioning === 'path' || version !== defaultVersion ? [] : [basePath]),
  ];
  return prefixes.map((prefix) => ({ method, path: prefix + path, operation: document.operation.name.value }));
}

/** The template with what the path has at its placeholders, so that they make no difference. */
function fill(template: string, path: string): string {
  const given = path.split('/');
  return template
    .split('/')
    .map((segment, at) => segment.replace(/^\{\w+\}/, () => given[at]?.split(':')[0] ?? ''))
    .join('/');
}
