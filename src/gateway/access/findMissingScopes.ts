import type { Condition, Requirements } from './compileRequirements.ts';
import type { ScopeAlternatives } from './requiredScopes.ts';

type Variables = Readonly<Record<string, unknown>>;

/**
 * The requirements that these scopes do not meet, under these variables; empty if the operation is allowed. Without a caller,
 * `scopes` is null, and no requirement is met.
 */
export function findMissingScopes(
  requirements: Requirements,
  scopes: ReadonlySet<string> | null,
  variables: Variables,
): ScopeAlternatives[] {
  const missing = new Set<ScopeAlternatives>();
  // The set grows during the iteration, and contains a fragment once however often it is spread.
  const reached = new Set([requirements]);
  for (const { always, parts } of reached) {
    for (const alternatives of always) {
      if (!scopes || !alternatives.some((all) => all.every((scope) => scopes.has(scope)))) missing.add(alternatives);
    }
    for (const part of parts) {
      if (part.conditions.every((condition) => holds(condition, variables))) reached.add(part.requirements);
    }
  }
  return [...missing];
}

function holds({ variable, leftOutWhen, defaultValue }: Condition, variables: Variables): boolean {
  const given = Object.hasOwn(variables, variable) ? variables[variable] : undefined;
  return (given === undefined ? defaultValue : given) !== leftOutWhen;
}
