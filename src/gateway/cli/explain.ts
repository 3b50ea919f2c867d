// The endpoint that a request reaches, and everything about it. Routes and reads as the engine does; executes nothing.
import type { IncomingHttpHeaders } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import { describeEndpoint } from '../describe/explain/describeEndpoint.ts';
import type { Components } from '../describe/openapi/Schema.ts';
import { ServiceError } from '../errors/ServiceError.ts';
import type { ApiPlan } from '../plan/ApiPlan.ts';
import { type EndpointPlan, takesBody } from '../plan/EndpointPlan.ts';
import { assertKnownBodyVersion } from '../protocol/assertKnownBodyVersion.ts';
import { assertJsonBody } from '../protocol/parseJsonBody.ts';
import { readBodyVersion } from '../protocol/readBodyVersion.ts';
import { createRouters } from '../request/createRouters.ts';
import {
  type Route,
  type RouteSettings,
  allowOf,
  findRoute,
  findVersion,
  negotiatedVersion,
} from '../request/findRoute.ts';
import { readPreference } from '../protocol/readPreference.ts';
import { assertVersionsAgree } from '../protocol/assertVersionsAgree.ts';
import { selectProducedType } from '../protocol/selectProducedType.ts';
import { alignColumns } from './alignColumns.ts';
import { explainRequest } from './explainRequest.ts';
import { nearestRoutes } from './nearestRoutes.ts';
import type { Report } from './Report.ts';
import { writeExplanation } from './writeExplanation.ts';

export interface ExplainOptions extends RouteSettings {
  apiName: string;
}

/** A request as far as it is explained: without its body and its credentials. */
export interface ExplainableRequest {
  method: string;
  target: string;
  /** Names are in lower case. */
  headers: IncomingHttpHeaders;
}

/** Explains a request; where it reaches no endpoint, says why, and which routes are the nearest. */
export function explain(
  { plan, schema }: { plan: ApiPlan; schema: GraphQLSchema },
  options: ExplainOptions,
  request: ExplainableRequest,
): Report {
  const { method, target, headers } = request;
  try {
    const route = findEndpoint(plan, options, request);
    const version = plan.versions.find(({ number }) => number === route.version)!;
    const components: Components = new Map();
    const endpoint = describeEndpoint(route.endpoint, version, components);
    const explained = explainRequest(route, headers, { version, schema });
    return {
      text: writeExplanation({ method, target }, endpoint, explained, components),
      json: { ...endpoint, request: { method, target, ...explained } },
      ok: explained.problems.length === 0 && !explained.precondition,
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const nearest = nearestRoutes(target.split('?', 1)[0]!, plan, options);
    const near = nearest.length > 0 ? 'Nearest routes:' : '"portico routes" lists all routes.';
    return {
      text: `${error.message}\n${near}\n${alignColumns(nearest.map(Object.values), '  ')}`,
      json: { status: error.status, error: error.message, nearest },
      ok: false,
    };
  }
}

/** The route of a request. Throws a ServiceError as the engine does, and for OPTIONS, which reaches no endpoint. */
function findEndpoint(
  plan: ApiPlan,
  options: ExplainOptions,
  request: ExplainableRequest,
): Route & { endpoint: EndpointPlan } {
  const settings = { ...options, versions: plan.versions.map(({ number }) => number) };
  const { method, headers } = request;
  const preference = readPreference(headers.accept, settings);
  const bodyVersion = readBodyVersion(method, headers['content-type'], settings);
  const negotiated = negotiatedVersion(preference, bodyVersion?.version);
  const destination = findVersion(request, negotiated, createRouters(plan), options);
  const { endpoint, ...route } = findRoute(request, destination, options);
  const { version } = destination;
  selectProducedType(endpoint?.produces, { preference, version, accept: headers.accept }, settings);
  const hasBody = endpoint !== undefined && takesBody(endpoint.method);
  if (hasBody) {
    assertKnownBodyVersion(bodyVersion, settings);
    assertJsonBody(headers, bodyVersion ? undefined : endpoint.consumes);
  }
  assertVersionsAgree(preference, route.pathVersion, hasBody ? bodyVersion : undefined);
  if (endpoint) return { ...route, endpoint };
  const message = `OPTIONS runs no operation; its response is 204 with Allow: ${allowOf(route)}.`;
  throw new ServiceError('METHOD_NOT_ALLOWED', message);
}
