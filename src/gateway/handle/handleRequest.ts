// The life of a request, from top to bottom. The order of the checks is visible to clients: 404 and 405, 410, 401, 429, 406, 403, 413
// and 415, 400, 503 where too much work waits, what a used Idempotency-Key leads to (409, 422, 406 where Accept excludes the type of
// the stored response, or that response), 428, 412. The operation executes only after all of them have passed.
import type { Conventions } from '../plan/conventions/Conventions.ts';
import { ServiceError } from '../base/errors/ServiceError.ts';
import { internalError, invalidInputError, refusalOf } from '../base/errors/knownErrors.ts';
import type { RateLimitHeaders } from '../guard/limits/createRateLimiter.ts';
import { callerKey } from '../guard/limits/callerKey.ts';
import { type EndpointPlan, takesBody } from '../plan/EndpointPlan.ts';
import { NO_STORE, type Reply, addVary } from '../http/Reply.ts';
import { encodeBody, negotiateCoding } from '../http/contentCoding.ts';
import { evaluateRead } from '../http/entityTags.ts';
import { selectProducedType } from '../http/negotiation.ts';
import { parseQuery } from '../http/urls.ts';
import { assertKnownBodyVersion, assertVersionsAgree, readBodyVersion } from '../http/versions.ts';
import type { RestRequest } from './read/RestRequest.ts';
import type { RequestBody } from './read/RequestParts.ts';
import {
  type Route,
  acceptPatch,
  allowOf,
  findRoute,
  findVersion,
  negotiatedVersion,
  optionsHeaders,
} from './read/routing.ts';
import type { CheckedRequest, RoutedRequest, Runtime, ServedVersion } from './Runtime.ts';
import { authenticate, checkKey, hasCredentials, requireCaller, requireScopes } from './run/checkCaller.ts';
import { refuseForgedForm } from './run/checkOrigin.ts';
import { performAdmitted } from './run/performRequest.ts';
import { renderError } from './renderError.ts';

/** Handles one request; every failure becomes a reply. */
export async function handleRequest(runtime: Runtime, received: RestRequest): Promise<Reply> {
  const { settings, rateLimiter } = runtime;
  const { method, target, headers } = received;
  const arrivedAt = Date.now();
  const bodyVersion = readBodyVersion(method, headers['content-type'], settings);
  // Until the version is known, errors have the format of the default one.
  const first = runtime.versions.get(settings.defaultVersion)!;
  let version = first;
  let request = translateRequest(received, first);
  let preference = runtime.readPreference(request.headers.accept);
  let reply: Reply;
  let route: Route | undefined;
  let limit: RateLimitHeaders | undefined;
  let body: RequestBody | undefined;
  let key: string | undefined;
  try {
    const negotiated = negotiatedVersion(preference, bodyVersion?.version);
    const match = findVersion(request, negotiated, runtime.routers, settings);
    version = runtime.versions.get(match.version)!;
    if (version.translateAccept !== first.translateAccept) {
      request = translateRequest(received, version);
      preference = runtime.readPreference(request.headers.accept);
    }
    route = findRoute(request, match, settings);
    if (!route.endpoint) {
      return completeReply(
        { status: 204, headers: { ...optionsHeaders(route), vary: 'Accept' }, body: null },
        request,
        version,
      );
    }
    const endpoint = runtime.endpointOf(route.version, route.endpoint);
    request.onRouted?.(endpoint.plan, route.version);
    endpoint.assertServed?.();
    const found = authenticate(runtime, endpoint, received);
    const caller = found instanceof Promise ? await found : found;
    request.onAuthenticated?.(caller);
    key = callerKey(caller, request, settings.trustsPeer);
    if (rateLimiter) {
      const { rateLimit, name } = endpoint.plan;
      const policy = rateLimit ? { name, ...rateLimit } : rateLimiter.defaultPolicy;
      const consumed = policy && rateLimiter.consume({ caller: key, policy }, version.headers?.renderQuota);
      limit = consumed instanceof Promise ? await consumed : consumed;
    }
    const routed: RoutedRequest = { request, route, caller, callerKey: key, endpoint, preference, bodyVersion };
    const access = checkAccess(runtime, routed);
    body = takesBody(endpoint.plan.method) ? await readBody(runtime, routed) : undefined;
    if (body?.deadline !== undefined) routed.request = { ...request, deadline: body.deadline };
    // A request with an incomplete body must not be executed.
    if (!body && request.drainBody) await request.drainBody();
    const checked = checkInputs(runtime, routed, access, body);
    reply = await performAdmitted(runtime, checked, body);
    // The upstream or the host reads the credentials itself.
    if (!runtime.authenticate && hasCredentials(runtime, headers, target))
      reply = keepPrivate(reply, runtime.credentials?.headers);
    if (settings.compression) reply = negotiateCoding(reply, headers['accept-encoding']);
    if (endpoint.plan.method === 'GET') reply = evaluateRead(endpoint.reader.unreadConditions(headers), reply);
  } catch (thrown) {
    if (key !== undefined && runtime.admission && refusalOf(thrown) === 'overload') {
      // Its files are no longer needed while it waits, and take the room of others.
      if (body?.close) await body.close();
      body = undefined;
      const { signal, deadline = Infinity } = request;
      await runtime.admission.holdRefusal(thrown, { caller: key, arrivedAt, deadline, signal });
    }
    reply = refuseRequest(runtime, request, thrown, { conventions: version.conventions, plan: route?.endpoint });
    if (settings.compression) reply = negotiateCoding(reply, headers['accept-encoding']);
  }
  if (body?.close) await body.close();
  if (settings.compression && reply.headers['content-encoding'] !== undefined) reply = await encodeBody(reply);
  // RFC 9110, section 15.5.6, of the status that a host or the conventions give an error, too.
  if (reply.status === 405 && route?.endpoint) {
    reply = { ...reply, headers: { allow: allowOf(route, route.endpoint.method), ...reply.headers } };
  }
  // They are those of this response, never of a stored one.
  if (limit) Object.assign(reply.headers, limit);
  return completeReply(method === 'HEAD' ? { ...reply, body: null, stream: undefined } : reply, request, version);
}

/** The request, which accepts the types that the version sends for those that it names. */
function translateRequest(request: RestRequest, { translateAccept }: ServedVersion): RestRequest {
  if (!translateAccept) return request;
  return { ...request, headers: { ...request.headers, accept: translateAccept(request.headers.accept) } };
}

/** The reply with the headers that the conventions of its version say. */
export function completeReply(reply: Reply, { requestId }: RestRequest, { headers }: ServedVersion): Reply {
  return headers ? headers.complete(reply, requestId) : reply;
}

/** The reply to a request that has failed. Reports a failure of status 500 and above. */
export function refuseRequest(
  runtime: Runtime,
  { method, target, headers, requestId, trace, span, signal }: RestRequest,
  thrown: unknown,
  { conventions, plan }: { conventions: Conventions; plan: EndpointPlan | undefined },
): Reply {
  const error = thrown instanceof ServiceError ? thrown : internalError(thrown);
  const refusal = refusalOf(error);
  if (refusal) span?.count(refusal);
  // The rejection of an abandoned request is not a failure; a mutation that has begun is not abandoned.
  const isAbandoned = signal.aborted && thrown === signal.reason;
  if (error.status >= 500 && !isAbandoned && refusal !== 'overload') {
    runtime.report({ requestId, trace, method, target, error, ...(plan && { document: plan.source.file }) });
  }
  return withChallenges(runtime, renderError(error, headers.accept, requestId, conventions), conventions);
}

/** Reads what the scopes depend on, and checks them. Throws UNAUTHENTICATED, NOT_ACCEPTABLE and FORBIDDEN. */
function checkAccess(runtime: Runtime, routed: RoutedRequest) {
  const { settings, credentials } = runtime;
  const { request, route, caller, endpoint, preference } = routed;
  const { plan, version, reader } = endpoint;
  const all = parseQuery(route.query);
  const query = credentials ? credentials.withoutParameters(all) : all;
  const scopeInputs = reader.readScopeInputs(query);
  const { variables, selection } = scopeInputs;
  const conditions = selection ? { ...variables, ...selection.leftOut } : variables;
  requireCaller(runtime, caller, endpoint, conditions);
  const { accept } = request.headers;
  const produced = selectProducedType(plan.produces, { preference, version: version.number, accept }, settings);
  requireScopes(plan.scopes, caller, conditions);
  return { query, scopeInputs, produced };
}

/** Reads and parses a body. Rejects with FORBIDDEN, UNSUPPORTED_MEDIA_TYPE, CONTENT_TOO_LARGE and BAD_REQUEST. */
async function readBody(
  runtime: Runtime,
  { request, endpoint, bodyVersion, callerKey: caller }: RoutedRequest,
): Promise<RequestBody> {
  const { plan, reader } = endpoint;
  refuseForgedForm(runtime, request);
  try {
    assertKnownBodyVersion(bodyVersion, runtime.settings);
    return await reader.readBody(request, bodyVersion !== undefined, caller);
  } catch (error) {
    const isUnsupported = error instanceof ServiceError && error.code === 'UNSUPPORTED_MEDIA_TYPE';
    if (!isUnsupported || plan.method !== 'PATCH') throw error;
    throw new ServiceError(error.code, error.message, { headers: { ...error.headers, ...acceptPatch(plan) } });
  }
}

/** Reads everything else. Throws BAD_REQUEST and BAD_USER_INPUT. */
function checkInputs(
  runtime: Runtime,
  routed: RoutedRequest,
  { query, scopeInputs, produced }: ReturnType<typeof checkAccess>,
  body: RequestBody | undefined,
): CheckedRequest {
  const { request, route, caller, callerKey: key, endpoint, preference, bodyVersion } = routed;
  assertVersionsAgree(preference, route.pathVersion, body && bodyVersion);
  const streams = endpoint.plan.stream === true && produced !== undefined && endpoint.formatOf(produced) !== undefined;
  const { headers, values } = request;
  const parts = { pathValues: route.values, query, values, headers, body, streams };
  const inputs = endpoint.reader.readInputs(parts, scopeInputs);
  checkKey(inputs, caller, body?.value, runtime);
  if (inputs.problems.problems.length > 0) throw invalidInputError(inputs.problems);
  const deprecations = endpoint.reader.findDeprecations?.(parts);
  if (deprecations && deprecations.length > 0) request.onDeprecated?.(deprecations);
  // A copy by spread takes ten times as long: of the CPU time of a read medians of 14 and 17 %, quartiles of 1 and 25 %, measured as the
  // signals in src/gateway/http/README.md.
  return {
    request,
    route,
    caller,
    callerKey: key,
    endpoint,
    preference,
    bodyVersion,
    query,
    inputs,
    produced,
    deprecations,
  };
}

/** A reply with the challenges of the security schemes that the API states, in place of one for a token. */
function withChallenges({ credentials }: Runtime, reply: Reply, { auth }: Conventions): Reply {
  const { 'www-authenticate': own, ...others } = reply.headers;
  if (!credentials || own === undefined) return reply;
  const challenge = credentials.challenge(own, reply.status, auth.scheme);
  return { ...reply, headers: challenge === undefined ? others : { ...others, 'www-authenticate': challenge } };
}

/**
 * The reply to a request with credentials that were not read here: no shared cache may keep it, and no cache may give it to a
 * request with others. See RFC 9111, section 3.5.
 */
export function keepPrivate(reply: Reply, names: readonly string[] = ['Authorization']): Reply {
  const { 'cache-control': control, vary } = reply.headers;
  if (control === undefined || control === NO_STORE) return reply;
  const varied = names.reduce(addVary, vary);
  const headers = { 'cache-control': control.replace('public', 'private'), ...(varied && { vary: varied }) };
  return { ...reply, headers: { ...reply.headers, ...headers } };
}
