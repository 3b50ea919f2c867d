// Executes operations on a host's schema with graphql-js, which supports all of its resolvers. Variables that are not valid are
// BAD_USER_INPUT; any other error is returned as it was thrown.
import { type DocumentNode, GraphQLError, type GraphQLSchema, execute } from 'graphql';
import { type ExecutionRequest, type Prepare, VariantCache, inputError } from './Execute.ts';

/** Prepares documents of one operation each; `contextOf` creates the context value of each execution, or throws a GraphQLError. */
export function prepareWithContext(schema: GraphQLSchema, contextOf: (request: ExecutionRequest) => unknown): Prepare {
  return (document) => {
    const documents = new VariantCache<DocumentNode>();
    return async (request) => {
      const { signal, variables, document: replacement } = request;
      signal.throwIfAborted();
      let contextValue: unknown;
      try {
        contextValue = await contextOf(request);
      } catch (thrown) {
        if (thrown instanceof GraphQLError) return { errors: [thrown] };
        throw thrown;
      }
      signal.throwIfAborted();
      const executed = replacement ? documents.get(replacement.key, () => replacement.create()) : document;
      const result = await execute({ schema, document: executed, contextValue, variableValues: variables });
      if ('data' in result) return result;
      // Nothing was executed: the variables are not valid.
      return { errors: (result.errors ?? []).map(inputError) };
    };
  };
}
