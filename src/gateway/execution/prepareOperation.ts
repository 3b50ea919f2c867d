// Compiles operations with graphql-jit, with the results of graphql-js. Variables that are not valid are BAD_USER_INPUT; any
// other error has the code and the problems of what was thrown.
import { type DocumentNode, type ExecutionResult, type GraphQLSchema, execute, GraphQLError } from 'graphql';
import { ServiceError } from '../errors/ServiceError.ts';
import { compileVariants } from './compileVariants.ts';
import type { RequestDocument } from './Execute.ts';
import type { RequestContext } from './RequestContext.ts';

/** The context of the resolvers, and the variables as JSON. */
interface OperationRequest extends RequestContext {
  variables: Readonly<Record<string, unknown>>;
  document?: RequestDocument | undefined;
}

/** Executes one operation. Rejects only if the request was aborted before. */
export type ExecuteOperation = (request: OperationRequest) => Promise<ExecutionResult>;

/** Returns a function that compiles a document of one operation, and throws where it cannot be compiled. */
export function prepareOperation(schema: GraphQLSchema): (document: DocumentNode) => ExecuteOperation {
  return (document) => {
    const selectVariant = compileVariants(schema, document);
    return async ({ variables, document: own, caller, requestId, signal, transaction }) => {
      signal.throwIfAborted();
      const contextValue: RequestContext = { caller, requestId, signal, transaction };
      let query: ReturnType<typeof selectVariant>;
      try {
        query = selectVariant(variables, own);
      } catch (error) {
        return { errors: [inputError(error as Error)] };
      }
      const result = await query?.(undefined, contextValue, variables);
      if (result && 'data' in result) {
        return result.errors ? { ...result, errors: result.errors.map(withExtensions) } : result;
      }
      // The variant is not compiled, or nothing was executed. graphql-js has better messages for variables that are not valid, and
      // accepts some that graphql-jit refuses.
      const executed = own?.create() ?? document;
      const exact = await execute({ schema, document: executed, variableValues: variables, contextValue });
      return 'data' in exact ? exact : { errors: (exact.errors ?? []).map(inputError) };
    };
  };
}

/** Errors of graphql-jit lack the extensions of those of graphql-js. */
function withExtensions({ message, path, originalError }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { path, originalError });
}

function inputError(error: Error): ServiceError {
  return new ServiceError('BAD_USER_INPUT', error.message, { cause: error });
}
