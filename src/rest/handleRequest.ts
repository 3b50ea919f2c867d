// The life of a request, top to bottom. The order of the checks is the order in which a client learns of them: 404 and
// 405, 401, 406, 403, 413 and 415, 400. Nothing executes before all of them have passed.
import type { ExecutionResult } from 'graphql';
import type { Caller } from '../auth/Caller.ts';
import { checkScopes } from '../auth/checkScopes.ts';
import { type Problem, ServiceError } from '../errors/ServiceError.ts';
import type { Endpoint } from './Endpoint.ts';
import type { Conventions } from './document/Conventions.ts';
import { readExports } from './lookup/compileLookup.ts';
import type { Reply, RestRequest } from './message.ts';
import { type Preference, type VersionSettings, mediaTypeOf, readPreference } from './negotiate/negotiate.ts';
import type { PagePlan, PageRequest } from './page/PageRequest.ts';
import { asBearer } from './negotiate/authScheme.ts';
import { renderLinks } from './page/links.ts';
import { pageParameters, readPage } from './page/readPage.ts';
import type { Variables } from './params/compileInput.ts';
import { readJsonBody } from './params/readJsonBody.ts';
import { type RawQuery, readQuery } from './params/readQuery.ts';
import { errorOfResult, internalFailure } from './problem/errorOfResult.ts';
import { invalidInput } from './problem/invalidInput.ts';
import { renderError } from './problem/renderError.ts';
import { entityTag, isNotModified } from './reply/entityTag.ts';
import { originOf } from './reply/originOf.ts';
import { type Route, type RouteSettings, findRoute, findVersion } from './findRoute.ts';
import type { Router } from './route/Router.ts';
import { withDeadline } from './withDeadline.ts';

/** Milliseconds after which an execution is given up. */
const DEADLINE = 30_000;

/** What requests are handled with; made once, at start. */
export interface Engine {
  settings: RouteSettings & VersionSettings;
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
  // Until the version is known, errors look as in the default one.
  let conventions = engine.conventions.get(engine.settings.defaultVersion)!;
  let reply: Reply;
  try {
    const destination = findVersion(request, preference, engine.routers, engine.settings);
    conventions = engine.conventions.get(destination.version)!;
    const route = findRoute(request, destination, engine.settings);
    const { endpoint, allow } = route;
    if (!endpoint) return { status: 204, headers: { allow, vary: 'Accept' }, body: null };
    reply = await answer(engine, request, preference, route, endpoint);
  } catch (thrown) {
    const error = thrown instanceof ServiceError ? thrown : internalFailure(thrown);
    // What fails because the client has gone is nobody's failure.
    if (error.status >= 500 && !request.signal.aborted) engine.report({ requestId, method, target, error });
    reply = renderError(error, headers.accept, requestId, conventions);
  }
  return method === 'HEAD' ? { ...reply, body: null } : reply;
}

async function answer(
  engine: Engine,
  request: RestRequest,
  preference: Preference,
  route: Route,
  endpoint: Endpoint,
): Promise<Reply> {
  const caller = await engine.authenticate(asBearer(request.headers.authorization, endpoint.conventions));
  refuseUnacceptable(preference, engine.settings);

  const query = readQuery(route.query);
  const variables: Variables = {};
  endpoint.input.readExpand(query, variables);
  checkScopes(endpoint.requirements, caller, variables);

  // A request that breaks in its body must not have been carried out.
  const body = endpoint.input.takesBody ? await readJsonBody(request) : await request.dropBody?.();
  refuseDisagreement(preference, route);
  const page = readInputs(endpoint, route, request.headers, query, body, variables);
  if (page) endpoint.page!.setVariables(page, variables);

  const found = await execute(endpoint, page?.style ?? 'PLAIN', request, caller, variables);
  const mediaType = mediaTypeOf(preference, engine.settings);
  if (!page) return succeed(endpoint, route, request, mediaType, variables, found);

  const paged = endpoint.page!.toBody(page, variables, found as Record<string, never>);
  const own = pageParameters(endpoint.page!.limits);
  const path = `${originOf(request, endpoint.conventions)}${route.prefix}${pathOf(endpoint, route)}`;
  const link = renderLinks(path, query, own, paged.links);
  return jsonReply(endpoint, request, mediaType, paged.body, link === undefined ? {} : { link });
}

/** Throws NOT_ACCEPTABLE where Accept names nothing that is made here. */
export function refuseUnacceptable(preference: Preference, { apiName, versions, versioning }: VersionSettings): void {
  if (preference.kind === 'json') return;
  const vendor = versioning === 'path' ? [] : versions.map((version) => `application/vnd.${apiName}.v${version}+json`);
  const known = ['application/json', ...vendor].join(', ');
  const reason =
    preference.kind === 'unknownVersion'
      ? `There is no version ${preference.version.slice(0, 20)}`
      : 'None of the media types in Accept is made here';
  throw new ServiceError('NOT_ACCEPTABLE', `${reason}; accept ${known}.`);
}

/** Throws BAD_REQUEST where path and Accept name different versions. */
export function refuseDisagreement(preference: Preference, { pathVersion }: Pick<Route, 'pathVersion'>): void {
  const wanted = preference.kind === 'json' ? preference.version : undefined;
  if (wanted === undefined || pathVersion === undefined || wanted === pathVersion) return;
  throw new ServiceError('BAD_REQUEST', `The path asks for version ${pathVersion}, Accept for version ${wanted}.`);
}

/** Fills the variables from path, query and body; throws BAD_USER_INPUT with every problem of all of them. */
function readInputs(
  { input, page }: Endpoint,
  route: Route,
  headers: RestRequest['headers'],
  query: RawQuery,
  body: unknown,
  variables: Variables,
): PageRequest | undefined {
  const problems: Problem[] = [];
  input.readPath(route.values, variables, problems);
  input.readHeaders(headers, variables, problems);
  input.readQuery(query, variables, problems);
  const wanted = page && readPage(query, page.limits, problems);
  if (input.takesBody) input.readBody(body, variables, problems);
  if (problems.length > 0) throw invalidInput(problems);
  return wanted;
}

/** Runs the lookup, if there is one, and the operation; walks to the value that answers it. */
async function execute(
  endpoint: Endpoint,
  plan: PagePlan | 'PLAIN',
  { signal: client, requestId, headers, origin }: RestRequest,
  caller: Caller,
  variables: Variables,
): Promise<unknown> {
  const { executions, lookup, parameters, result, conventions } = endpoint;
  const run = executions.get(plan)!;
  return withDeadline(client, DEADLINE, async (signal, deadline) => {
    const request = { caller, requestId, headers, origin, signal, deadline };
    let own = variables;
    if (lookup) {
      const found = await lookup.execute({
        ...request,
        variables: only(variables, (name) => lookup.variables.includes(name)),
      });
      const exported = readExports(lookup, dataOf(found, Infinity, conventions), parameters);
      own = { ...only(variables, (name) => !lookup.onlyItsOwn.includes(name)), ...exported };
    }
    const data = dataOf(await run({ ...request, variables: own }), result.spine.length, conventions);
    return result.find(data, variables);
  });
}

/** The data of an execution that went well; throws what its errors come to. */
function dataOf({ data, errors }: ExecutionResult, spineLength: number, { errors: conventions }: Conventions) {
  if (errors && errors.length > 0) throw errorOfResult(errors, spineLength, conventions);
  return data ?? {};
}

function only(variables: Variables, isWanted: (name: string) => boolean): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => isWanted(name)));
}

function succeed(
  endpoint: Endpoint,
  { prefix }: Route,
  request: RestRequest,
  mediaType: string,
  variables: Variables,
  found: unknown,
): Reply {
  if (endpoint.document.endpoint.status === 204) {
    return { status: 204, headers: { vary: 'Accept', ...endpoint.headers }, body: null };
  }
  const body = endpoint.result.toBody(found);
  const { location, conventions } = endpoint;
  const path = location && originOf(request, conventions) + prefix + location(variables, body);
  return jsonReply(endpoint, request, mediaType, body, path === undefined ? {} : { location: path });
}

function jsonReply(
  { document, version, headers: fixed }: Endpoint,
  request: RestRequest,
  mediaType: string,
  body: unknown,
  own: Record<string, string>,
): Reply {
  const { status, maxAge } = document.endpoint;
  const text = JSON.stringify(body);
  const link = [own['link'], fixed['link']].filter((each) => each !== undefined).join(', ');
  const headers: Record<string, string> = {
    'content-type': mediaType,
    vary: 'Accept',
    ...fixed,
    ...own,
    ...(link !== '' && { link }),
  };
  if (maxAge !== undefined) {
    headers['etag'] = entityTag(text, mediaType, version);
    if (isNotModified(request.headers['if-none-match'], headers['etag'])) {
      const { 'content-type': _, ...kept } = headers;
      return { status: 304, headers: kept, body: null };
    }
  }
  headers['content-length'] = String(Buffer.byteLength(text));
  return { status, headers, body: text };
}

/** The path of the request below its prefix, with what stands in its placeholders. */
function pathOf({ segments }: Endpoint, { values }: Route): string {
  if (segments.length === 0) return '/';
  let next = 0;
  return segments
    .map((segment) =>
      segment.kind === 'literal' ? `/${segment.text}` : `/${encodeURIComponent(values[next++]!)}${segment.suffix}`,
    )
    .join('');
}
