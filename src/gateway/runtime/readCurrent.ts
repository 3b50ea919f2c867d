import { ServiceError } from '../errors/ServiceError.ts';
import { hasEntityTag } from '../plan/hasEntityTag.ts';
import { entityTag } from '../protocol/entityTag.ts';
import type { CurrentState } from '../protocol/preconditions.ts';
import { vendorType } from '../protocol/vendorType.ts';
import { parseQuery } from '../protocol/parseQuery.ts';
import { invalidInputError } from '../errors/invalidInputError.ts';
import { execute } from './execute.ts';
import { pathOfRequest } from './pathOfRequest.ts';
import { requireCaller } from './requireCaller.ts';
import { requireScopes } from './requireScopes.ts';
import type { RoutedRequest, Runtime } from './Runtime.ts';

const NO_QUERY = parseQuery('');

/**
 * Reads the current state of the resource that a write is about to change, as the GET of its path does. It is missing where
 * that is 404, and where the path has no GET that requires only the path. Rejects with any other error of the GET, such as
 * FORBIDDEN. A GET that reads no credentials is executed without the caller of the write. `base` is the beginning of every
 * address in the response.
 */
export async function readCurrent(runtime: Runtime, routed: RoutedRequest, base: string): Promise<CurrentState> {
  const { request, route } = routed;
  const plan = route.endpoints.get('GET');
  if (!plan) return { missing: undefined };
  const caller = plan.auth === 'NONE' && runtime.authenticate ? null : routed.caller;
  const endpoint = runtime.endpointOf(route.version, plan);
  try {
    const scopeInputs = endpoint.reader.readScopeInputs(NO_QUERY);
    requireCaller(caller, plan, scopeInputs.variables, runtime.settings.apiName);
    requireScopes(plan.scopes, caller, scopeInputs.variables);
    const parts = { pathValues: route.values, query: NO_QUERY, headers: request.headers };
    const { variables, page, problems } = endpoint.reader.readInputs(parts, scopeInputs);
    if (problems.problems.length > 0) throw invalidInputError(problems);
    const executed = await execute(endpoint, { request, caller, variant: page?.style ?? 'UNPAGED', variables });
    if (!hasEntityTag(plan)) return { tags: [] };
    const context = { variables, base };
    const path = pathOfRequest(plan.segments, route.values);
    const body =
      endpoint.page && page
        ? endpoint.page({ page, context, executed, address: { path: base + path, query: NO_QUERY } }).body
        : (endpoint.wrap ?? ((sent) => sent))(endpoint.result.toBody(executed.value, context));
    const types = [...(plan.produces ?? ['application/json']), vendorType(runtime.settings.apiName, route.version)];
    const own = endpoint.readHeaders?.(executed.data)['etag'];
    if (own === undefined && plan.maxAge === undefined) return { tags: [] };
    return { tags: types.map((type) => entityTag(JSON.stringify(body), type, route.version, own)) };
  } catch (error) {
    if (!(error instanceof ServiceError) || (error.code !== 'BAD_USER_INPUT' && error.status !== 404)) throw error;
    return { missing: error.status === 404 ? error : undefined };
  }
}
