import type { DocumentNode, GraphQLSchema } from 'graphql';
import { type Requirements, compileRequirements } from '../access/compileRequirements.ts';
import type { ExpandPlan } from '../plan/EndpointPlan.ts';
import type { ScopeCondition, ScopeRule } from '../plan/ScopeRule.ts';

/**
 * What any of the operations requires of the caller: an endpoint is allowed as a whole or not at all. Scopes are checked before
 * parameters are read, so only `expand` and the other `conditions` decide whether a rule applies.
 */
export function compileScopes(
  schema: GraphQLSchema,
  operations: readonly DocumentNode[],
  expands: readonly ExpandPlan[],
  conditions: ReadonlySet<string> = new Set(),
): ScopeRule[] {
  const known = new Set([...expands.flatMap(({ variables }) => variables), ...conditions]);
  const all = operations.map((operation) => compileRequirements(schema, operation, { known }));
  return flatten({
    always: new Set(all.flatMap(({ always }) => [...always])),
    parts: all.flatMap(({ parts }) => parts),
  });
}

/**
 * One rule for each requirement and each combination of conditions that it is reached under. A part of the operation is
 * visited again only under conditions that do not include those of a visit before, so that a fragment is not visited as often
 * as it is spread.
 */
function flatten(operation: Requirements): ScopeRule[] {
  const rules: ScopeRule[] = [];
  const visits = new Map<Requirements, Conditions[]>();
  const queue: [Requirements, Conditions][] = [[operation, new Map()]];
  for (const [requirements, conditions] of queue) {
    const before = visits.get(requirements) ?? [];
    if (before.some((each) => includes(conditions, each))) continue;
    visits.set(requirements, [...before, conditions]);
    for (const anyOf of requirements.always) rules.push({ anyOf, when: [...conditions.values()] });
    for (const part of requirements.parts) {
      const added = part.conditions.map((each): [string, ScopeCondition] => [JSON.stringify(each), each]);
      queue.push([part.requirements, new Map([...conditions, ...added])]);
    }
  }
  return withoutRedundant(rules);
}

/** By their JSON. */
type Conditions = ReadonlyMap<string, ScopeCondition>;

function includes(conditions: Conditions, others: Conditions): boolean {
  return [...others.keys()].every((key) => conditions.has(key));
}

/** As JSON, the alternatives of a rule that requires a caller and no scopes; every other rule implies it. */
const ANY_CALLER = '[[]]';

/** The rules without those that another implies: the same alternatives under fewer conditions. */
function withoutRedundant(rules: readonly ScopeRule[]): ScopeRule[] {
  const compared = rules.map((rule) => ({
    rule,
    anyOf: JSON.stringify(rule.anyOf),
    when: new Map(rule.when.map((each) => [JSON.stringify(each), each])),
  }));
  const kept = compared.filter(
    ({ anyOf, when }, index) =>
      !compared.some((other, at) => {
        const isSame = other.anyOf === anyOf;
        if (!(isSame || anyOf === ANY_CALLER) || !includes(when, other.when)) return false;
        return !isSame || other.when.size < when.size || at < index;
      }),
  );
  return kept.map(({ rule }) => rule);
}
