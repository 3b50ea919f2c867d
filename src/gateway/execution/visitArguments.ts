import {
  type ArgumentNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** Visits every argument of a valid document, with its type; it is replaced by what is returned, and left out for null. */
export function visitArguments(
  schema: GraphQLSchema,
  document: DocumentNode,
  replace: (node: ArgumentNode, type: GraphQLInputType) => ArgumentNode | null | undefined | void,
): DocumentNode {
  const info = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(info, {
    VariableDefinition: () => false,
    Argument: {
      leave(node) {
        const type = info.getArgument()?.type;
        return type && replace(node, type);
      },
    },
  });
  return visit(document, visitor);
}
