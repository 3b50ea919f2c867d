import { distance } from 'fastest-levenshtein';
import type { ApiPlan } from '../plan/ApiPlan.ts';
import type { RouteSettings } from '../request/findRoute.ts';

/** A method and a path template as a client would write it, base path and version included. */
export interface NearRoute {
  method: string;
  path: string;
  operation: string;
}

const MAX_ROUTES = 5;

/** The routes that a path was probably meant for, the nearest first; those at the very path are distance 0. */
export function nearestRoutes(path: string, plan: ApiPlan, settings: RouteSettings): NearRoute[] {
  const below = path.startsWith(settings.basePath) ? path : settings.basePath + path;
  const short = below.slice(0, 200);
  const all = routesOf(plan, settings)
    .map((route) => ({ route, away: distance(fillTemplate(route.path, short), short) }))
    .sort((a, b) => a.away - b.away);
  const far = Math.min((all[0]?.away ?? 0) + 1, Math.max(3, short.length / 3));
  return all
    .filter(({ away }) => away <= far)
    .slice(0, MAX_ROUTES)
    .map(({ route }) => route);
}

/** Every endpoint under each path that it has. */
function routesOf({ versions }: ApiPlan, { basePath, defaultVersion, versioning }: RouteSettings): NearRoute[] {
  return versions.flatMap(({ number, endpoints }) => {
    const prefixes = [
      ...(versioning === 'header' ? [] : [`${basePath}/v${number}`]),
      ...(versioning === 'path' || number !== defaultVersion ? [] : [basePath]),
    ];
    return endpoints.flatMap(({ method, path, name }) =>
      prefixes.map((prefix) => ({ method, path: prefix + path, operation: name })),
    );
  });
}

/** The template with the segments of the path at its placeholders, so that they count as equal. */
function fillTemplate(template: string, path: string): string {
  const given = path.split('/');
  return template
    .split('/')
    .map((segment, at) => segment.replace(/^\{\w+\}/, () => given[at]?.split(':')[0] ?? ''))
    .join('/');
}
