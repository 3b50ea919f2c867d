import type { ApolloServerPlugin } from '@apollo/server';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { checkScopes } from '../../gateway/access/checkScopes.ts';
import { compileRequirements, type Requirements } from '../../gateway/access/compileRequirements.ts';
import type { RequestContext } from '../domain/Subgraph.ts';
import { referencedScopes } from '../federation/referencedScopes.ts';
import { withHttpStatus } from './withHttpStatus.ts';

/**
 * Refuses a validated operation whose scopes the caller lacks, those of referenced entities included, before it is executed.
 * For `coversWritten` see RequirementsOptions.
 */
export function scopesPlugin(schema: GraphQLSchema, coversWritten: boolean): ApolloServerPlugin<RequestContext> {
  // Apollo Server caches documents, so compiled requirements live as long as their document.
  const compiled = new WeakMap<OperationDefinitionNode, Requirements>();

  function requirementsOf(document: DocumentNode, operation: OperationDefinitionNode): Requirements {
    const cached = compiled.get(operation);
    if (cached) return cached;
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
