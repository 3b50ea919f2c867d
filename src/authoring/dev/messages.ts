import { styleText } from 'node:util';
import type { SecuritySchemes } from '../../gateway/plan/conventions/SecurityScheme.ts';
import { isBearer } from '../../gateway/plan/conventions/credentialRules.ts';
import type { ApiPlan } from '../../gateway/plan/ApiPlan.ts';
import type { EndpointPlan } from '../../gateway/plan/EndpointPlan.ts';
import { encodeSegment } from '../../gateway/http/urls.ts';
import { routes } from '../../project/routes.ts';
import type { LoadedApi } from './createApiLoader.ts';
import { writeJson } from '../../gateway/http/losslessJson.ts';

/**
 * Describes an API that is served for the first time: its routes, their authorization, and a first request. The URL is that of the
 * server.
 */
export function describeFirst({ plan, authenticates, openReason }: LoadedApi, url: string): string {
  const example = describeExample(plan, { url, needsToken: authenticates });
  return [
    describeRoutes(plan),
    '',
    ...(openReason === undefined ? [] : [`No credentials are required${openReason}`]),
    ...(example === undefined ? [] : [`Try: ${styleText('cyan', example)}`]),
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

/**
 * A curl command for the GET endpoint with the fewest inputs; undefined where each of them requires more than its path. `needsToken`:
 * endpoints that require authentication get credentials.
 */
export function describeExample(
  { versions, api }: ApiPlan,
  { url, needsToken }: { url: string; needsToken: boolean },
): string | undefined {
  const simple = versions.flatMap(({ number, endpoints, conventions }) =>
    endpoints
      .filter(
        ({ method, parameters }) =>
          method === 'GET' && parameters.every(({ required, source }) => !required || source === 'path'),
      )
      .map((endpoint) => ({ number, endpoint, conventions, inputs: endpoint.path.split('{').length })),
  );
  const [simplest] = simple.sort((a, b) => a.inputs - b.inputs || a.endpoint.path.length - b.endpoint.path.length);
  if (!simplest) return undefined;
  const { number, endpoint, conventions } = simplest;
  const path = endpoint.path.replace(/\{(\+?)(\w+)\}/g, (_, plus: string, name: string) => {
    const { example = '1' } = endpoint.parameters.find((input) => input.name === name && input.source === 'path') ?? {};
    return encodeSegment(String(example), plus !== '').replaceAll("'", '%27');
  });
  const credentials =
    needsToken && endpoint.auth === 'REQUIRED'
      ? `${credentialsArgument(conventions.auth.scheme, api?.securitySchemes)} `
      : '';
  const target = `${url}${api?.versioning === 'header' ? '' : `/v${number}`}${path}`;
  return `curl ${credentials}${/^[\w:/.%-]+$/.test(target) ? target : `'${target}'`}`;
}

/** The argument of curl with the credentials of one of the schemes, of a token where there is one; `bearer` is that of the conventions. */
function credentialsArgument(bearer: string, schemes: SecuritySchemes = {}): string {
  const all = Object.values(schemes);
  const scheme = all.find(isBearer) ?? all[0];
  if (!scheme || isBearer(scheme)) return `-H "Authorization: ${bearer} $TOKEN"`;
  if (scheme.type === 'http') return '-u "$USERNAME:$PASSWORD"';
  const { name } = scheme;
  return { header: `-H "${name}: $KEY"`, cookie: `-b "${name}=$KEY"`, query: `-G -d "${name}=$KEY"` }[scheme.in];
}

/** Endpoints that are named; further ones are counted. */
const MAX_NAMED = 6;

/** The differences between two plans in one line: `+ GET /v1/users/{id}, ~ GET /v1/users, - DELETE /v1/users/{id}`. */
export function describeReload(before: ApiPlan, after: ApiPlan): string {
  const old = endpointsOf(before);
  const current = endpointsOf(after);
  const changes = [
    ...[...current.keys()].filter((route) => !old.has(route)).map((route) => styleText('green', `+ ${route}`)),
    ...[...current]
      .filter(([route, endpoint]) => old.has(route) && differ(old.get(route)!, endpoint))
      .map(([route]) => styleText('yellow', `~ ${route}`)),
    ...[...old.keys()].filter((route) => !current.has(route)).map((route) => styleText('red', `- ${route}`)),
  ];
  if (changes.length === 0) return 'no change of an endpoint';
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
  const textOf = (endpoint: EndpointPlan) => writeJson({ ...endpoint, source: undefined });
  return before !== after && textOf(before) !== textOf(after);
}
