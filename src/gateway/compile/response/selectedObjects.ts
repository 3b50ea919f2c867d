// The objects that a selection reads: their types, and those types of which nothing is selected.
import {
  type GraphQLCompositeType,
  GraphQLNonNull,
  type GraphQLOutputType,
  GraphQLString,
  getNamedType,
  isAbstractType,
} from 'graphql';
import { TYPE_KEY } from '../../plan/ResultPlan.ts';
import type { ShapeProperty } from '../../plan/Shape.ts';
import type { ShapeContext } from './ShapeContext.ts';
import {
  type ObjectSelection,
  type Occurrence,
  type SelectionContext,
  type TypePath,
  collectFields,
  fieldDefinition,
  onlySelection,
  selectionsBelow,
  typeNameAt,
  typePathsOf,
} from './collectFields.ts';
import { collectErrorMarkers } from './errorMarkers.ts';

/** What a shape says of a field. */
interface FieldDescription {
  type: GraphQLOutputType;
  description?: string | null | undefined;
  deprecationReason?: string | null | undefined;
}

/** The one field that every composite type has. See the GraphQL specification, section 4.1. */
const TYPENAME: FieldDescription = {
  type: new GraphQLNonNull(GraphQLString),
  description: 'The name of the type of this object.',
};

/** The field of an occurrence; under different type conditions a response key can have several. */
export function describeField({ node, parent }: Pick<Occurrence, 'node' | 'parent'>): FieldDescription {
  return fieldDefinition(node, parent) ?? TYPENAME;
}

/** The selections of the objects at a response key. */
export function objectSelections(occurrences: readonly Occurrence[]): ObjectSelection[] {
  return selectionsBelow(
    occurrences,
    (occurrence) => getNamedType(describeField(occurrence).type) as GraphQLCompositeType,
  );
}

/** The type paths of the objects that are sent: those that are no errors as data. */
export function sentTypePaths(selections: readonly ObjectSelection[], context: SelectionContext): TypePath[] {
  const errorTypes = new Set(collectErrorMarkers(context, selections)?.types.flatMap(({ names }) => names));
  return selections
    .flatMap((selection) => typePathsOf(context.schema, selection))
    .filter((typePath) => !errorTypes.has(typeNameAt(typePath)));
}

/** The object types of which nothing is selected, and what is selected to recognize them. */
interface UnselectedTypes {
  unselected: string[];
  added: ShapeProperty[];
}

const TYPE_NAME: ShapeProperty = {
  field: '__typename',
  key: TYPE_KEY,
  shape: { kind: 'leaf', type: 'String', nullable: false },
  required: false,
};

/** Finds the types of an object, errors as data excluded, of which nothing is selected; adds a `__typename` to its selections. */
export function findUnselectedTypes(selections: readonly ObjectSelection[], context: ShapeContext): UnselectedTypes {
  // One of several selections of an object can lack types that another one has.
  const partial = selections.filter(
    ({ type, set }) => isAbstractType(type) && unselectedOf([onlySelection(type, set)], context).length > 0,
  );
  if (partial.length === 0) return { unselected: [], added: [] };
  const unselected = unselectedOf(selections, context);
  if (unselected.length > 0) {
    for (const { set } of partial) if (set.loc) context.typeNames.set(set.loc, TYPE_KEY);
  }
  return { unselected, added: [TYPE_NAME] };
}

function unselectedOf(selections: readonly ObjectSelection[], context: ShapeContext): string[] {
  const selected = new Set([...collectFields(context, selections).values()].flat().flatMap(({ on }) => [...on]));
  const names = new Set([...selected].map(typeNameAt));
  const sent = sentTypePaths(selections, context).map(typeNameAt);
  return [...new Set(sent)].filter((name) => !names.has(name));
}
