import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
  isAbstractType,
  isCompositeType,
} from 'graphql';

/** One place where a response key is selected. */
export interface Occurrence {
  node: FieldNode;
  /** The type that the field belongs to. */
  parent: GraphQLCompositeType;
  /** The object types under which it is selected. */
  on: ReadonlySet<GraphQLObjectType>;
  /** Whether `@include` or `@skip` stands on it or around it. */
  conditional: boolean;
}

/** The object types that a value of this type can have. */
export function possibleTypes(schema: GraphQLSchema, type: GraphQLCompositeType): readonly GraphQLObjectType[] {
  return isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
}

/**
 * All occurrences of each response key of a selection set, fragments resolved, in the order in which they are written.
 * See the GraphQL specification, section 6.3.2, Field Collection.
 */
export function collectFields(
  schema: GraphQLSchema,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  parent: GraphQLCompositeType,
  selectionSets: readonly SelectionSetNode[],
): Map<string, Occurrence[]> {
  const fields = new Map<string, Occurrence[]>();
  const walk = (
    set: SelectionSetNode,
    type: GraphQLCompositeType,
    on: ReadonlySet<GraphQLObjectType>,
    around: boolean,
  ): void => {
    for (const node of set.selections) {
      if (isFailure(node)) continue;
      const conditional = around || isConditional(node);
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        const occurrence = { node, parent: type, on, conditional };
        fields.set(key, [...(fields.get(key) ?? []), occurrence]);
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
      if (!fragment) continue;
      const condition = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value);
      const inner = isCompositeType(condition) ? condition : type;
      const possible = possibleTypes(schema, inner);
      walk(fragment.selectionSet, inner, new Set(possible.filter((each) => on.has(each))), conditional);
    }
  };
  const all = new Set(possibleTypes(schema, parent));
  for (const set of selectionSets) walk(set, parent, all, false);
  return fields;
}

/** What tells of failure is read apart; see failures.ts. */
function isFailure(node: SelectionSetNode['selections'][number]): boolean {
  return node.directives?.some(({ name }) => name.value === 'error') ?? false;
}

function isConditional(node: SelectionSetNode['selections'][number]): boolean {
  return node.directives?.some(({ name }) => name.value === 'include' || name.value === 'skip') ?? false;
}
