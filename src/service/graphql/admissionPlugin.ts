import type { ApolloServerPlugin } from '@apollo/server';
import { validationCost } from './createCostCache.ts';
import type { AdmittedContext } from './runAdmitted.ts';

/**
 * Lets a document that is not cached wait for admission before it is parsed and validated, and an operation, after all checks,
 * before it is executed. A mutation begins after that: a client that disconnects later does not cancel it.
 */
export function admissionPlugin(): ApolloServerPlugin<AdmittedContext> {
  return {
    requestDidStart: async () => ({
      parsingDidStart: ({ source, contextValue }) => contextValue.admit({ cost: validationCost(source) }),
      responseForOperation: async ({ operation, contextValue }) => {
        const { cost = 0, write } = contextValue;
        await contextValue.admit({ cost, write });
        if (operation?.operation === 'mutation') contextValue.beginMutation();
        return null;
      },
    }),
  };
}
