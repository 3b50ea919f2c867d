// The preconditions of a write, in the order of RFC 9110, section 13.2.2: If-Match, then If-None-Match. Only what the mutation
// itself makes sure of lets a write execute: a resource that is read first can change before it is written.
import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { type EndpointPlan, hasEntityTag, successStatuses } from '../../plan/EndpointPlan.ts';
import { preconditionFailed } from '../../http/entityTags.ts';
import { parseQuery } from '../../http/urls.ts';
import type { CheckedRequest, RoutedRequest, Runtime } from '../Runtime.ts';
import { requireCaller, requireScopes } from './checkCaller.ts';
import { execute } from './executeEndpoint.ts';

/**
 * Rejects where a request must not execute: with PRECONDITION_REQUIRED, with PRECONDITION_FAILED, or, if the resource does not
 * exist, with the error of the GET of its path. Nothing executes after that read.
 */
export async function checkPreconditions(runtime: Runtime, checked: CheckedRequest): Promise<void> {
  const { request, route, endpoint, inputs } = checked;
  const { plan, reader } = endpoint;
  const { precondition } = inputs;
  const isRead = plan.method === 'GET';
  if (precondition && (isRead || precondition.code === 'PRECONDITION_REQUIRED')) throw precondition;
  if (isRead) return;
  const conditions = reader.unreadConditions(request.headers);
  const get = route.endpoints.get('GET');
  const noMatch = precondition ?? refuseIfMatch(conditions, plan, get);
  const refused = noMatch ?? refuseIfNoneMatch(conditions, get);
  if (!refused) return;
  // What does not exist meets every If-None-Match: it is 404 only where the write would be.
  if (noMatch || changesOnlyExisting(plan)) await assertExists(runtime, checked);
  throw refused;
}

/** Why a write refuses an If-Match that is no parameter; undefined where it holds if the mutation succeeds. */
function refuseIfMatch(
  { 'if-match': ifMatch }: IncomingHttpHeaders,
  plan: EndpointPlan,
  get: EndpointPlan | undefined,
): ServiceError | undefined {
  if (ifMatch === undefined) return undefined;
  if (ifMatch.trim() !== '*') return preconditionFailed('If-Match: this endpoint has no version to compare');
  if (changesOnlyExisting(plan) || (get && alwaysExists(get))) return undefined;
  return preconditionFailed('If-Match: this endpoint cannot require that the resource exists');
}

/** Why a write refuses an If-None-Match; undefined where the resource has no entity tag that could match. */
function refuseIfNoneMatch(
  { 'if-none-match': ifNoneMatch }: IncomingHttpHeaders,
  get: EndpointPlan | undefined,
): ServiceError | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch.trim() === '*') {
    return preconditionFailed('If-None-Match: this endpoint cannot require that the resource does not exist');
  }
  if (!get || !hasEntityTag(get)) return undefined;
  return preconditionFailed('If-None-Match: entity tags are compared by GET only');
}

/** Whether a write of a missing resource is 404: its data is null then, which under 201 is an internal error. */
function changesOnlyExisting(plan: EndpointPlan): boolean {
  return plan.result.canBeMissing && !successStatuses(plan).includes(201);
}

/** Whether the resource of a GET is there at all times, such as a list. */
function alwaysExists({ segments, lookup, result }: EndpointPlan): boolean {
  return !result.canBeMissing && !lookup && segments.every(({ names }) => names.length === 0);
}

const NO_QUERY = parseQuery('');

/**
 * Reads the resource at the path of a write as the GET of the path does, and rejects with the errors of that, such as NOT_FOUND or
 * FORBIDDEN. Does nothing where the path has no GET that requires only the path. A GET that reads no credentials is executed
 * without the caller of the write.
 */
export async function assertExists(
  runtime: Runtime,
  {
    request,
    route,
    caller,
    callerKey,
    transaction,
  }: Pick<RoutedRequest, 'request' | 'route' | 'caller' | 'callerKey' | 'transaction'>,
): Promise<void> {
  const plan = route.endpoints.get('GET');
  if (!plan) return;
  const readAs = plan.auth === 'NONE' && runtime.authenticate ? null : caller;
  const endpoint = runtime.endpointOf(route.version, plan);
  try {
    const scopeInputs = endpoint.reader.readScopeInputs(NO_QUERY);
    requireCaller(runtime, readAs, endpoint, scopeInputs.variables);
    requireScopes(plan.scopes, readAs, scopeInputs.variables);
    const parts = { pathValues: route.values, query: NO_QUERY, headers: request.headers };
    const { variables, page, problems } = endpoint.reader.readInputs(parts, scopeInputs);
    if (problems.problems.length > 0) return;
    await execute({ endpoint, request, caller: readAs, callerKey, transaction }, { variables, page });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'BAD_USER_INPUT') throw error;
  }
}
