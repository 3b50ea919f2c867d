// An object or a list item that is written in a document says nothing if all of its variables are absent. GraphQL keeps it, as
// `{}` or null: a filter `{}` holds for everything. So it is left out before the operation executes.
import {
  type ArgumentNode,
  type DefinitionNode,
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
  const isAbsent = (variable: string) => absent.has(variable);
  const isLeftOut = (value: ValueNode, type: GraphQLInputType | undefined) =>
    isEmptied(value, isAbsent) && (value.kind === Kind.VARIABLE || !isNonNullType(type));
  const prune = (value: ValueNode, type: GraphQLInputType | undefined): ValueNode => {
    if (value.kind === Kind.LIST) {
      const item = type && itemType(type);
      const values = value.values
        .filter((element) => !isEmptied(element, isAbsent))
        .map((element) => prune(element, item));
      return { ...value, values };
    }
    if (value.kind !== Kind.OBJECT) return value;
    const fields = value.fields.flatMap((field): ObjectFieldNode[] => {
      const fieldType = type && inputFieldType(type, field.name.value);
      return isLeftOut(field.value, fieldType) ? [] : [{ ...field, value: prune(field.value, fieldType) }];
    });
    return { ...value, fields };
  };
  return removeUnused(
    visitArguments(schema, document, (node, type) => {
      // GraphQL itself leaves out an argument that is an absent variable.
      if (node.value.kind === Kind.VARIABLE) return undefined;
      return isLeftOut(node.value, type) ? null : { ...node, value: prune(node.value, type) };
    }),
  );
}

/** The variables whose absence leaves objects or list items of a valid document out; see `pruneOperation`. */
export function prunableVariables(schema: GraphQLSchema, document: DocumentNode): string[] {
  const optional = optionalVariables(document);
  const found = new Set<string>();
  if (optional.size === 0) return [];
  const addAll = (value: ValueNode) => void visit(value, { Variable: ({ name }) => void found.add(name.value) });
  const walk = (value: ValueNode, type: GraphQLInputType | undefined, isItem: boolean): void => {
    if (value.kind !== Kind.OBJECT && value.kind !== Kind.LIST) {
      if (isItem && isEmptied(value, (name) => optional.has(name))) addAll(value);
      return;
    }
    if ((isItem || !isNonNullType(type)) && isEmptied(value, (name) => optional.has(name))) return addAll(value);
    if (value.kind === Kind.LIST) {
      for (const item of value.values) walk(item, type && itemType(type), true);
    } else {
      for (const field of value.fields) walk(field.value, type && inputFieldType(type, field.name.value), false);
    }
  };
  visitArguments(schema, document, ({ value }, type) => walk(value, type, false));
  return [...found].sort();
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

/** Visits every argument of a valid document, with its type; it is replaced by what is returned, and left out for null. */
function visitArguments(
  schema: GraphQLSchema,
  document: DocumentNode,
  replace: (node: ArgumentNode, type: GraphQLInputType) => ArgumentNode | null | undefined | void,
): DocumentNode {
  const info = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(info, {
    VariableDefinition: () => false,
    Argument: {
      leave(node) {
        const type = info.getArgument()?.type;
        return type && replace(node, type);
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
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const variables = new Set<string>();
  const spread = new Set<string>();
  const read = (node: DefinitionNode): void =>
    void visit(node, {
      VariableDefinition: () => false,
      Variable: ({ name }) => void variables.add(name.value),
      FragmentSpread({ name: { value: name } }) {
        const fragment = fragments.get(name);
        if (spread.has(name) || !fragment) return;
        spread.add(name);
        read(fragment);
      },
    });
  for (const node of document.definitions) if (node.kind === Kind.OPERATION_DEFINITION) read(node);
  const definitions = document.definitions.flatMap((node): DefinitionNode[] => {
    if (node.kind === Kind.FRAGMENT_DEFINITION) return spread.has(node.name.value) ? [node] : [];
    if (node.kind !== Kind.OPERATION_DEFINITION) return [node];
    const used = node.variableDefinitions?.filter(({ variable }) => variables.has(variable.name.value)) ?? [];
    return [{ ...node, variableDefinitions: used }];
  });
  return { ...document, definitions };
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
