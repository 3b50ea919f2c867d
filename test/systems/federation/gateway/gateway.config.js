// How the router treats requests: who asks, under which id and in which trace goes on to every subgraph; a client that
// has gone, or a subgraph that takes longer than the façade waits, ends what they began; and an error that is the router's
// own keeps its code, without which a dead subgraph would look like a defect of a program.
import { GraphQLError } from 'graphql';

const SENT_ON = ['authorization', 'x-request-id', 'traceparent', 'tracestate'];

export const gatewayConfig = {
  propagateHeaders: {
    fromClientToSubgraphs: ({ request }) =>
      Object.fromEntries(
        SENT_ON.flatMap((name) => {
          const value = request.headers.get(name);
          return value === null ? [] : [[name, value]];
        }),
      ),
  },
  executionCancellation: true,
  upstreamCancellation: true,
  maskedErrors: {
    maskError: (error, message) => {
      const { originalError, path, extensions = {} } = error;
      const { code = 'INTERNAL_SERVER_ERROR', request } = extensions;
      // What a subgraph answered is meant to be read; what was asked of it, or where it is, is not.
      const isAnswer = request === undefined && (!originalError || originalError.name === 'GraphQLError');
      return isAnswer && error instanceof GraphQLError
        ? error
        : new GraphQLError(message, { path, extensions: { code } });
    },
  },
};
