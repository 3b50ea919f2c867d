import { ServiceError } from '../errors/ServiceError.ts';
import { invalidInputError } from '../errors/invalidInputError.ts';
import { parseQuery } from '../protocol/parseQuery.ts';
import { execute } from './execute.ts';
import { requireCaller } from './requireCaller.ts';
import { requireScopes } from './requireScopes.ts';
import type { RoutedRequest, Runtime } from './Runtime.ts';

const NO_QUERY = parseQuery('');

/**
 * Reads the resource at the path of a write as the GET of the path does, and rejects with the errors of that, such as NOT_FOUND or
 * FORBIDDEN. Does nothing where the path has no GET that requires only the path. A GET that reads no credentials is executed
 * without the caller of the write.
 */
export async function assertExists(
  runtime: Runtime,
  { request, route, caller, callerKey, transaction }: RoutedRequest,
): Promise<void> {
  const plan = route.endpoints.get('GET');
  if (!plan) return;
  const readAs = plan.auth === 'NONE' && runtime.authenticate ? null : caller;
  const endpoint = runtime.endpointOf(route.version, plan);
  try {
    const scopeInputs = endpoint.reader.readScopeInputs(NO_QUERY);
    requireCaller(readAs, plan, scopeInputs.variables, runtime.settings.apiName);
    requireScopes(plan.scopes, readAs, scopeInputs.variables);
    const parts = { pathValues: route.values, query: NO_QUERY, headers: request.headers };
    const { variables, page, problems } = endpoint.reader.readInputs(parts, scopeInputs);
    if (problems.problems.length > 0) throw invalidInputError(problems);
    const variant = page?.style ?? 'UNPAGED';
    await execute(endpoint, { request, caller: readAs, callerKey, transaction, variant, variables });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'BAD_USER_INPUT') throw error;
  }
}
