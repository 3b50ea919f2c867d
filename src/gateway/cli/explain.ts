// Which endpoint a request would reach, and everything about it. Routes as the engine does, and executes nothing.
import type { Api } from './Api.ts';
import type { Endpoint } from '../runtime/Endpoint.ts';
import { ServiceError } from '../errors/ServiceError.ts';
import { type Route, type RouteSettings, allowOf, findRoute, findVersion } from '../request/findRoute.ts';
import { readPreference } from '../protocol/readPreference.ts';
import { splitTarget } from '../protocol/parseTarget.ts';
import { assertVersionsAgree } from '../protocol/assertVersionsAgree.ts';
import { assertAcceptable } from '../protocol/assertAcceptable.ts';
import type { Components } from '../describe/openapi/Schema.ts';
import { Router } from '../request/Router.ts';
import { alignColumns } from './alignColumns.ts';
import { explainEndpoint } from './explainEndpoint.ts';
import { explainRequest } from './explainRequest.ts';
import { nearestRoutes } from './nearestRoutes.ts';
import type { Report } from './Report.ts';
import { writeExplanation } from './writeExplanation.ts';

export interface ExplainOptions extends RouteSettings {
  apiName: string;
  /** The Accept header of the request. */
  accept: string | undefined;
}

/** Explains a request; where no endpoint would answer it, says why not, and which ones are near. */
export function explain({ rest }: Api, options: ExplainOptions, method: string, target: string): Report {
  const request = { method: method.toUpperCase(), target };
  try {
    const route = findEndpoint(rest.endpoints, options, request);
    const components: Components = new Map();
    const endpoint = explainEndpoint(route.endpoint, components);
    const explained = explainRequest(route.endpoint, route);
    return {
      text: writeExplanation(request, endpoint, explained, components),
      json: { ...endpoint, request: { ...request, ...explained } },
      ok: true,
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const nearest = nearestRoutes(splitTarget(target).path, rest.endpoints, options);
    const near = nearest.length > 0 ? 'Near are:' : '"portico routes" lists what there is.';
    return {
      text: `${error.message} ${near}\n${alignColumns(nearest.map(Object.values), '  ')}`,
      json: { status: error.status, error: error.message, nearest },
      ok: false,
    };
  }
}

/** The route of a request. Throws a ServiceError as the engine does, and for OPTIONS, which no endpoint answers. */
function findEndpoint(
  endpoints: readonly Endpoint[],
  options: ExplainOptions,
  request: { method: string; target: string },
): Route & { endpoint: Endpoint } {
  const routers = new Map<number, Router<Endpoint>>();
  for (const endpoint of endpoints) {
    if (!routers.has(endpoint.version)) routers.set(endpoint.version, new Router());
    routers.get(endpoint.version)!.add(endpoint.document.endpoint.method, endpoint.segments, endpoint);
  }
  const versions = { ...options, versions: [...routers.keys()] };
  const preference = readPreference(options.accept, versions);
  const destination = findVersion(request, preference, routers, options);
  const { endpoint, ...route } = findRoute(request, destination, options);
  assertAcceptable(preference, versions, destination.version);
  assertVersionsAgree(preference, route.pathVersion);
  if (endpoint) return { ...route, endpoint };
  throw new ServiceError(
    'METHOD_NOT_ALLOWED',
    `OPTIONS runs no operation; it answers 204 with Allow: ${allowOf(route)}.`,
  );
}
