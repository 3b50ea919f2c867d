import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLSchema } from 'graphql';
import type { RequestContext } from '../domain/Subgraph.ts';
import { type CostOptions, checkCost } from '../federation/checkCost.ts';
import { withHttpStatus } from './withHttpStatus.ts';

/** Refuses an operation whose response could be too large, before it is executed. */
export function costPlugin(
  schema: GraphQLSchema,
  options: Omit<CostOptions, 'variables'>,
): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ document, operation, request: { variables = {} } }) => {
        if (operation) withHttpStatus(() => checkCost(schema, document, operation, { ...options, variables }));
      },
    }),
  };
}
