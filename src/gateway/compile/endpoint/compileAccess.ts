// What the operations of an endpoint require of the caller, as flat rules.
import { type ASTNode, type DocumentNode, type GraphQLSchema, Kind } from 'graphql';
import {
  type Condition,
  type Requirements,
  type RestrictedSelection,
  collectRequirements,
} from '../../guard/access/collectRequirements.ts';
import { isAuthenticated } from '../../guard/access/requiredAccess.ts';
import { mapFields, withInclude } from '../../execute/mapFields.ts';
import type { EndpointPlan, ExpandPlan, FieldsPlan, SelectableProperty } from '../../plan/EndpointPlan.ts';
import { responsePath } from '../../plan/ResultPlan.ts';
import type { ScopeRule } from '../../plan/ScopeRule.ts';
import type { CompileContext } from '../CompileContext.ts';

/**
 * What any of the executed operations requires of the caller: an endpoint is allowed as a whole or not at all. Scopes are checked
 * before parameters are read, so only `expand` and `@fields` decide whether a rule applies. Refuses an endpoint that allows anonymous
 * callers, but never answers them; what a page adds to its operations is reported at `place`.
 */
export function compileAccess(
  { auth, expands, fields }: Pick<EndpointPlan, 'auth' | 'expands'> & { fields: readonly FieldsPlan[] },
  operations: readonly DocumentNode[],
  place: ASTNode,
  { schema, report }: Pick<CompileContext, 'schema' | 'report'>,
): ScopeRule[] {
  const rules = findRules(schema, operations, { expands, fields });
  if (auth !== 'REQUIRED') checkAnonymous(auth, rules, place, report);
  return withoutRedundant(rules);
}

/** A rule, and the first selection that it comes from. */
interface FoundRule extends Pick<ScopeRule, 'anyOf'> {
  conditions: Conditions;
  selection: RestrictedSelection;
}

/** By their JSON. */
type Conditions = ReadonlyMap<string, Condition>;

/** What a request leaves out by `@fields` requires none: each response path is a condition, as if it had an `@include` of that name. */
function findRules(
  schema: GraphQLSchema,
  operations: readonly DocumentNode[],
  { expands, fields }: { expands: readonly ExpandPlan[]; fields: readonly FieldsPlan[] },
): FoundRule[] {
  const paths = new Set(fields.flatMap(({ path, properties }) => pathsOf(properties, responsePath(path))));
  const conditions = new Set([...expands.flatMap(({ variables }) => variables), ...paths]);
  const parts = operations.map((operation) => {
    // It is never printed: paths are no names.
    const conditional = paths.size > 0 ? mapFields(operation, paths, withInclude) : operation;
    return { conditions: [], requirements: collectRequirements(schema, conditional, { known: conditions }) };
  });
  return flatten({ always: new Set(), parts }, paths);
}

/** `place` is that of a selection that a page adds. */
function checkAnonymous(
  auth: EndpointPlan['auth'],
  rules: readonly FoundRule[],
  place: ASTNode,
  report: CompileContext['report'],
): void {
  const always = rules.find(({ conditions }) => conditions.size === 0);
  const found = always ?? (auth === 'NONE' ? rules[0] : undefined);
  if (!found) return;
  const { node } = found.selection;
  const message = `${describe(found.selection)}, so an anonymous caller never gets an answer.`;
  report(node.loc ? node : place, message, always ? 'Use auth: REQUIRED.' : 'Use auth: OPTIONAL or REQUIRED.');
}

function describe({ node, element }: RestrictedSelection): string {
  const access = isAuthenticated(element) ? 'is @authenticated' : 'requires scopes';
  if (node.kind !== Kind.FIELD || node.name.value === element.name) return `"${element.name}" ${access}`;
  return `"${node.name.value}" is of the type ${element.name}, which ${access}`;
}

/**
 * One rule for each requirement and each combination of conditions that it is reached under; a response path holds where a request
 * leaves nothing out. A part of the operation is visited again only under conditions that do not include those of a visit before, so
 * that a fragment is not visited as often as it is spread.
 */
function flatten(operation: Requirements, paths: ReadonlySet<string>): FoundRule[] {
  const rules: FoundRule[] = [];
  const visits = new Map<Requirements, Conditions[]>();
  const queue: [Requirements, Conditions][] = [[operation, new Map()]];
  for (const [requirements, conditions] of queue) {
    const before = visits.get(requirements) ?? [];
    if (before.some((visited) => includes(conditions, visited))) continue;
    visits.set(requirements, [...before, conditions]);
    for (const [anyOf, selection] of requirements.selections ?? []) rules.push({ anyOf, conditions, selection });
    for (const part of requirements.parts) {
      const added = part.conditions.map((condition): [string, Condition] => [
        JSON.stringify(condition),
        paths.has(condition.variable) ? { ...condition, defaultValue: true } : condition,
      ]);
      queue.push([part.requirements, new Map([...conditions, ...added])]);
    }
  }
  return rules;
}

function includes(conditions: Conditions, others: Conditions): boolean {
  return [...others.keys()].every((key) => conditions.has(key));
}

/** As JSON, the alternatives of a rule that requires a caller and no scopes; every other rule implies it. */
const ANY_CALLER = '[[]]';

/** The rules without those that another implies: the same alternatives under fewer conditions. */
function withoutRedundant(rules: readonly FoundRule[]): ScopeRule[] {
  const texts = rules.map(({ anyOf }) => JSON.stringify(anyOf));
  const isRedundant = ({ conditions }: FoundRule, index: number) =>
    rules.some((other, at) => {
      const isSame = texts[at] === texts[index];
      if (!(isSame || texts[index] === ANY_CALLER) || !includes(conditions, other.conditions)) return false;
      return !isSame || other.conditions.size < conditions.size || at < index;
    });
  return rules
    .filter((rule, index) => !isRedundant(rule, index))
    .map(({ anyOf, conditions }) => ({ anyOf, when: [...conditions.values()] }));
}

function pathsOf(properties: readonly SelectableProperty[], around: string): string[] {
  return properties.flatMap(({ path, properties: below = [] }) => {
    const steps = path.map((_, index) => around + responsePath(path.slice(0, index + 1)));
    return [...steps, ...pathsOf(below, around + responsePath(path))];
  });
}
