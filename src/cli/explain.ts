// The endpoint that a request reaches, and everything about it. Routes and reads as the engine does; executes nothing.
import type { IncomingHttpHeaders } from 'node:http';
import { distance } from 'fastest-levenshtein';
import { type GraphQLSchema, isScalarType, parse, print } from 'graphql';
import { DEFAULT_API } from '../gateway/plan/conventions/apiProperties.ts';
import { formatRequirements } from '../gateway/describe/describeAccess.ts';
import { type DescribedEndpoint, describeEndpoint } from '../gateway/describe/describeEndpoint.ts';
import { ServiceError } from '../gateway/base/errors/ServiceError.ts';
import { methodNotAllowedError } from '../gateway/base/errors/knownErrors.ts';
import type { ApiPlan, VersionPlan } from '../gateway/plan/ApiPlan.ts';
import { type EndpointPlan, takesBody } from '../gateway/plan/EndpointPlan.ts';
import { toolPaths } from '../gateway/plan/paths.ts';
import { writeJson } from '../gateway/http/losslessJson.ts';
import { prepareAccepts, isJsonType } from '../gateway/http/mediaTypes.ts';
import { selectProducedType } from '../gateway/http/negotiation.ts';
import { parseQuery, pathOf } from '../gateway/http/urls.ts';
import {
  assertKnownBodyVersion,
  assertVersionsAgree,
  readBodyVersion,
  readPreference,
} from '../gateway/http/versions.ts';
import { prepareReader } from '../gateway/handle/read/prepareReader.ts';
import { prepareRequestBody } from '../gateway/handle/read/parseBody.ts';
import {
  type Route,
  type RouteSettings,
  allowOf,
  createRouters,
  findRoute,
  findVersion,
  negotiatedVersion,
} from '../gateway/handle/read/routing.ts';
import { prepareDocument } from '../gateway/handle/executedDocuments.ts';
import { type Report, alignColumns } from '../project/Report.ts';

/** A request as far as it is explained: without its body and its credentials. */
interface ExplainableRequest {
  method: string;
  target: string;
  /** Names are in lower case. */
  headers: IncomingHttpHeaders;
}

/** Explains a request; where it reaches no endpoint, says why, and which routes are the nearest. */
export function explain(
  { plan, schema }: { plan: ApiPlan; schema: GraphQLSchema },
  { basePath }: Pick<RouteSettings, 'basePath'>,
  request: ExplainableRequest,
): Report {
  const { name: apiName, ...selection } = plan.api ?? DEFAULT_API;
  const options = { basePath, apiName, ...selection };
  const { method, target, headers } = request;
  try {
    const tools = findTools(plan, options, request);
    if (tools) return explainTools(tools, { method, target });
    const route = findEndpoint(plan, options, request);
    const version = plan.versions.find(({ number }) => number === route.version)!;
    const endpoint = describeEndpoint(route.endpoint, version);
    const explained = { method, target, ...explainRequest(route, headers, { version, schema }) };
    return {
      text: writeExplanation(endpoint, explained),
      json: { ...endpoint, request: explained },
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

/** The version whose tools a request is for; undefined for any other request. Throws a ServiceError as their path does. */
function findTools(
  { versions }: ApiPlan,
  options: Pick<RouteSettings, 'basePath' | 'defaultVersion'>,
  { method, target }: ExplainableRequest,
): VersionPlan | undefined {
  const served = versions.filter(({ endpoints }) => endpoints.some(({ tool }) => tool));
  const paths = toolPaths(
    served.map(({ number }) => number),
    options,
  );
  const version = paths.get(pathOf(target));
  if (version !== undefined && method !== 'POST') throw methodNotAllowedError(method, 'POST, OPTIONS');
  return served.find(({ number }) => number === version);
}

/** Explains a message of an agent, which calls one of the tools or lists them. */
function explainTools(
  { number: version, endpoints }: VersionPlan,
  request: Pick<ExplainableRequest, 'method' | 'target'>,
): Report {
  const tools = endpoints
    .filter(({ tool }) => tool)
    .map(({ name, method, path }) => ({ name, method, path }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = tools.map(({ name, method, path }): Row => [name, `${method} ${path}`]);
  const title = `The tools of version ${version}, by the Model Context Protocol; a call of one is a request to its endpoint`;
  return {
    text: `${request.method} ${request.target}\n\n${section(title, rows).join('\n')}`,
    json: { version, tools, request },
    ok: true,
  };
}

/** One request, as far as its method, target and headers say. */
export type ExplainedRequest = Pick<ExplainableRequest, 'method' | 'target'> & ReturnType<typeof explainRequest>;

interface ExplainableRoute extends Route {
  endpoint: EndpointPlan;
  /** The media type of the response, where the endpoint has its own. */
  produced?: string | undefined;
}

const JSON_TYPE = 'application/json';

/** Reads a request as the engine does, but for its body. */
export function explainRequest(
  { endpoint, produced, values, query: text }: ExplainableRoute,
  headers: IncomingHttpHeaders,
  { version, schema }: { version: VersionPlan; schema: GraphQLSchema },
) {
  const scalar = (name: string) => [schema.getType(name)].find(isScalarType);
  const reader = prepareReader(endpoint, { ...version, scalar, digits: 'upstream' });
  const query = parseQuery(text);
  const { variables, selection, page, problems, precondition } = reader.readInputs(
    { pathValues: values, query, headers, streams: endpoint.stream === true && !isJsonType(produced ?? JSON_TYPE) },
    reader.readScopeInputs(query),
  );
  const runs = page?.style ?? 'UNPAGED';
  const { lookup, operations, parameters } = endpoint;
  // The body is not read: its parameters count as given.
  const inBody = parameters.filter(({ source }) => source === 'body' || source === 'whole');
  const read = { ...Object.fromEntries(inBody.map(({ variable }) => [variable, null])), ...variables };
  /** The GraphQL that it executes, where it leaves parts of an operation out. */
  const executes: Record<string, string> = {};
  const add = (key: string, operation: string, parts: Pick<EndpointPlan, 'prunable' | 'fields'>) => {
    const pruned = prepareDocument(parse(operation), parts, schema)?.(read, selection);
    if (pruned) executes[key] = print(pruned.create());
  };
  if (lookup) add('LOOKUP', lookup.operation, lookup);
  add(runs, operations[runs]!, endpoint);
  return {
    runs,
    /** Those that path, query and headers set. */
    variables,
    page: page ?? null,
    executes,
    /** Why it is refused with 400. */
    problems: problems.problems.map(({ field, message }) => ({ field, message })),
    /** Why it is refused with 412 or 428 without a problem. */
    ...(precondition && { precondition: { status: precondition.status, message: precondition.message } }),
  };
}

/** The route of a request. Throws a ServiceError as the engine does, and for OPTIONS, which reaches no endpoint. */
function findEndpoint(
  plan: ApiPlan,
  options: RouteSettings & { apiName: string },
  request: ExplainableRequest,
): ExplainableRoute {
  const settings = { ...options, versions: plan.versions.map(({ number }) => number) };
  const { method, headers } = request;
  const acceptOf = (number: number) =>
    prepareAccepts(plan.versions.find((each) => each.number === number)?.conventions.accepts ?? {})(headers.accept);
  const firstPreference = readPreference(acceptOf(options.defaultVersion), settings);
  const bodyVersion = readBodyVersion(method, headers['content-type'], settings);
  const negotiated = negotiatedVersion(firstPreference, bodyVersion?.version);
  const destination = findVersion(request, negotiated, createRouters(plan), options);
  const { endpoint, ...route } = findRoute(request, destination, options);
  const { version } = destination;
  const accept = acceptOf(version);
  const preference = readPreference(accept, settings);
  const produced = selectProducedType(endpoint?.produces, { preference, version, accept }, settings);
  const hasBody = endpoint !== undefined && takesBody(endpoint.method);
  if (hasBody) {
    assertKnownBodyVersion(bodyVersion, settings);
    const { conventions } = plan.versions.find(({ number }) => number === version)!;
    prepareRequestBody(endpoint, { conventions }).assertHeaders(headers, bodyVersion !== undefined);
  }
  assertVersionsAgree(preference, route.pathVersion, hasBody ? bodyVersion : undefined);
  if (endpoint) return { ...route, endpoint, produced };
  const message = `OPTIONS runs no operation; its response is 204 with Allow: ${allowOf(route)}.`;
  throw new ServiceError('METHOD_NOT_ALLOWED', message);
}

const MAX_ROUTES = 5;

/** The routes of all versions that a path was probably meant for, the nearest first; those at the very path are distance 0. */
export function nearestRoutes(
  path: string,
  { versions }: ApiPlan,
  { basePath, versioning }: Pick<RouteSettings, 'basePath' | 'versioning'>,
) {
  const below = path.startsWith(basePath) ? path.slice(basePath.length) : path;
  const wanted = below.replace(/^\/v\d+(?=\/)/, '').slice(0, 200);
  const segments = wanted.split('/');
  // The segments of the path at the placeholders of a template, so that they count as equal.
  const fill = (segment: string, at: number) => {
    if (segment.startsWith('{+')) return segments.slice(at).join('/');
    return segment.includes('{') ? (segments[at] ?? '') : segment;
  };
  return versions
    .flatMap(({ number, endpoints }) => {
      const prefix = versioning === 'header' ? basePath : `${basePath}/v${number}`;
      return endpoints.map(({ method, path: template, name }) => ({
        away: distance(template.split('/').map(fill).join('/'), wanted),
        route: { method, path: prefix + template, operation: name },
      }));
    })
    .filter(({ away }) => away <= Math.max(2, wanted.length / 3))
    .sort((a, b) => a.away - b.away)
    .slice(0, MAX_ROUTES)
    .map(({ route }) => route);
}

type Row = readonly [name: string, ...cells: unknown[]];

/**
 * Writes an explanation for people, section by section: first the request itself, then its endpoint as clients see it, and the GraphQL
 * that it executes last. JSON has the rest.
 */
function writeExplanation(endpoint: DescribedEndpoint, request: ExplainedRequest): string {
  const { auth, inputs, uploads, scopes, operations, fragments } = endpoint;
  const { problems, precondition, runs, executes } = request;
  const status = problems.length > 0 ? 400 : precondition?.status;
  const refusals = problems.length > 0 ? problems : [{ field: 'If-Match', message: precondition?.message }];
  const executed = ['LOOKUP', runs].flatMap((variant) => {
    const text = executes[variant] ?? operations[variant];
    return text === undefined ? [] : [paragraph(`Operation ${variant}`, text)];
  });
  return [
    `${request.method} ${request.target}\n`,
    ...(status === undefined
      ? section('This request', [
          ['runs', `${endpoint.operation}, ${runs}`],
          ['variables', request.variables],
          ['body', inputs.some((input) => input.in === 'body') ? 'not read' : undefined],
          ['page', request.page],
        ])
      : section(
          `This request is refused with ${status}`,
          refusals.map(({ field, message }): Row => [field, message]),
        )),
    ...section('Endpoint', [
      ['route', `${endpoint.method} ${endpoint.path} of version ${endpoint.version}`],
      ['purpose', endpoint.description],
      ['file', `${endpoint.file}:${endpoint.line}`],
      ['consumes', endpoint.consumes?.join(', ')],
      ['files', uploads && (uploads.maxFiles ? `at most ${uploads.maxFiles} of ${uploads.maxBytes} bytes` : 'none')],
      ['produces', endpoint.produces?.join(', ')],
      ['stream', endpoint.stream && 'yes: types other than JSON are the whole list'],
      ['tool', endpoint.tool && 'yes, for agents'],
      ['auth', [auth.auth, ...auth.expand.map((value) => `expand=${value} requires a caller`)].join(', ')],
    ]),
    ...section('Deprecation', [
      ['since', endpoint.deprecated],
      [
        'sunset',
        endpoint.sunset && `${endpoint.sunset}, then ${endpoint.afterSunset === 'gone' ? '410' : 'as before'}`,
      ],
      ['brownouts', endpoint.brownouts?.join(', ')],
      ...Object.entries(endpoint.deprecations ?? {}),
    ]),
    ...section(
      'Inputs',
      inputs.map(({ name, in: place, required, ignored, template, variables }): Row => [
        name || 'the whole body',
        place,
        Object.entries(variables)
          .map(([variable, type]) => `$${variable}: ${type}${template === undefined ? '' : ` as ${template}`}`)
          .join(', '),
        ignored ? 'ignored' : required ? 'required' : '',
      ]),
    ),
    ...section('Scopes', [
      ['always', formatRequirements(scopes.always)],
      ...Object.entries(scopes.expand).map(([names, more]): Row => [`expand=${names}`, formatRequirements(more)]),
    ]),
    ...section('Responses', Object.entries(endpoint.statuses)),
    ...executed,
    ...(fragments === '' || runs in executes ? [] : [paragraph('Fragments', fragments)]),
  ].join('\n');
}

/** A title above a table, of rows that have values; nothing where there are none. */
function section(title: string, rows: readonly Row[]): string[] {
  const written = rows
    .filter((row) => row[1] != null)
    .map((row) => row.map((cell) => (typeof cell === 'string' ? cell : writeJson(cell))));
  return written.length > 0 ? [`${title}\n${alignColumns(written, '  ')}`] : [];
}

function paragraph(title: string, text: string): string {
  return `${title}\n${text.replace(/^(?=.)/gm, '  ')}\n`;
}
