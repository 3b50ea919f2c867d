import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  type NamedTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  isAbstractType,
  isCompositeType,
  isUnionType,
  print,
} from 'graphql';
import { leavesBody } from './leavesBody.ts';

/** What fragment spreads are resolved with. */
export interface SelectionContext {
  schema: GraphQLSchema;
  /** All fragments that the operation spreads, by name. */
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/**
 * The name of an object type, behind that of the object around it where that decides what is selected, as in `Book>Author`.
 */
export type TypePath = string;

/** One selection set of an object. */
export interface ObjectSelection {
  type: GraphQLCompositeType;
  set: SelectionSetNode;
  /** The type paths of the objects around it that have this selection. */
  around: readonly TypePath[];
  /** The `@include` and `@skip` of this selection that the object itself does not depend on; '' for none. */
  condition: string;
}

/** One selection of a response key. */
export interface Occurrence {
  node: FieldNode;
  /** The type that the field belongs to. */
  parent: GraphQLCompositeType;
  /** The type paths that it is selected on. */
  on: ReadonlySet<TypePath>;
  /** The `@include` and `@skip` on it and around it; '' for none. */
  condition: string;
}

/** The object types that a value of a type can have. */
export function possibleTypes(schema: GraphQLSchema, type: GraphQLCompositeType): readonly GraphQLObjectType[] {
  return isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
}

/** The definition of a field; undefined for `__typename`, which every type has. */
export function fieldDefinition(
  { name }: FieldNode,
  parent: GraphQLCompositeType,
): GraphQLField<unknown, unknown> | undefined {
  return isUnionType(parent) ? undefined : parent.getFields()[name.value];
}

/** The name of a field in the response. */
export function responseKey({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}

/** The selection of an object that has only one. */
export function onlySelection(type: GraphQLCompositeType, set: SelectionSetNode): ObjectSelection {
  return { type, set, around: [''], condition: '' };
}

/** The type paths of the objects that have a selection. */
export function typePathsOf(schema: GraphQLSchema, { type, around }: ObjectSelection): TypePath[] {
  return around.flatMap((outer) => possibleTypes(schema, type).map(({ name }) => `${outer}>${name}`));
}

/** The name of the object type at the end of a type path. */
export function typeNameAt(typePath: TypePath): string {
  return typePath.slice(typePath.lastIndexOf('>') + 1);
}

/** The selections of the objects at a response key. Conditions and types that all its occurrences share are left out. */
export function selectionsBelow(
  occurrences: readonly Occurrence[],
  typeOf: (each: Occurrence) => GraphQLCompositeType,
): ObjectSelection[] {
  const [first] = occurrences as [Occurrence];
  const sameCondition = occurrences.every(({ condition }) => condition === first.condition);
  const sameTypes = occurrences.every(
    ({ on }) => on.size === first.on.size && [...on].every((each) => first.on.has(each)),
  );
  return occurrences.flatMap((each) =>
    each.node.selectionSet
      ? {
          type: typeOf(each),
          set: each.node.selectionSet,
          around: sameTypes ? [''] : [...each.on],
          condition: sameCondition ? '' : each.condition,
        }
      : [],
  );
}

/**
 * All occurrences of each response key of an object, fragments resolved, in the order of the document. Errors as data are
 * not among them, see `collectErrorMarkers`; nor is what leaves the body. See the GraphQL specification, section 6.3.2, Field Collection.
 */
export function collectFields(
  { schema, fragments }: SelectionContext,
  selections: readonly ObjectSelection[],
): Map<string, Occurrence[]> {
  const fields = new Map<string, Occurrence[]>();
  const walk = (set: SelectionSetNode, at: Omit<Occurrence, 'node'>): void => {
    for (const node of set.selections) {
      if (isErrorMarker(node) || leavesBody(node, fragments)) continue;
      const condition = at.condition + conditionOf(node);
      if (node.kind === Kind.FIELD) {
        const key = responseKey(node);
        fields.set(key, [...(fields.get(key) ?? []), { ...at, node, condition }]);
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
      if (!fragment) continue;
      const parent = fragmentType(schema, fragment) ?? at.parent;
      const possible = new Set(possibleTypes(schema, parent).map(({ name }) => name));
      const on = new Set([...at.on].filter((typePath) => possible.has(typeNameAt(typePath))));
      walk(fragment.selectionSet, { parent, on, condition });
    }
  };
  for (const selection of selections) {
    const { type: parent, set, condition } = selection;
    walk(set, { parent, on: new Set(typePathsOf(schema, selection)), condition });
  }
  return fields;
}

/** The type of a fragment's type condition. */
export function fragmentType(
  schema: GraphQLSchema,
  { typeCondition }: { readonly typeCondition?: NamedTypeNode | undefined },
): GraphQLCompositeType | undefined {
  const type = typeCondition && schema.getType(typeCondition.name.value);
  return isCompositeType(type) ? type : undefined;
}

function isErrorMarker({ directives }: SelectionNode): boolean {
  return directives?.some(({ name }) => name.value === 'error') ?? false;
}

const CONDITIONS = new Set(['include', 'skip']);

function conditionOf({ directives = [] }: SelectionNode): string {
  return directives.flatMap((each) => (CONDITIONS.has(each.name.value) ? print(each) : [])).join('');
}
