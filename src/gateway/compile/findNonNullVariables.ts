import { type DocumentNode, type GraphQLSchema, TypeInfo, isNonNullType, visit, visitWithTypeInfo } from 'graphql';

/**
 * The variables that are used where null is not allowed. One that has a default, or is used where there is one, may be declared
 * with a nullable type. See the GraphQL specification, section 5.8.5, All Variable Usages Are Allowed.
 */
export function findNonNullVariables(schema: GraphQLSchema, documents: readonly DocumentNode[]): Set<string> {
  const found = new Set<string>();
  const info = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(info, {
    VariableDefinition: () => false,
    Variable: (node) => {
      if (isNonNullType(info.getInputType())) found.add(node.name.value);
    },
  });
  for (const document of documents) visit(document, visitor);
  return found;
}
