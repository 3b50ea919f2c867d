import type { ScopeRule } from '../plan/ScopeRule.ts';

/** Whether a rule applies to a request that sets only these variables, all of them to true. */
export function ruleApplies({ when }: ScopeRule, expanded: ReadonlySet<string>): boolean {
  return when.every(
    ({ variable, leftOutWhen, defaultValue }) => (expanded.has(variable) ? true : defaultValue) !== leftOutWhen,
  );
}
