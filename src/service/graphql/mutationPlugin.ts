import type { ApolloServerPlugin } from '@apollo/server';
import type { TimedContext } from './runWithDeadline.ts';

/** Tells a mutation from a query where its operation is known: once it has begun, its client's leaving does not end it. */
export function mutationPlugin(): ApolloServerPlugin<TimedContext> {
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ operation, contextValue }) => {
        if (operation?.operation === 'mutation') contextValue.beginMutation();
      },
    }),
  };
}
