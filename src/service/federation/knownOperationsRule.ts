import { type ASTVisitor, type ValidationContext, GraphQLError } from 'graphql';

/** Refuses operations that the schema has no root type for: graphql-js finds out while it executes, as a failure of its own. */
export function knownOperationsRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      if (context.getSchema().getRootType(node.operation)) return;
      context.reportError(new GraphQLError(`There is no ${node.operation} in this schema.`, { nodes: node }));
    },
  };
}
