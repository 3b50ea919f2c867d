import { type GraphQLNamedType, type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';
import type { Annotated } from './requiredScopes.ts';

/** The types and fields with `@authenticated` or `@requiresScopes`, such as `Query.users`. */
export function listRestrictedElements(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => [
    ...(isRestricted(type) ? [type.name] : []),
    ...fieldsOf(type)
      .filter(isRestricted)
      .map((field) => `${type.name}.${field.name}`),
  ]);
}

function fieldsOf(type: GraphQLNamedType) {
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
}

function isRestricted({ astNode, extensionASTNodes = [] }: Annotated): boolean {
  return [astNode, ...extensionASTNodes]
    .flatMap((node) => node?.directives ?? [])
    .some(({ name }) => name.value === 'authenticated' || name.value === 'requiresScopes');
}
