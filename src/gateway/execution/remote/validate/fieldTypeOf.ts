import {
  GraphQLNonNull,
  type GraphQLOutputType,
  GraphQLString,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  isUnionType,
} from 'graphql';
import type { SelectedField } from './collectOccurrences.ts';

export const TYPENAME = '__typename';

/** The type of a selected field; undefined for introspection fields. */
export function fieldTypeOf({ node, parent }: SelectedField): GraphQLOutputType | undefined {
  const name = node.name.value;
  if (name === TYPENAME) return new GraphQLNonNull(GraphQLString);
  if (name === SchemaMetaFieldDef.name || name === TypeMetaFieldDef.name || isUnionType(parent)) return undefined;
  return parent.getFields()[name]?.type;
}
