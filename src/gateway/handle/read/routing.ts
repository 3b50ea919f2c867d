import { ServiceError } from '../../base/errors/ServiceError.ts';
import { methodNotAllowedError } from '../../base/errors/knownErrors.ts';
import { truncate } from '../../base/errors/nearNames.ts';
import type { ApiPlan } from '../../plan/ApiPlan.ts';
import { type EndpointPlan, bodyTypes } from '../../plan/EndpointPlan.ts';
import { type Segment, literalLength, matchSegment } from '../../plan/paths.ts';
import { parseTarget, pathOf } from '../../http/urls.ts';
import type { Preference, Versioning } from '../../http/versions.ts';
import type { RestRequest } from './RestRequest.ts';

/** The route of a request: an endpoint and the values of its placeholders, or only the methods of its path. */
export interface Route {
  /** Undefined for OPTIONS, which every path supports. */
  endpoint: EndpointPlan | undefined;
  values: readonly string[];
  query: string;
  /** The base path and, where the path has it, the version: the beginning of every path in the response. */
  prefix: string;
  version: number;
  /** The version that the path names; undefined for an unversioned path. */
  pathVersion: number | undefined;
  /** Every endpoint of the path, by method. */
  endpoints: ReadonlyMap<string, EndpointPlan>;
}

export interface RouteSettings {
  basePath: string;
  defaultVersion: number;
  versioning: Versioning;
}

/** The version that serves a request, and the segments of the path within it. */
interface VersionMatch extends Pick<Route, 'version' | 'query' | 'pathVersion'> {
  router: Router<EndpointPlan>;
  segments: readonly string[];
}

/**
 * Finds the version that serves a request: that of the path, else `negotiated`, else the default one. Throws NOT_FOUND, or
 * BAD_REQUEST for malformed percent-encoding.
 */
export function findVersion(
  request: Pick<RestRequest, 'target'>,
  negotiated: number | undefined,
  routers: Routers,
  { basePath, defaultVersion, versioning }: RouteSettings,
): VersionMatch {
  const target = parseTarget(request.target, basePath);
  if (!target) throw noSuchPath(request.target);
  const { segments, query } = target;
  const named = versioning === 'header' ? undefined : /^v(0|[1-9]\d*)$/.exec(segments[0] ?? '')?.[1];
  const pathVersion = named === undefined ? undefined : Number(named);
  if (pathVersion === undefined && versioning === 'path') throw noSuchPath(request.target);

  const version = pathVersion ?? negotiated ?? defaultVersion;
  const router = routers.get(version);
  if (!router) {
    const versions = [...routers.keys()].join(', ');
    const message = `Version ${truncate(named ?? '', 20)} does not exist; known versions are ${versions}.`;
    throw new ServiceError('NOT_FOUND', message);
  }
  return { version, router, segments: pathVersion === undefined ? segments : segments.slice(1), query, pathVersion };
}

/** The version that Accept names, else the one of the body. */
export function negotiatedVersion(preference: Preference, bodyVersion?: number): number | undefined {
  return (preference.kind === 'json' ? preference.version : undefined) ?? bodyVersion;
}

/** Finds the endpoint of a request. Throws NOT_FOUND or METHOD_NOT_ALLOWED. See RFC 9110, sections 15.5.5 and 15.5.6. */
export function findRoute(
  { method, target }: Pick<RestRequest, 'method' | 'target'>,
  { router, segments, query, version, pathVersion }: VersionMatch,
  { basePath }: Pick<RouteSettings, 'basePath'>,
): Route {
  const match = router.match(segments);
  if (!match) throw noSuchPath(target);

  const { routes: endpoints, values } = match;
  const endpoint = endpoints.get(method === 'HEAD' ? 'GET' : method);
  if (!endpoint && method !== 'OPTIONS') throw methodNotAllowedError(method, allowOf({ endpoints }));
  const prefix = pathVersion === undefined ? basePath : `${basePath}/v${pathVersion}`;
  return { endpoint, values, query, prefix, version, pathVersion, endpoints };
}

/** The value of the Allow header; `refused` is the method of an endpoint that has refused it. */
export function allowOf({ endpoints }: Pick<Route, 'endpoints'>, refused?: string): string {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => {
    const served = method === 'HEAD' ? 'GET' : method;
    return served !== refused && endpoints.has(served);
  });
  return [...methods, 'OPTIONS'].join(', ');
}

/** The headers of the response to OPTIONS; those of a PATCH name its media types. See RFC 5789, section 3.1. */
export function optionsHeaders({ endpoints }: Pick<Route, 'endpoints'>): Record<string, string> {
  const patch = endpoints.get('PATCH');
  return { allow: allowOf({ endpoints }), ...(patch && acceptPatch(patch)) };
}

/** See RFC 5789, sections 2.2 and 3.1. */
export function acceptPatch(endpoint: EndpointPlan): Record<string, string> {
  return { 'accept-patch': bodyTypes(endpoint).join(', ') };
}

function noSuchPath(target: string): ServiceError {
  return new ServiceError('NOT_FOUND', `${truncate(pathOf(target), 200) || '/'} does not exist.`);
}

/** The router of each version, by its number. */
export type Routers = ReadonlyMap<number, Router<EndpointPlan>>;

/** Builds the routers of an API. */
export function createRouters({ versions }: ApiPlan): Routers {
  return new Map(
    versions.map(({ number, endpoints }) => {
      const router = new Router<EndpointPlan>();
      for (const endpoint of endpoints) router.add(endpoint.method, endpoint.segments, endpoint);
      return [number, router];
    }),
  );
}

/** The rest of a path has no empty segment and no dot segment, also none behind a slash that is percent-encoded. */
const NO_REST = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** Finds the routes of a path. Literals beat placeholders, and longer literal text the shorter, whatever the order of the routes. */
export class Router<Entry> {
  readonly #literals = new Map<string, Router<Entry>>();
  /** Most literal text first; a segment that matches several with the same length matches no plan. */
  readonly #placeholders: { texts: readonly string[]; router: Router<Entry> }[] = [];
  /** Behind `{+path}`. */
  #rest: Router<Entry> | undefined;
  /** Those at the path itself, by method. */
  #routes: Map<string, Entry> | undefined;

  add(method: string, [segment, ...rest]: readonly Segment[], entry: Entry): void {
    if (segment) this.#below(segment).add(method, rest, entry);
    else (this.#routes ??= new Map<string, Entry>()).set(method, entry);
  }

  /** The routes at a path, given as decoded segments, by method, and the values of its placeholders from left to right. */
  match(segments: readonly string[]): { routes: ReadonlyMap<string, Entry>; values: readonly string[] } | undefined {
    const values: string[] = [];
    const routes = this.#walk(segments, 0, values);
    return routes && { routes, values };
  }

  #below({ names, texts, isRest }: Segment): Router<Entry> {
    if (isRest) return (this.#rest ??= new Router<Entry>());
    if (names.length === 0) {
      const router = this.#literals.get(texts[0]!) ?? new Router<Entry>();
      this.#literals.set(texts[0]!, router);
      return router;
    }
    const existing = this.#placeholders.find((placeholder) => placeholder.texts.join('{}') === texts.join('{}'));
    if (existing) return existing.router;
    const router = new Router<Entry>();
    this.#placeholders.push({ texts, router });
    this.#placeholders.sort((a, b) => literalLength(b) - literalLength(a));
    return router;
  }

  #walk(segments: readonly string[], at: number, values: string[]): ReadonlyMap<string, Entry> | undefined {
    const segment = segments[at];
    if (segment === undefined) return this.#routes;
    const literal = this.#literals.get(segment);
    const found = literal && literal.#walk(segments, at + 1, values);
    if (found) return found;
    const known = values.length;
    for (const { texts, router } of this.#placeholders) {
      const routes = matchSegment(segment, texts, values) && router.#walk(segments, at + 1, values);
      if (routes) return routes;
      while (values.length > known) values.pop();
    }
    if (!this.#rest) return undefined;
    const rest = segments.slice(at).join('/');
    if (NO_REST.test(rest)) return undefined;
    values.push(rest);
    return this.#rest.#routes;
  }
}
