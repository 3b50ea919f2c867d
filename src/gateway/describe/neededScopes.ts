import { findMissingScopes } from '../access/findMissingScopes.ts';
import type { Endpoint } from '../runtime/Endpoint.ts';

/** Every need is a list of alternatives, and an alternative its scopes joined by a space; as `x-scopes` in OpenAPI. */
export type Needs = readonly (readonly string[])[];

export interface NeededScopes {
  always: Needs;
  /** What values of `expand`, joined by commas, need on top of that; those that need nothing more are left out. */
  expand: Readonly<Record<string, Needs>>;
}

/** What an endpoint asks of its callers. */
export function neededScopes(endpoint: Endpoint): NeededScopes {
  const always = needsOf(endpoint, []);
  const names = endpoint.expands.map(({ name }) => name);
  const known = new Set(always.map(String));
  const more = names.map(
    (name) => [name, needsOf(endpoint, [name]).filter((need) => !known.has(String(need)))] as const,
  );
  // What is behind two conditions is needed only by values of `expand` that are given together.
  for (const need of more.flatMap(([, needs]) => needs)) known.add(String(need));
  const together = needsOf(endpoint, names).filter((need) => !known.has(String(need)));
  const all = [...more, [names.join(), together] as const];
  return { always, expand: Object.fromEntries(all.filter(([, needs]) => needs.length > 0)) };
}

/** The needs under these values of `expand`, sorted. */
function needsOf({ requirements, expands }: Endpoint, expand: readonly string[]): Needs {
  const variables = expands.filter(({ name }) => expand.includes(name)).flatMap((each) => each.variables);
  const needs = findMissingScopes(requirements, new Set(), Object.fromEntries(variables.map((each) => [each, true])));
  const texts = needs.map((alternatives) => alternatives.map((all) => all.join(' ')));
  return [...new Map(texts.map((need) => [String(need), need])).values()].sort((a, b) =>
    String(a) < String(b) ? -1 : 1,
  );
}

/** Needs for people: `orders:read, products:read`, and `none` where a known caller is enough. */
export function inWords(needs: Needs): string {
  const words = needs.map((alternatives) => alternatives.map((all) => all.replaceAll(' ', ' and ')).join(' or '));
  return words.join(', ') || 'none';
}
