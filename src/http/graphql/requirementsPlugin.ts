import type { ApolloServerPlugin } from '@apollo/server';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { checkScopes } from '../../auth/checkScopes.ts';
import { compileRequirements, type Requirements } from '../../auth/requirements.ts';
import type { RequestContext } from '../../domain/Subgraph.ts';
import { withStatus } from './withStatus.ts';

/** Refuses an operation whose scopes the caller lacks, when it has been validated and nothing of it has run. */
export function requirementsPlugin(schema: GraphQLSchema): ApolloServerPlugin<RequestContext> {
  // Apollo keeps the documents of recent requests, so what is compiled for one lives as long as it does.
  const compiled = new WeakMap<DocumentNode, Map<string | undefined, Requirements>>();

  function requirementsOf(document: DocumentNode, operationName: string | undefined): Requirements {
    const ofDocument = compiled.get(document) ?? new Map<string | undefined, Requirements>();
    compiled.set(document, ofDocument);
    const requirements = ofDocument.get(operationName) ?? compileRequirements(schema, document, { operationName });
    ofDocument.set(operationName, requirements);
    return requirements;
  }

  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ document, request: { operationName, variables = {} }, contextValue }) =>
        withStatus(() => checkScopes(requirementsOf(document, operationName), contextValue.caller, variables)),
    }),
  };
}
