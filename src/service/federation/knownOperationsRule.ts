import { type ASTVisitor, type ValidationContext, GraphQLError } from 'graphql';

/** Refuses operations without a root type in the schema, which graphql-js would only detect during execution, as a 500. */
export function knownOperationsRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      if (context.getSchema().getRootType(node.operation)) return;
      context.reportError(new GraphQLError(`The schema has no ${node.operation} type.`, { nodes: node }));
    },
  };
}
