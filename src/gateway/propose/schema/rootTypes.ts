import { type GraphQLNamedType, type GraphQLSchema, getNamedType, isAbstractType } from 'graphql';
import { readConnection } from './readConnection.ts';

/** The types of objects that queries read by themselves: as one object, as a list, or in pages. */
export function rootTypes(schema: GraphQLSchema): Set<GraphQLNamedType> {
  const found = new Set<GraphQLNamedType>();
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    // Relay's `node` reads objects of every type, and is no endpoint.
    if (field.deprecationReason != null || /^(?:nodes?$|_)/.test(field.name)) continue;
    const type = readConnection(field)?.item ?? getNamedType(field.type);
    found.add(type);
    if (isAbstractType(type)) for (const member of schema.getPossibleTypes(type)) found.add(member);
  }
  return found;
}
