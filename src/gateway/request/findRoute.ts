import { methodNotAllowedError } from '../errors/methodNotAllowedError.ts';
import { truncate } from '../errors/truncate.ts';
import { ServiceError } from '../errors/ServiceError.ts';
import type { Endpoint } from '../runtime/Endpoint.ts';
import type { RestRequest } from './RestRequest.ts';
import type { Preference } from '../protocol/readPreference.ts';
import type { Versioning } from '../protocol/VersionSettings.ts';
import type { Router } from './Router.ts';
import { parseTarget, splitTarget } from '../protocol/parseTarget.ts';

/** Where a request has arrived: an endpoint and what stands in its placeholders, or only the methods of its path. */
export interface Route {
  /** Undefined for OPTIONS, which every path answers. */
  endpoint: Endpoint | undefined;
  values: readonly string[];
  /** The query as it came. */
  query: string;
  /** The base path and, where the path carries it, the version: what stands before every path of an answer. */
  prefix: string;
  /** The version that the path names; undefined for an unversioned path. */
  pathVersion: number | undefined;
  /** Every endpoint of the path, by method. */
  routes: ReadonlyMap<string, Endpoint>;
}

export interface RouteSettings {
  basePath: string;
  defaultVersion: number;
  versioning: Versioning;
}

/** The version that answers a request, and where in it the request goes. */
export interface Destination {
  version: number;
  router: Router<Endpoint>;
  /** Of the path, without the base path and the version. */
  segments: readonly string[];
  query: string;
  pathVersion: number | undefined;
}

/**
 * Finds the version that answers a request: that of the path, else of Accept, else of Content-Type. Throws NOT_FOUND, or
 * BAD_REQUEST for malformed percent-encoding.
 */
export function findVersion(
  request: Pick<RestRequest, 'target'>,
  preference: Preference,
  routers: ReadonlyMap<number, Router<Endpoint>>,
  { basePath, defaultVersion, versioning }: RouteSettings,
  bodyVersion?: number,
): Destination {
  const target = parseTarget(request.target, basePath);
  if (!target) throw noSuchPath(request.target);
  const { segments, query } = target;
  const named = versioning === 'header' ? undefined : /^v(0|[1-9]\d*)$/.exec(segments[0] ?? '')?.[1];
  const pathVersion = named === undefined ? undefined : Number(named);
  if (pathVersion === undefined && versioning === 'path') throw noSuchPath(request.target);

  const wanted = preference.kind === 'json' ? preference.version : undefined;
  const version = pathVersion ?? wanted ?? bodyVersion ?? defaultVersion;
  const router = routers.get(version);
  if (!router) {
    const known = [...routers.keys()].join(', ');
    throw new ServiceError(
      'NOT_FOUND',
      `There is no version ${truncate(named ?? '', 20)}; known versions are ${known}.`,
    );
  }
  return { version, router, segments: pathVersion === undefined ? segments : segments.slice(1), query, pathVersion };
}

/** Finds the endpoint of a request. Throws NOT_FOUND or METHOD_NOT_ALLOWED. See RFC 9110, sections 15.5.5 and 15.5.6. */
export function findRoute(
  request: Pick<RestRequest, 'method' | 'target'>,
  { router, segments, query, pathVersion }: Destination,
  { basePath }: Pick<RouteSettings, 'basePath'>,
): Route {
  const { method } = request;
  const match = router.match(segments);
  if (!match) throw noSuchPath(request.target);

  const { routes, values } = match;
  const endpoint = routes.get(method === 'HEAD' ? 'GET' : method);
  if (!endpoint && method !== 'OPTIONS') throw methodNotAllowedError(method, allowOf({ routes }));
  const prefix = pathVersion === undefined ? basePath : `${basePath}/v${pathVersion}`;
  return { endpoint, values, query, prefix, pathVersion, routes };
}

/** The value of the Allow header. */
export function allowOf({ routes }: Pick<Route, 'routes'>): string {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) =>
    routes.has(method === 'HEAD' ? 'GET' : method),
  );
  return [...methods, 'OPTIONS'].join(', ');
}

function noSuchPath(target: string): ServiceError {
  const path = splitTarget(target).path.slice(0, 200) || '/';
  return new ServiceError('NOT_FOUND', `There is nothing at ${path}.`);
}
