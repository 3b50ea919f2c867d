import type { ApolloServerPlugin } from '@apollo/server';
import type { TimedContext } from './runWithDeadline.ts';

/** Marks the execution of a mutation as begun: a client that disconnects later does not cancel it. */
export function mutationPlugin(): ApolloServerPlugin<TimedContext> {
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ operation, contextValue }) => {
        if (operation?.operation === 'mutation') contextValue.beginMutation();
      },
    }),
  };
}
