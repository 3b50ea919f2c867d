import type { Endpoint } from '../../runtime/Endpoint.ts';

/** What is deprecated and since when, and when it ends, as a section in Markdown. */
export function describeEnds(endpoints: readonly Endpoint[]): string {
  const ends = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) {
    const { deprecated, sunset } = endpoint.document.endpoint;
    if (deprecated === undefined && sunset === undefined) continue;
    const words = [
      ...(deprecated === undefined ? [] : [`deprecated since ${deprecated}`]),
      ...(sunset === undefined ? [] : [`going to end on ${sunset}`]),
    ].join(' and ');
    const key = `version ${endpoint.version}: ${words}`;
    ends.set(key, [...(ends.get(key) ?? []), endpoint]);
  }
  const lines = [...ends].map(
    ([key, concerned]) => `- ${key[0]!.toUpperCase()}${key.slice(1)}: ${namesOf(concerned, endpoints)}.`,
  );
  return `## Deprecations\n\n${lines.join('\n') || 'Nothing is deprecated.'}`;
}

function namesOf(concerned: readonly Endpoint[], endpoints: readonly Endpoint[]): string {
  const version = concerned[0]!.version;
  if (concerned.length === endpoints.filter((endpoint) => endpoint.version === version).length) return 'all of it';
  return concerned.map(({ document: { endpoint } }) => `\`${endpoint.method} ${endpoint.path}\``).join(', ');
}
