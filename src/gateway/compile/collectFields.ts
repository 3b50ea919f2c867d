import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
  isAbstractType,
  isCompositeType,
  isUnionType,
  print,
} from 'graphql';

/**
 * A place in the answer: an object type, behind the one of the object around it where that decides what is selected here,
 * as in `Book>Author`.
 */
export type Scope = string;

/** One selection set of an object, and where the object has it. */
export interface Part {
  type: GraphQLCompositeType;
  set: SelectionSetNode;
  /** The places around it. */
  around: readonly Scope[];
  /** The `@include` and `@skip` that the object itself does not depend on; '' for none. */
  condition: string;
}

/** One place where a response key is selected. */
export interface Occurrence {
  node: FieldNode;
  /** The type that the field belongs to. */
  parent: GraphQLCompositeType;
  /** Where it is selected. */
  on: ReadonlySet<Scope>;
  /** The `@include` and `@skip` that stand on it or around it; '' for none. */
  condition: string;
}

/** The object types that a value of this type can have. */
export function possibleTypes(schema: GraphQLSchema, type: GraphQLCompositeType): readonly GraphQLObjectType[] {
  return isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
}

/** What the schema says of a field; undefined for `__typename`, which every type has. */
export function definitionOf(
  { name }: FieldNode,
  parent: GraphQLCompositeType,
): GraphQLField<unknown, unknown> | undefined {
  return isUnionType(parent) ? undefined : parent.getFields()[name.value];
}

/** The only part of an object that is selected in one place. */
export function partOf(type: GraphQLCompositeType, set: SelectionSetNode): Part {
  return { type, set, around: [''], condition: '' };
}

/** The places in which an object has a part. */
export function scopesOf(schema: GraphQLSchema, { type, around }: Part): Scope[] {
  return around.flatMap((outer) => possibleTypes(schema, type).map(({ name }) => `${outer}>${name}`));
}

/** The name of the object type at a place. */
export function typeNameAt(scope: Scope): string {
  return scope.slice(scope.lastIndexOf('>') + 1);
}

/** The parts of the objects that a response key holds. What all of its occurrences have in common decides nothing there. */
export function partsBelow(
  occurrences: readonly Occurrence[],
  typeOf: (each: Occurrence) => GraphQLCompositeType,
): Part[] {
  const [first] = occurrences as [Occurrence];
  const sameCondition = occurrences.every(({ condition }) => condition === first.condition);
  const samePlaces = occurrences.every(
    ({ on }) => on.size === first.on.size && [...on].every((each) => first.on.has(each)),
  );
  return occurrences.flatMap((each) =>
    each.node.selectionSet
      ? {
          type: typeOf(each),
          set: each.node.selectionSet,
          around: samePlaces ? [''] : [...each.on],
          condition: sameCondition ? '' : each.condition,
        }
      : [],
  );
}

/**
 * All occurrences of each response key of an object, fragments resolved, in the order in which they are written.
 * See the GraphQL specification, section 6.3.2, Field Collection.
 */
export function collectFields(
  schema: GraphQLSchema,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  parts: readonly Part[],
): Map<string, Occurrence[]> {
  const fields = new Map<string, Occurrence[]>();
  const walk = (set: SelectionSetNode, type: GraphQLCompositeType, on: ReadonlySet<Scope>, around: string): void => {
    for (const node of set.selections) {
      if (isFailure(node)) continue;
      const condition = around + conditionOf(node);
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        fields.set(key, [...(fields.get(key) ?? []), { node, parent: type, on, condition }]);
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
      if (!fragment) continue;
      const named = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value);
      const inner = isCompositeType(named) ? named : type;
      const possible = new Set(possibleTypes(schema, inner).map(({ name }) => name));
      const within = [...on].filter((scope) => possible.has(typeNameAt(scope)));
      walk(fragment.selectionSet, inner, new Set(within), condition);
    }
  };
  for (const part of parts) walk(part.set, part.type, new Set(scopesOf(schema, part)), part.condition);
  return fields;
}

/** What tells of failure is read apart; see failures.ts. */
function isFailure(node: SelectionSetNode['selections'][number]): boolean {
  return node.directives?.some(({ name }) => name.value === 'error') ?? false;
}

function conditionOf({ directives = [] }: SelectionSetNode['selections'][number]): string {
  return directives.flatMap((each) => (CONDITIONS.has(each.name.value) ? print(each) : [])).join('');
}

const CONDITIONS = new Set(['include', 'skip']);
