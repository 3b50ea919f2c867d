import { holds } from '../guard/access/checkScopes.ts';
import type { Condition } from '../guard/access/collectRequirements.ts';

/** One requirement of an operation, and when it applies. See the federation directives `@requiresScopes` and `@authenticated`. */
export interface ScopeRule {
  /** Alternatives, each a list of scopes that are required together; an empty one requires only a caller. */
  anyOf: readonly (readonly string[])[];
  /** All of them hold where the rule applies; none: it always does. */
  when: readonly Condition[];
}

/**
 * The requirements that these scopes do not meet, under these variables; empty if the operation is allowed. Without a caller,
 * `scopes` is null, and no requirement is met.
 */
export function missingScopes(
  rules: readonly ScopeRule[],
  scopes: ReadonlySet<string> | null,
  variables: Readonly<Record<string, unknown>>,
): ScopeRule['anyOf'][] {
  const missing: ScopeRule['anyOf'][] = [];
  for (const { anyOf, when } of rules) {
    if (scopes && anyOf.some((all) => all.every((scope) => scopes.has(scope)))) continue;
    if (when.every((condition) => holds(condition, variables))) missing.push(anyOf);
  }
  return missing;
}
