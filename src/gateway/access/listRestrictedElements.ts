import { type GraphQLNamedType, type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';
import { requiredAccess } from './requiredAccess.ts';

/** The types and fields with `@authenticated` or `@requiresScopes`, such as `Query.users`. */
export function listRestrictedElements(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => [
    ...(requiredAccess(type).length > 0 ? [type.name] : []),
    ...fieldsOf(type)
      .filter((field) => requiredAccess(field).length > 0)
      .map((field) => `${type.name}.${field.name}`),
  ]);
}

function fieldsOf(type: GraphQLNamedType) {
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
}
