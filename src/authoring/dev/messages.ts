import type { Settings } from '../../gateway/config/Settings.ts';
import type { ApiPlan } from '../../gateway/plan/ApiPlan.ts';
import type { EndpointPlan } from '../../gateway/plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../gateway/plan/ParameterPlan.ts';
import { routes } from '../../project/routes.ts';
import type { LoadedApi } from './createApiLoader.ts';
import type { Terminal } from './createTerminal.ts';
import type { DataSource } from './selectDataSource.ts';

interface DescribedServer {
  settings: Settings;
  data: DataSource;
  /** Of the server. */
  url: string;
  style: Terminal['style'];
}

/** Describes an API that is served for the first time: its routes, their authorization, and a first request. */
export function describeFirst({ plan }: LoadedApi, { settings, data, url, style }: DescribedServer): string {
  const hasIssuer = settings.auth.key.kind !== 'local';
  const isOpen = !hasIssuer && !data.isRemote;
  const example = describeExample(plan, { url, needsToken: hasIssuer });
  return [
    describeRoutes(plan),
    '',
    ...(isOpen ? ['No credentials are required, and scopes are not checked; AUTH_… settings turn both on.'] : []),
    ...(example === undefined ? [] : [`Try: ${style('cyan', example)}`]),
  ].join('\n');
}

/** Routes that are listed; further ones are counted. */
const MAX_ROUTES = 30;

/** The routes of an API, as `routes` prints them; a long list is shortened. */
export function describeRoutes(plan: ApiPlan): string {
  const [head = '', ...rows] = routes(plan).text.trimEnd().split('\n');
  const more = rows.length - MAX_ROUTES;
  const rest = more > 0 ? [`… and ${more} more; "portico routes" lists them all.`] : [];
  return [head, ...rows.slice(0, MAX_ROUTES), ...rest].join('\n');
}

interface ExampleOptions {
  /** Of the server. */
  url: string;
  /** Whether endpoints that require authentication get a token. */
  needsToken: boolean;
}

/** A curl command for the GET endpoint with the fewest inputs, a list before others; undefined where there is none. */
export function describeExample({ versions, api }: ApiPlan, { url, needsToken }: ExampleOptions): string | undefined {
  const all = versions.flatMap(({ number, endpoints }) =>
    endpoints.filter(({ method }) => method === 'GET').map((endpoint) => ({ number, endpoint })),
  );
  const [simplest] = all.sort(
    ({ endpoint: a }, { endpoint: b }) =>
      required(a).length - required(b).length || Number(isList(b)) - Number(isList(a)) || a.path.length - b.path.length,
  );
  if (!simplest) return undefined;
  const { number, endpoint } = simplest;
  const inputs = required(endpoint);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(valueOf(inputs.find((input) => input.name === name && input.source === 'path'))),
  );
  const query = inputs
    .filter(({ source }) => source === 'query')
    .map((input) => `${encodeURIComponent(input.name)}=${encodeURIComponent(valueOf(input))}`);
  const headers = inputs
    .filter(({ source }) => source === 'header')
    .map((input) => `-H ${quote(`${input.name}: ${valueOf(input)}`)} `);
  const token = needsToken && endpoint.auth === 'REQUIRED' ? '-H "Authorization: Bearer $TOKEN" ' : '';
  const version = api?.versioning === 'header' ? '' : `/v${number}`;
  const target = `${url}${version}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  return `curl ${token}${headers.join('')}${/^[\w:/.-]+$/.test(target) ? target : quote(target)}`;
}

/** A page, or a plain list. */
function isList({ page }: EndpointPlan): boolean {
  return page !== undefined;
}

function required({ parameters }: EndpointPlan): ParameterPlan[] {
  return parameters.filter((parameter) => parameter.required || parameter.source === 'path');
}

/** The declared example, or a value that most identifiers and numbers accept. */
function valueOf(parameter: ParameterPlan | undefined): string {
  const example = parameter?.example;
  return example === undefined || typeof example === 'object' ? '1' : String(example);
}

/** A word of a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Endpoints that are named; further ones are counted. */
const MAX_NAMED = 6;

/** The differences between two plans in one line: `+ GET /v1/users/{id}, ~ GET /v1/users, - DELETE /v1/users/{id}`. */
export function describeReload(before: ApiPlan, after: ApiPlan, style: Terminal['style']): string {
  const old = endpointsOf(before);
  const current = endpointsOf(after);
  const added = [...current.keys()].filter((route) => !old.has(route));
  const removed = [...old.keys()].filter((route) => !current.has(route));
  const changed = [...current].filter(([route, endpoint]) => old.has(route) && differ(old.get(route)!, endpoint));
  const changes = [
    ...added.map((route) => style('green', `+ ${route}`)),
    ...changed.map(([route]) => style('yellow', `~ ${route}`)),
    ...removed.map((route) => style('red', `- ${route}`)),
  ];
  if (changes.length === 0) return describeVersions(before, after, style);
  const more = changes.length - MAX_NAMED;
  return [...changes.slice(0, MAX_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

function endpointsOf({ versions }: ApiPlan): Map<string, EndpointPlan> {
  return new Map(
    versions.flatMap(({ number, endpoints }) =>
      endpoints.map((endpoint): [string, EndpointPlan] => [`${endpoint.method} /v${number}${endpoint.path}`, endpoint]),
    ),
  );
}

/** The document itself may differ in comments and in its place. */
function differ(before: EndpointPlan, after: EndpointPlan): boolean {
  const textOf = (endpoint: EndpointPlan) => JSON.stringify({ ...endpoint, source: undefined });
  return before !== after && textOf(before) !== textOf(after);
}

/** Types and conventions that no endpoint is compiled from, such as descriptions. */
function describeVersions(before: ApiPlan, after: ApiPlan, style: Terminal['style']): string {
  const old = new Map(before.versions.map(({ number, types, conventions }) => [number, { types, conventions }]));
  const changed = after.versions.filter(
    ({ number, types, conventions }) => JSON.stringify(old.get(number)) !== JSON.stringify({ types, conventions }),
  );
  if (changed.length === 0) return 'no change of the API';
  return changed.map(({ number }) => style('yellow', `~ types or conventions of v${number}`)).join(', ');
}
