// Executes operations on a host's schema with graphql-js, which supports all of its resolvers. Variables that are not valid are
// BAD_USER_INPUT; any other error is returned as it was thrown.
import { type DocumentNode, GraphQLError, type GraphQLSchema, execute } from 'graphql';
import type { MapThrown } from '../base/errors/createErrorMapper.ts';
import { type ExecutionRequest, type Prepare, VariantCache, inputError } from './Execute.ts';

/**
 * Prepares documents of one operation each; `contextOf` creates the context value of each execution. What it
 * throws, and what resolvers throw, becomes what `mapThrown` returns for it.
 */
export function prepareWithContext(
  schema: GraphQLSchema,
  contextOf: (request: ExecutionRequest) => unknown,
  mapThrown?: MapThrown,
): Prepare {
  return (document) => {
    const documents = new VariantCache<DocumentNode>();
    return async (request) => {
      const { signal, span, variables, document: replacement } = request;
      signal.throwIfAborted();
      let contextValue: unknown;
      try {
        contextValue = await contextOf(request);
      } catch (thrown) {
        const error = toGraphqlError(thrown, mapThrown);
        if (!error) throw thrown;
        return { errors: [error] };
      }
      signal.throwIfAborted();
      const executed = replacement ? documents.get(replacement.key, () => replacement.create()) : document;
      const run = () => execute({ schema, document: executed, contextValue, variableValues: variables });
      const result = await (span ? span.run(run) : run());
      if ('data' in result) {
        if (!mapThrown || !result.errors) return result;
        return { ...result, errors: result.errors.map((error) => mapLocated(error, mapThrown)) };
      }
      // Nothing was executed: the variables are not valid.
      return { errors: (result.errors ?? []).map(inputError) };
    };
  };
}

/** The error at its place in the result, with what it was mapped to. */
function mapLocated(error: GraphQLError, mapThrown: MapThrown): GraphQLError {
  const mapped = mapThrown(error.originalError ?? error);
  return mapped ? locate(mapped, error.path) : error;
}

/**
 * What a function of the host threw, or what that is mapped to, as graphql-js has the errors of resolvers; undefined for an error
 * without extensions, which has no code.
 */
export function toGraphqlError(thrown: unknown, mapThrown?: MapThrown): GraphQLError | undefined {
  const mapped = mapThrown?.(thrown);
  if (mapped) return locate(mapped);
  if (thrown instanceof GraphQLError) return thrown;
  return thrown instanceof Error && 'extensions' in thrown ? locate(thrown) : undefined;
}

function locate(thrown: Error, path?: GraphQLError['path']): GraphQLError {
  const error = new GraphQLError(thrown.message, { ...(path && { path }), originalError: thrown });
  // For the log: what the host threw, where it was mapped.
  if (thrown.cause !== undefined) error.cause = thrown.cause;
  return error;
}
