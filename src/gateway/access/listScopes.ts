import { type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';
import { requiredScopes } from './requiredScopes.ts';

/** Every scope that a type or a field of a schema requires, sorted. */
export function listScopes(schema: GraphQLSchema): string[] {
  const types = Object.values(schema.getTypeMap());
  const fields = types.flatMap((type) =>
    isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [],
  );
  return [...new Set([...types, ...fields].flatMap((element) => requiredScopes(element).flat(2)))].sort();
}
