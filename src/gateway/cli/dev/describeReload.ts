import type { ApiPlan } from '../../plan/ApiPlan.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import type { Terminal } from './createTerminal.ts';

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
      endpoints.map((each): [string, EndpointPlan] => [`${each.method} /v${number}${each.path}`, each]),
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
