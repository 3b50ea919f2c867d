// Compiles operations with graphql-jit, once, and runs them with the answers that graphql-js would give. Input that does
// not fit an operation is BAD_USER_INPUT; any other error carries the code and the problems of what was thrown.
import { type DocumentNode, type ExecutionResult, type GraphQLSchema, execute, GraphQLError } from 'graphql';
import { ServiceError } from '../errors/ServiceError.ts';
import { compileVariants } from './compileVariants.ts';
import type { RequestContext } from './RequestContext.ts';

/** What one execution is given: the context of the resolvers, and the variables as they came in JSON. */
interface OperationRequest extends RequestContext {
  variables: Readonly<Record<string, unknown>>;
}

/** Runs one operation. It rejects only if the request was aborted before it began. */
export type ExecuteOperation = (request: OperationRequest) => Promise<ExecutionResult>;

/** Compiles documents of one operation each against the schema; throws where one cannot be compiled. */
export function prepareOperation(schema: GraphQLSchema): (document: DocumentNode) => ExecuteOperation {
  return (document) => {
    const variantUnder = compileVariants(schema, document);
    return async ({ variables, caller, requestId, signal }) => {
      signal.throwIfAborted();
      const contextValue: RequestContext = { caller, requestId, signal };
      let query: ReturnType<typeof variantUnder>;
      try {
        query = variantUnder(variables);
      } catch (error) {
        return { errors: [inputError(error as Error)] };
      }
      const result = await query(undefined, contextValue, variables);
      if ('data' in result) {
        return result.errors ? { ...result, errors: result.errors.map(located) } : result;
      }
      // Nothing ran yet. graphql-js says what is wrong with the variables, or knows that they are good after all.
      const exact = await execute({ schema, document, variableValues: variables, contextValue });
      return 'data' in exact ? exact : { errors: (exact.errors ?? []).map(inputError) };
    };
  };
}

/** Errors of graphql-jit lack what those of graphql-js always have: extensions. */
function located({ message, path, originalError }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { path, originalError });
}

function inputError(error: Error): ServiceError {
  return new ServiceError('BAD_USER_INPUT', error.message, { cause: error });
}
