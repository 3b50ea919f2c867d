import type { Break } from './Break.ts';

/** The breaks in groups of those that are the same change of several contracts. */
export function groupBreaks(breaks: readonly Break[]): Break[][] {
  const groups = new Map<string, Break[]>();
  for (const each of breaks) {
    // Without endpoints it is a change of that one contract.
    const key = `${each.endpoints.length === 0 ? each.file : ''} ${each.change} ${each.affected}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}
