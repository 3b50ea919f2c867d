import type { ProposedEndpoint } from '../../propose/Proposal.ts';
import { resourceOf } from '../../propose/writeEndpoint.ts';

/** Endpoints by the first literal of their path: `users` has `/users` and `/users/{id}`. In alphabetical order. */
export function groupByResource(endpoints: readonly ProposedEndpoint[]): Map<string, ProposedEndpoint[]> {
  const groups = new Map<string, ProposedEndpoint[]>();
  for (const endpoint of endpoints) {
    const resource = resourceOf(endpoint.path);
    groups.set(resource, [...(groups.get(resource) ?? []), endpoint]);
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}
