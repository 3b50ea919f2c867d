import type { ApolloServerPlugin } from '@apollo/server';
import { type GraphQLSchema, Kind } from 'graphql';
import type { Write } from '../../gateway/admission/Admission.ts';
import { mutatedFields } from '../../gateway/execution/compileCost.ts';
import type { RequestContext } from '../domain/Subgraph.ts';
import { type CostOptions, checkCost } from '../federation/checkCost.ts';
import type { CostCache } from './createCostCache.ts';
import { withHttpStatus } from './withHttpStatus.ts';

/** The context of a request whose operation was checked. */
export interface CostContext {
  /** See `checkCost`. */
  cost?: number;
  write?: Write | undefined;
}

/** Computes the cost of an operation and what it writes, and refuses one whose response could be too large, before it is executed. */
export function costPlugin(
  schema: GraphQLSchema,
  costs: CostCache,
  options: Omit<CostOptions, 'variables'>,
): ApolloServerPlugin<RequestContext & CostContext> {
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ document, operation, queryHash, request: { variables = {} }, contextValue }) => {
        if (!operation) return;
        const cost = withHttpStatus(() => checkCost(schema, document, operation, { ...options, variables }));
        const fields = mutatedFields(operation);
        const write = fields && { fields, isTransaction: false };
        Object.assign(contextValue, { cost, write });
        // Of a document with several operations, the next request may select one that only reads.
        const isOnly = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length === 1;
        costs.set(queryHash, { cost, write: isOnly ? write : undefined });
      },
    }),
  };
}
