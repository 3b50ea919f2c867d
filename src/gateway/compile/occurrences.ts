import {
  type GraphQLCompositeType,
  GraphQLNonNull,
  type GraphQLOutputType,
  GraphQLString,
  getNamedType,
} from 'graphql';
import { collectErrorMarkers } from './collectErrorMarkers.ts';
import {
  type ObjectSelection,
  type Occurrence,
  type SelectionContext,
  type TypePath,
  fieldDefinition,
  selectionsBelow,
  typeNameAt,
  typePathsOf,
} from './collectFields.ts';

/** What a shape says of a field. */
export interface FieldDescription {
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
  return selectionsBelow(occurrences, (each) => getNamedType(describeField(each).type) as GraphQLCompositeType);
}

/** The type paths of the objects that are sent: those that are no errors as data. */
export function sentTypePaths(selections: readonly ObjectSelection[], context: SelectionContext): TypePath[] {
  const errorTypes = new Set(collectErrorMarkers(context, selections)?.types.flatMap(({ names }) => names));
  return selections
    .flatMap((each) => typePathsOf(context.schema, each))
    .filter((typePath) => !errorTypes.has(typeNameAt(typePath)));
}
