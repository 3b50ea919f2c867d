// The life of a request, top to bottom. The order of the checks is the order in which a client learns of them: 404 and
// 405, 401, 406, 403, 413 and 415, 400. Nothing executes before all of them have passed.
import type { ExecutionResult } from 'graphql';
import type { Caller } from '../access/Caller.ts';
import { checkScopes } from '../access/checkScopes.ts';
import { ProblemCollector } from '../errors/ProblemCollector.ts';
import { ServiceError } from '../errors/ServiceError.ts';
import type { Endpoint } from './Endpoint.ts';
import type { Conventions } from '../conventions/Conventions.ts';
import { readExports } from '../compile/compileLookup.ts';
import type { Reply } from '../protocol/Reply.ts';
import type { RestRequest } from '../request/RestRequest.ts';
import { toBearer } from '../protocol/toBearer.ts';
import { type BodyVersion, readBodyVersion } from '../protocol/readBodyVersion.ts';
import { type Preference, readPreference } from '../protocol/readPreference.ts';
import { selectMediaType } from '../protocol/selectMediaType.ts';
import type { VersionSettings } from '../protocol/VersionSettings.ts';
import type { Plan, PageRequest } from '../plan/PageRequest.ts';
import { assertVersionsAgree } from '../protocol/assertVersionsAgree.ts';
import { assertKnownBodyVersion } from '../protocol/assertKnownBodyVersion.ts';
import { vendorType } from '../protocol/vendorType.ts';
import { assertAcceptable } from '../protocol/assertAcceptable.ts';
import { renderLinks } from './renderLinks.ts';
import { readPage } from '../request/readPage.ts';
import type { Variables } from '../request/compileInput.ts';
import { readJsonBody } from '../request/readJsonBody.ts';
import { type RawQuery, parseQuery } from '../protocol/parseQuery.ts';
import { checkOutcome } from './checkOutcome.ts';
import { errorOfResult, internalFailure, unrenderableResult } from './errorOfResult.ts';
import { invalidInputError } from '../errors/invalidInputError.ts';
import { renderError } from './renderError.ts';
import { entityTag } from '../protocol/entityTag.ts';
import { jsonReply } from './jsonReply.ts';
import { encodeBody, negotiateCoding } from '../protocol/contentCoding.ts';
import { type OriginSettings, originOf } from '../protocol/originOf.ts';
import { type CurrentState, checkPreconditions, evaluateRead } from '../protocol/preconditions.ts';
import { pathOfRequest } from './pathOfRequest.ts';
import { type Route, type RouteSettings, allowOf, findRoute, findVersion } from '../request/findRoute.ts';
import type { Router } from '../request/Router.ts';
import { REQUEST_TIMEOUT_MS, withDeadline } from './withDeadline.ts';

/** What requests are handled with; made once, at start. */
export interface Engine {
  settings: RouteSettings &
    VersionSettings &
    OriginSettings & { /** Whether bodies are compressed. */ compression?: boolean };
  /** By version. */
  conventions: ReadonlyMap<number, Conventions>;
  /** By version. */
  routers: ReadonlyMap<number, Router<Endpoint>>;
  /** Rejects with UNAUTHENTICATED. */
  authenticate(authorization: string | undefined): Promise<Caller>;
  /** Told of every answer of 500 and above. */
  report(failure: { requestId: string; method: string; target: string; error: ServiceError }): void;
}

/** Answers one request, whatever goes wrong with it. */
export async function handleRequest(engine: Engine, request: RestRequest): Promise<Reply> {
  const { method, target, headers, requestId } = request;
  const preference = readPreference(headers.accept, engine.settings);
  const bodyVersion = readBodyVersion(method, headers['content-type'], engine.settings);
  // Until the version is known, errors look as in the default one.
  let conventions = engine.conventions.get(engine.settings.defaultVersion)!;
  let reply: Reply;
  try {
    const destination = findVersion(request, preference, engine.routers, engine.settings, bodyVersion?.version);
    conventions = engine.conventions.get(destination.version)!;
    const route = findRoute(request, destination, engine.settings);
    const { endpoint } = route;
    if (!endpoint) return { status: 204, headers: { allow: allowOf(route), vary: 'Accept' }, body: null };
    reply = await answer(engine, request, preference, bodyVersion, route, endpoint);
    if (engine.settings.compression) reply = negotiateCoding(reply, headers['accept-encoding']);
    if (endpoint.document.endpoint.method === 'GET') reply = evaluateRead(headers, reply);
  } catch (thrown) {
    const error = thrown instanceof ServiceError ? thrown : internalFailure(thrown);
    // What ends because the client has gone is nobody's failure; a mutation that has begun does not end for that.
    const isAbandoned = request.signal.aborted && thrown === request.signal.reason;
    if (error.status >= 500 && !isAbandoned) engine.report({ requestId, method, target, error });
    reply = renderError(error, headers.accept, requestId, conventions);
    if (engine.settings.compression) reply = negotiateCoding(reply, headers['accept-encoding']);
  }
  const encoded = engine.settings.compression ? await encodeBody(reply) : reply;
  return method === 'HEAD' ? { ...encoded, body: null } : encoded;
}

async function answer(
  engine: Engine,
  request: RestRequest,
  preference: Preference,
  bodyVersion: BodyVersion,
  route: Route,
  endpoint: Endpoint,
): Promise<Reply> {
  const caller = await engine.authenticate(toBearer(request.headers.authorization, endpoint.conventions.auth.scheme));
  request.onAuthenticated?.(caller);
  assertAcceptable(preference, engine.settings, endpoint.version);

  const query = parseQuery(route.query);
  const variables: Variables = {};
  const strangers = endpoint.input.readExpand(query, variables);
  checkScopes(endpoint.requirements, caller, variables);

  // A request that breaks in its body must not have been carried out.
  if (endpoint.input.takesBody) assertKnownBodyVersion(bodyVersion, engine.settings);
  const body = endpoint.input.takesBody ? await readJsonBody(request) : await request.drainBody?.();
  assertVersionsAgree(preference, route.pathVersion, endpoint.input.takesBody ? bodyVersion : undefined);
  const page = readInputs(endpoint, route, request.headers, query, strangers, body, variables);
  if (page) endpoint.page?.setVariables(page, variables);

  const isWrite = endpoint.document.endpoint.method !== 'GET';
  if (isWrite) await checkPreconditions(request.headers, () => readCurrent(engine, request, route, caller));

  const chosenVersion = route.pathVersion === undefined ? bodyVersion?.version : undefined;
  const { accept } = request.headers;
  const choice = { preference, version: endpoint.version, accept, bodyVersion: chosenVersion };
  const mediaType = selectMediaType(choice, engine.settings);
  const found = await execute(endpoint, page?.style ?? 'PLAIN', request, caller, variables);
  try {
    const isAbsolute = endpoint.conventions.urls !== 'relative';
    const base = (isAbsolute ? originOf(request, engine.settings) : '') + route.prefix;
    return renderResult(base, mediaType, route, endpoint, query, page, variables, found);
  } catch (cause) {
    throw endpoint.document.operation.operation === 'mutation' ? unrenderableResult(cause) : cause;
  }
}

/** The answer to an execution that went well, whose addresses begin with `base`; throws where JSON cannot hold its result. */
function renderResult(
  base: string,
  mediaType: string,
  route: Route,
  endpoint: Endpoint,
  query: RawQuery,
  page: PageRequest | undefined,
  variables: Variables,
  found: unknown,
): Reply {
  if (endpoint.page && page) {
    const { body: items, links } = endpoint.page.toBody(page, variables, found as Record<string, never>);
    const path = base + pathOfRequest(endpoint.segments, route.values);
    const link = renderLinks(path, query, endpoint.page.parameters, links);
    return jsonReply(endpoint, mediaType, items, link === undefined ? {} : { link });
  }
  if (endpoint.document.endpoint.status === 204) {
    return { status: 204, headers: { vary: 'Accept', ...endpoint.headers }, body: null };
  }
  const sent = endpoint.result.toBody(found);
  const below = endpoint.location?.(variables, sent);
  const location = below === undefined ? undefined : base + below;
  return jsonReply(endpoint, mediaType, sent, location === undefined ? {} : { location });
}

/** Reads what stands at the path of a write as its GET shows it; where there is no GET that needs nothing but the path, nothing. */
async function readCurrent(engine: Engine, request: RestRequest, route: Route, caller: Caller): Promise<CurrentState> {
  const endpoint = route.routes.get('GET');
  if (!endpoint) return { missing: undefined };
  const { page: pages, result, version, document } = endpoint;
  try {
    const variables: Variables = {};
    const query = parseQuery('');
    const strangers = endpoint.input.readExpand(query, variables);
    checkScopes(endpoint.requirements, caller, variables);
    const page = readInputs(endpoint, route, request.headers, query, strangers, undefined, variables);
    if (page) pages?.setVariables(page, variables);
    const found = await execute(endpoint, page?.style ?? 'PLAIN', request, caller, variables);
    if (document.endpoint.maxAge === undefined) return { tags: [] };
    const body =
      pages && page ? pages.toBody(page, variables, found as Record<string, never>).body : result.toBody(found);
    const types = ['application/json', vendorType(engine.settings.apiName, version)];
    return { tags: types.map((type) => entityTag(JSON.stringify(body), type, version)) };
  } catch (error) {
    if (!(error instanceof ServiceError) || (error.code !== 'BAD_USER_INPUT' && error.status !== 404)) throw error;
    return { missing: error.status === 404 ? error : undefined };
  }
}

/** Fills the variables from path, query and body; throws BAD_USER_INPUT with every problem of all of them. */
function readInputs(
  { input, page }: Endpoint,
  route: Route,
  headers: RestRequest['headers'],
  query: RawQuery,
  strangers: readonly string[],
  body: unknown,
  variables: Variables,
): PageRequest | undefined {
  const problems = new ProblemCollector();
  input.readPath(route.values, variables, problems);
  input.readHeaders(headers, variables, problems);
  input.readQuery(query, strangers, variables, problems);
  const wanted = page && readPage(query, page.limits, problems);
  if (input.takesBody) input.readBody(body, variables, problems);
  if (problems.problems.length > 0) throw invalidInputError(problems);
  return wanted;
}

/**
 * Runs the lookup, if there is one, and the operation; walks to the value that answers it. Nothing begins when the client
 * has gone or the time is over, and a mutation that has begun is ended by nothing but the deadline.
 */
async function execute(
  endpoint: Endpoint,
  plan: Plan,
  { signal: client, deadline = Date.now() + REQUEST_TIMEOUT_MS, requestId, headers, origin }: RestRequest,
  caller: Caller,
  variables: Variables,
): Promise<unknown> {
  const { executions, lookup, parameters, result, conventions, document } = endpoint;
  const isMutation = document.operation.operation === 'mutation';
  const run = executions.get(plan)!;
  return withDeadline(client, deadline, async ({ signal, beginMutation }) => {
    const request = { caller, requestId, headers, origin, signal, deadline };
    let own = variables;
    if (lookup) {
      const found = await lookup.execute({
        ...request,
        variables: only(variables, (name) => lookup.variables.includes(name)),
      });
      const exported = readExports(lookup, dataOf(found, Infinity, conventions), parameters);
      signal.throwIfAborted();
      own = { ...only(variables, (name) => !lookup.onlyItsOwn.includes(name)), ...exported };
    }
    if (isMutation) beginMutation();
    const executed = await run({ ...request, variables: own });
    const data = dataOf(executed, result.spine.length, conventions, isMutation);
    return result.find(data, variables);
  });
}

/** The data of an execution that went well; throws what its errors come to. */
function dataOf(
  executed: ExecutionResult,
  spineLength: number,
  { errors: conventions }: Conventions,
  isMutation = false,
) {
  const { data, errors } = executed;
  if (!errors || errors.length === 0) return data ?? {};
  const error = errorOfResult(errors, spineLength, conventions);
  throw isMutation ? checkOutcome(error, executed) : error;
}

function only(variables: Variables, isWanted: (name: string) => boolean): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => isWanted(name)));
}
