import {
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type InlineFragmentNode,
  Kind,
  type SelectionSetNode,
  getNamedType,
  getOperationAST,
  isAbstractType,
} from 'graphql';
import { type Requirements, compileRequirements } from '../../access/compileRequirements.ts';
import { type Annotated, isAuthenticated, requiredAccess } from '../../access/requiredAccess.ts';
import { mapFields } from '../../execution/mapFields.ts';
import type { EndpointPlan, ExpandPlan, FieldsPlan, SelectableProperty } from '../../plan/EndpointPlan.ts';
import { responsePath } from '../../plan/ResultPlan.ts';
import type { ScopeCondition, ScopeRule } from '../../plan/ScopeRule.ts';
import type { CompileContext } from '../CompileContext.ts';

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

/**
 * The scopes of operations with `@fields`. What a request leaves out requires none: each response path that can be left out is a
 * condition, as if it had an `@include` with a variable of that name.
 */
export function compileFieldScopes(
  schema: GraphQLSchema,
  operations: readonly DocumentNode[],
  { expands, fields }: { expands: readonly ExpandPlan[]; fields: readonly FieldsPlan[] },
): ScopeRule[] {
  const paths = new Set(fields.flatMap(({ path, properties }) => [...pathsOf(properties, responsePath(path))]));
  const conditional = operations.map((operation) =>
    withDefaults(
      mapFields(operation, paths, (node, at) => withCondition(node, at)),
      paths,
    ),
  );
  return compileScopes(schema, conditional, expands, paths);
}

function pathsOf(properties: readonly SelectableProperty[], around: string): string[] {
  return properties.flatMap(({ path, properties: below = [] }) => {
    const steps = path.map((_, index) => around + responsePath(path.slice(0, index + 1)));
    return [...steps, ...pathsOf(below, around + responsePath(path))];
  });
}

function withCondition(node: FieldNode, path: string): FieldNode {
  const include: DirectiveNode = {
    kind: Kind.DIRECTIVE,
    name: { kind: Kind.NAME, value: 'include' },
    arguments: [
      {
        kind: Kind.ARGUMENT,
        name: { kind: Kind.NAME, value: 'if' },
        value: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: path } },
      },
    ],
  };
  return { ...node, directives: [...(node.directives ?? []), include] };
}

/** The document whose conditions hold where a request leaves nothing out. It is never printed: paths are no names. */
function withDefaults(document: DocumentNode, paths: ReadonlySet<string>): DocumentNode {
  const definitions = [...paths].map((path) => ({
    kind: Kind.VARIABLE_DEFINITION as const,
    variable: { kind: Kind.VARIABLE as const, name: { kind: Kind.NAME as const, value: path } },
    type: { kind: Kind.NAMED_TYPE as const, name: { kind: Kind.NAME as const, value: 'Boolean' } },
    defaultValue: { kind: Kind.BOOLEAN as const, value: true },
  }));
  return {
    ...document,
    definitions: document.definitions.map((node) =>
      node.kind === Kind.OPERATION_DEFINITION
        ? { ...node, variableDefinitions: [...(node.variableDefinitions ?? []), ...definitions] }
        : node,
    ),
  };
}

/**
 * Refuses an endpoint that allows anonymous callers, but never answers them: every request, or under NONE one with parts to
 * expand, selects what requires a caller. `documents` are executed; what a page adds to them is reported at `place`.
 */
export function checkAuth(
  { auth, scopes, expands }: Pick<EndpointPlan, 'auth' | 'scopes' | 'expands'>,
  documents: readonly DocumentNode[],
  place: ASTNode,
  { schema, report }: CompileContext,
): void {
  if (auth === 'REQUIRED') return;
  const isNever = scopes.some(({ when }) => when.length === 0);
  if (!isNever && (auth === 'OPTIONAL' || scopes.length === 0)) return;
  const expanded = new Set(expands.flatMap(({ variables }) => variables));
  const isCounted = (directives: readonly DirectiveNode[]) =>
    !isNever || !directives.some((each) => dependsOn(each, expanded));
  for (const document of documents) {
    const found = findRestricted(schema, document, isCounted);
    if (!found) continue;
    const message = `${describe(found)}, so an anonymous caller never gets an answer.`;
    const hint = isNever ? 'Use auth: REQUIRED.' : 'Use auth: OPTIONAL or REQUIRED.';
    report(found.node.loc ? found.node : place, message, hint);
    return;
  }
}

/** Whether an `@include` or `@skip` has one of these variables. */
function dependsOn({ name, arguments: given = [] }: DirectiveNode, variables: ReadonlySet<string>): boolean {
  const isCondition = name.value === 'include' || name.value === 'skip';
  return isCondition && given.some(({ value }) => value.kind === Kind.VARIABLE && variables.has(value.name.value));
}

function describe({ node, element }: RestrictedSelection): string {
  const access = isAuthenticated(element) ? 'is @authenticated' : 'requires scopes';
  if (node.kind !== Kind.FIELD || node.name.value === element.name) return `"${element.name}" ${access}`;
  return `"${node.name.value}" is of the type ${element.name}, which ${access}`;
}

/** A selection that requires a caller. */
interface RestrictedSelection {
  node: FieldNode | InlineFragmentNode | FragmentDefinitionNode;
  /** What has the directive: the field, its type or the type of an object that it is selected on, or the type condition. */
  element: Annotated & { name: string };
}

/**
 * The first selection of an operation that requires a caller, whatever fragment it is in. `isCounted` is whether a selection
 * counts, by its directives.
 */
export function findRestricted(
  schema: GraphQLSchema,
  document: DocumentNode,
  isCounted: (directives: readonly DirectiveNode[]) => boolean,
): RestrictedSelection | undefined {
  const operation = getOperationAST(document)!;
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const visited = new Set<FragmentDefinitionNode>();

  const inSet = (set: SelectionSetNode, parent: GraphQLNamedType): RestrictedSelection | undefined => {
    for (const selection of set.selections) {
      if (!isCounted(selection.directives ?? [])) continue;
      const found = selection.kind === Kind.FIELD ? inField(selection, parent) : inFragment(selection, parent);
      if (found) return found;
    }
    return undefined;
  };
  const inField = (node: FieldNode, parent: GraphQLNamedType): RestrictedSelection | undefined => {
    const possible = isAbstractType(parent) ? schema.getPossibleTypes(parent) : [];
    const fields = [parent, ...possible].flatMap((type) => {
      const field = 'getFields' in type ? type.getFields()[node.name.value] : undefined;
      return field ? [field] : [];
    });
    const elements: readonly RestrictedSelection['element'][] = [
      ...fields,
      ...fields.map(({ type }) => getNamedType(type)),
      ...(fields.length > 0 ? possible : []),
    ];
    const element = elements.find((each) => requiredAccess(each).length > 0);
    if (element) return { node, element };
    const [field] = fields;
    return node.selectionSet && field && inSet(node.selectionSet, getNamedType(field.type));
  };
  const inFragment = (
    selection: InlineFragmentNode | FragmentSpreadNode,
    parent: GraphQLNamedType,
  ): RestrictedSelection | undefined => {
    const node = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value)! : selection;
    if (node.kind === Kind.FRAGMENT_DEFINITION) {
      if (visited.has(node)) return undefined;
      visited.add(node);
    }
    const element = node.typeCondition ? schema.getType(node.typeCondition.name.value)! : parent;
    return node.typeCondition && requiredAccess(element).length > 0
      ? { node, element }
      : inSet(node.selectionSet, element);
  };
  return inSet(operation.selectionSet, schema.getRootType(operation.operation)!);
}
