// graphql-jit evaluates `@include` and `@skip` wrongly where fields merge, and replaces an absent variable in an input object by
// null. So an operation is rewritten for the variables that are given: without selections that do not apply, and without input
// fields that are absent.
import {
  type ConstValueNode,
  type DirectiveNode,
  type DocumentNode,
  type ValueNode,
  GraphQLError,
  Kind,
  valueFromASTUntyped,
  visit,
} from 'graphql';

type Variables = Readonly<Record<string, unknown>>;
type Presence = 'absent' | 'null' | 'present';

const NULL: ConstValueNode = { kind: Kind.NULL };

/** Analyses on which of its variables the document of an operation depends. */
export function specialiseOperation(document: DocumentNode) {
  const { conditions, optional, defaults } = readVariables(document);
  const valueOf = (name: string, variables: Variables) =>
    Object.hasOwn(variables, name) ? variables[name] : defaults.get(name);
  const isMet = (name: string, variables: Variables) => {
    const value = valueOf(name, variables) ?? (Object.hasOwn(variables, name) ? null : false);
    if (typeof value === 'boolean') return value;
    throw new GraphQLError(`Variable "$${name}" must be true or false.`);
  };
  const presenceOf = (name: string, variables: Variables): Presence => {
    if (!optional.has(name)) return 'present';
    const value = valueOf(name, variables);
    return value === undefined ? 'absent' : value === null ? 'null' : 'present';
  };
  return {
    /** Identifies the document for these variables; throws if a condition is not a Boolean. */
    variantKey(variables: Variables): string {
      let key = '';
      for (const condition of conditions) key += isMet(condition, variables) ? '+' : '-';
      for (const variable of optional) key += `${presenceOf(variable, variables)},`;
      return key;
    },
    /** The variant of the document, or of one with no other variables that is executed in its place. */
    variantDocument: (variables: Variables, executed = document): DocumentNode =>
      rewrite(
        executed,
        (name) => isMet(name, variables),
        (name) => presenceOf(name, variables),
      ),
  };
}

/** The variables of conditions, and those whose absence or null matters: in an input object, a list, or because of a default. */
function readVariables(document: DocumentNode) {
  const conditions = new Set<string>();
  const optional = new Set<string>();
  const required = new Set<string>();
  const defaults = new Map<string, unknown>();
  const note = (node: ValueNode) => void (node.kind === Kind.VARIABLE && optional.add(node.name.value));
  visit(document, {
    VariableDefinition({ variable, type, defaultValue }) {
      if (type.kind === Kind.NON_NULL_TYPE) required.add(variable.name.value);
      else if (defaultValue) note(variable);
      if (defaultValue) defaults.set(variable.name.value, valueFromASTUntyped(defaultValue));
      return false;
    },
    Directive(node) {
      const test = readCondition(node)?.test;
      if (test?.kind === Kind.VARIABLE) conditions.add(test.name.value);
    },
    ObjectField: ({ value }) => note(value),
    ListValue: ({ values }) => values.forEach(note),
  });
  for (const name of [...required, ...conditions]) optional.delete(name);
  return { conditions, optional, defaults };
}

function rewrite(
  document: DocumentNode,
  isMet: (variable: string) => boolean,
  presenceOf: (variable: string) => Presence,
): DocumentNode {
  const leaveOut = ({ directives = [] }: { readonly directives?: readonly DirectiveNode[] | undefined }) => {
    const applies = directives.every((directive) => {
      const condition = readCondition(directive);
      if (!condition) return true;
      const { test, wanted } = condition;
      return (
        (test.kind === Kind.VARIABLE ? isMet(test.name.value) : test.kind === Kind.BOOLEAN && test.value) === wanted
      );
    });
    return applies ? undefined : null;
  };
  const isAbsent = (node: ValueNode) => node.kind === Kind.VARIABLE && presenceOf(node.name.value) === 'absent';
  return visit(document, {
    VariableDefinition: () => false,
    Field: leaveOut,
    InlineFragment: leaveOut,
    FragmentSpread: leaveOut,
    Directive: (node) => (readCondition(node) ? null : undefined),
    ObjectField: ({ value }) => (isAbsent(value) ? null : undefined),
    ListValue: (node) => ({ ...node, values: node.values.map((value) => (isAbsent(value) ? NULL : value)) }),
    Variable: ({ name }) => (presenceOf(name.value) === 'null' ? NULL : undefined),
  });
}

/** The condition of an `@include` or `@skip`, and the value with which the selection applies. */
function readCondition({ name, arguments: args }: DirectiveNode): { test: ValueNode; wanted: boolean } | undefined {
  if (name.value !== 'include' && name.value !== 'skip') return undefined;
  const test = args?.find((argument) => argument.name.value === 'if')?.value;
  return test && { test, wanted: name.value === 'include' };
}
