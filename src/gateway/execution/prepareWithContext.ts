// Executes operations on a host's schema with graphql-js, which supports all of its resolvers. Variables that are not valid are
// BAD_USER_INPUT; any other error is returned as it was thrown.
import { type DocumentNode, type ExecutionResult, GraphQLError, type GraphQLSchema, execute } from 'graphql';
import { ServiceError } from '../errors/ServiceError.ts';
import type { AbortSignalLike } from '../protocol/signals.ts';
import type { RequestDocument } from './Execute.ts';
import { VariantCache } from './VariantCache.ts';

interface OperationRequest {
  variables: Readonly<Record<string, unknown>>;
  document?: RequestDocument | undefined;
  signal: AbortSignalLike;
}

/** Prepares documents of one operation each; `contextOf` creates the context value of each execution, or throws a GraphQLError. */
export function prepareWithContext<Request extends OperationRequest>(
  schema: GraphQLSchema,
  contextOf: (request: Request) => unknown,
): (document: DocumentNode) => (request: Request) => Promise<ExecutionResult> {
  return (document) => {
    const documents = new VariantCache<DocumentNode>();
    const executedFor = (replacement: RequestDocument | undefined) =>
      replacement ? documents.get(replacement.key, () => replacement.create()) : document;
    return async (request) => {
      request.signal.throwIfAborted();
      let contextValue: unknown;
      try {
        contextValue = await contextOf(request);
      } catch (thrown) {
        if (thrown instanceof GraphQLError) return { errors: [thrown] };
        throw thrown;
      }
      request.signal.throwIfAborted();
      const executed = executedFor(request.document);
      const result = await execute({ schema, document: executed, contextValue, variableValues: request.variables });
      if ('data' in result) return result;
      // Nothing was executed: the variables are not valid.
      const errors = (result.errors ?? []).map(
        (error) => new ServiceError('BAD_USER_INPUT', error.message, { cause: error }),
      );
      return { errors };
    };
  };
}
