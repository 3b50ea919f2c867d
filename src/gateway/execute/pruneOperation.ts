// An object or a list item that is written in a document says nothing if all of its variables are absent. GraphQL keeps it, as
// `{}` or null: a filter `{}` holds for everything. So it is left out before the operation executes.
import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  Kind,
  type ObjectFieldNode,
  TypeInfo,
  type ValueNode,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  separateOperations,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/**
 * The document without the objects and list items whose variables are all absent, and without the definitions of variables
 * that it then does not use. An argument or a field that must not be null stays `{}` or `[]`. A constant in it, or a variable
 * that is null, keeps an object.
 */
export function pruneOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  absent: ReadonlySet<string>,
): DocumentNode {
  return removeUnused(leaveOut(schema, document, absent, () => {}));
}

/** The variables whose absence leaves objects or list items of a valid document out; see `pruneOperation`. */
export function prunableVariables(schema: GraphQLSchema, document: DocumentNode): string[] {
  return [...new Set(prunableGroups(schema, document).flat())].sort();
}

/** The variables of each object and list item of a valid document that is left out when all of them are absent; those that are the same once. */
export function prunableGroups(schema: GraphQLSchema, document: DocumentNode): string[][] {
  const groups = new Map<string, string[]>();
  const add = (value: ValueNode) => {
    const found = new Set<string>();
    visit(value, { Variable: ({ name }) => void found.add(name.value) });
    const names = [...found].sort();
    groups.set(names.join(), names);
  };
  // Everything in a value that is left out can be left out by itself.
  const addAll = (value: ValueNode) => {
    add(value);
    visit(value, { ObjectValue: add, ListValue: ({ values }) => values.forEach(add) });
  };
  const optional = optionalVariables(document);
  if (optional.size > 0) leaveOut(schema, document, optional, addAll);
  return [...groups.values()];
}

/** The variables of a document that can be absent: they are nullable and have no default. */
export function optionalVariables({ definitions }: DocumentNode): Set<string> {
  const optional = new Set<string>();
  for (const definition of definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const { variable, type, defaultValue } of definition.variableDefinitions ?? []) {
      if (type.kind !== Kind.NON_NULL_TYPE && !defaultValue) optional.add(variable.name.value);
    }
  }
  return optional;
}

/**
 * Whether nothing is left of a value without its absent variables: it has variables, all of them are absent, and it has no
 * constant. An object or a list that is written empty is a constant.
 */
export function isEmptied(value: ValueNode, isAbsent: (variable: string) => boolean): boolean {
  switch (value.kind) {
    case Kind.VARIABLE:
      return isAbsent(value.name.value);
    case Kind.OBJECT:
      return value.fields.length > 0 && value.fields.every((field) => isEmptied(field.value, isAbsent));
    case Kind.LIST:
      return value.values.length > 0 && value.values.every((item) => isEmptied(item, isAbsent));
    default:
      return false;
  }
}

/** The document without the objects and list items whose variables are all absent, each of which `onLeftOut` is called with. */
function leaveOut(
  schema: GraphQLSchema,
  document: DocumentNode,
  absent: ReadonlySet<string>,
  onLeftOut: (value: ValueNode) => void,
): DocumentNode {
  const isAbsent = (variable: string) => absent.has(variable);
  const isLeftOut = (value: ValueNode, type: GraphQLInputType | undefined) => {
    // GraphQL itself leaves out an argument or a field that is an absent variable.
    if (value.kind === Kind.VARIABLE) return isAbsent(value.name.value);
    if (isNonNullType(type) || !isEmptied(value, isAbsent)) return false;
    onLeftOut(value);
    return true;
  };
  const prune = (value: ValueNode, type: GraphQLInputType | undefined): ValueNode => {
    if (value.kind === Kind.LIST) {
      const values = value.values.flatMap((item) => {
        if (!isEmptied(item, isAbsent)) return [prune(item, type && itemType(type))];
        onLeftOut(item);
        return [];
      });
      return { ...value, values };
    }
    if (value.kind !== Kind.OBJECT) return value;
    const fields = value.fields.flatMap((field): ObjectFieldNode[] => {
      const fieldType = type && inputFieldType(type, field.name.value);
      return isLeftOut(field.value, fieldType) ? [] : [{ ...field, value: prune(field.value, fieldType) }];
    });
    return { ...value, fields };
  };
  const info = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(info, {
    VariableDefinition: () => false,
    Argument: {
      leave(node) {
        const type = info.getArgument()?.type;
        if (!type || node.value.kind === Kind.VARIABLE) return undefined;
        return isLeftOut(node.value, type) ? null : { ...node, value: prune(node.value, type) };
      },
    },
  });
  return visit(document, visitor);
}

/**
 * The document of one operation without definitions that it does not use, which GraphQL forbids: of variables, and of fragments. See
 * the GraphQL specification, sections 5.5.1.4 and 5.8.4.
 */
export function removeUnused(document: DocumentNode): DocumentNode {
  const [separated] = Object.values(separateOperations(document));
  const used = new Set<string>();
  visit(separated!, { VariableDefinition: () => false, Variable: ({ name }) => void used.add(name.value) });
  return visit(separated!, {
    VariableDefinition: ({ variable }) => (used.has(variable.name.value) ? false : null),
  });
}

/** The type of the items of a list; an item alone stands for a list of it. See the GraphQL specification, section 3.11. */
function itemType(type: GraphQLInputType): GraphQLInputType {
  const list = getNullableType(type);
  return isListType(list) ? list.ofType : type;
}

/** The type of a field of an input object; undefined for one that is none. */
function inputFieldType(type: GraphQLInputType, field: string): GraphQLInputType | undefined {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return inputFieldType(nullable.ofType, field);
  return isInputObjectType(nullable) ? nullable.getFields()[field]?.type : undefined;
}
