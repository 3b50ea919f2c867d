import type { ApolloServerPlugin } from '@apollo/server';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { checkScopes } from '../../auth/checkScopes.ts';
import { compileRequirements, type Requirements } from '../../auth/requirements.ts';
import type { RequestContext } from '../../domain/Subgraph.ts';
import { withStatus } from './withStatus.ts';

/** Refuses an operation whose scopes the caller lacks, when it has been validated and nothing of it has run. */
export function requirementsPlugin(schema: GraphQLSchema): ApolloServerPlugin<RequestContext> {
  // Apollo keeps the documents of recent requests, so what is compiled for an operation lives as long as its document.
  const compiled = new WeakMap<OperationDefinitionNode, Requirements>();

  function requirementsOf(document: DocumentNode, operation: OperationDefinitionNode): Requirements {
    const requirements =
      compiled.get(operation) ?? compileRequirements(schema, document, { operationName: operation.name?.value });
    compiled.set(operation, requirements);
    return requirements;
  }

  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ document, operation, request: { variables = {} }, contextValue }) => {
        if (operation)
          withStatus(() => checkScopes(requirementsOf(document, operation), contextValue.caller, variables));
      },
    }),
  };
}
