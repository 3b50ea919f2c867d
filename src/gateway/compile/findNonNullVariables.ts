import {
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
  TypeInfo,
  isNonNullType,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { memoizeByNode } from '../document/memoizeByNode.ts';

/**
 * The variables that are used where null is not allowed. One that has a default, or is used where there is one, may be declared
 * with a nullable type. See the GraphQL specification, section 5.8.5, All Variable Usages Are Allowed.
 */
export function findNonNullVariables(schema: GraphQLSchema, documents: readonly DocumentNode[]): Set<string> {
  return new Set(
    documents.flatMap(({ definitions }) => definitions.flatMap((each) => nonNullVariablesOf(each, schema))),
  );
}

const nonNullVariablesOf = memoizeByNode((definition: DefinitionNode, schema: GraphQLSchema): readonly string[] => {
  const found: string[] = [];
  const info = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(info, {
    VariableDefinition: () => false,
    Variable: (node) => {
      if (isNonNullType(info.getInputType())) found.push(node.name.value);
    },
  });
  visit(definition, visitor);
  return found;
});
