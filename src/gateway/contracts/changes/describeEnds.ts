import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';

/** The deprecated endpoints with their dates, as a section in Markdown. */
export function describeEnds(versions: readonly VersionPlan[]): string {
  const lines = versions.flatMap(({ number, endpoints }) =>
    [...groupByDates(endpoints)].map(([dates, group]) => {
      const names =
        group.length === endpoints.length
          ? 'all endpoints'
          : group.map(({ method, path }) => `\`${method} ${path}\``).join(', ');
      return `- Version ${number}: ${dates}: ${names}.`;
    }),
  );
  return `## Deprecations\n\n${lines.join('\n') || 'Nothing is deprecated.'}`;
}

function groupByDates(endpoints: readonly EndpointPlan[]): Map<string, EndpointPlan[]> {
  const groups = new Map<string, EndpointPlan[]>();
  for (const endpoint of endpoints) {
    const { deprecated, sunset } = endpoint;
    const dates = [
      ...(deprecated === undefined ? [] : [`deprecated since ${deprecated}`]),
      ...(sunset === undefined ? [] : [`ends on ${sunset}`]),
    ].join(', ');
    if (dates !== '') groups.set(dates, [...(groups.get(dates) ?? []), endpoint]);
  }
  return groups;
}
