import type { ApolloServerPlugin } from '@apollo/server';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { checkScopes } from '../../gateway/access/checkScopes.ts';
import { compileRequirements, type Requirements } from '../../gateway/access/compileRequirements.ts';
import type { RequestContext } from '../domain/Subgraph.ts';
import { referencedScopes } from '../federation/referencedScopes.ts';
import { withHttpStatus } from './withHttpStatus.ts';

/**
 * Refuses an operation whose scopes the caller lacks, those of the entities that it refers to among them, when it has been
 * validated and nothing of it has run. For `coversWritten` see RequirementsOptions.
 */
export function scopesPlugin(schema: GraphQLSchema, coversWritten: boolean): ApolloServerPlugin<RequestContext> {
  // Apollo keeps the documents of recent requests, so what is compiled for an operation lives as long as its document.
  const compiled = new WeakMap<OperationDefinitionNode, Requirements>();

  function requirementsOf(document: DocumentNode, operation: OperationDefinitionNode): Requirements {
    const known = compiled.get(operation);
    if (known) return known;
    const operationName = operation.name?.value;
    const requirements = compileRequirements(schema, document, { operationName, coversWritten });
    compiled.set(operation, requirements);
    return requirements;
  }

  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ document, operation, request: { variables = {} }, contextValue }) => {
        if (!operation) return;
        withHttpStatus(() => {
          const requirements: Requirements = {
            always: referencedScopes(schema, document, operation, variables),
            parts: [{ conditions: [], requirements: requirementsOf(document, operation) }],
          };
          checkScopes(requirements, contextValue.caller, variables);
        });
      },
    }),
  };
}
