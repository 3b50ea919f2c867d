// Compiles operations with graphql-jit, with the results of graphql-js. Variables that are not valid are BAD_USER_INPUT; any
// other error has the code and the problems of what was thrown.
import { type DocumentNode, GraphQLError, type GraphQLSchema, execute } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import {
  type Execute,
  type ExecutionRequest,
  type RequestContext,
  type RequestDocument,
  VariantCache,
  inputError,
} from './Execute.ts';
import { specialiseOperation } from './specialiseOperation.ts';

type Variables = ExecutionRequest['variables'];

/** Executes one operation. Rejects only if the request was aborted before. */
type ExecuteOperation = (
  request: RequestContext & Pick<ExecutionRequest, 'variables' | 'document'>,
) => ReturnType<Execute>;

/**
 * Returns a function that compiles a document of one operation, and throws where it cannot be compiled; on demand, its variant for the
 * variables of a request.
 */
export function prepareOperation(schema: GraphQLSchema): (document: DocumentNode) => ExecuteOperation {
  return (document) => {
    const operation = specialiseOperation(document);
    const variants = new VariantCache<CompiledQuery['query']>();
    const selectVariant = (variables: Variables, replacement?: RequestDocument) => {
      const key = operation.variantKey(variables);
      // A document in place of the prepared one has no other variables.
      return variants.get(replacement ? `${key} ${replacement.key}` : key, () =>
        compile(schema, operation.variantDocument(variables, replacement?.create())),
      );
    };
    selectVariant({});
    return async ({ variables, document: replacement, caller, requestId, signal, span, transaction }) => {
      signal.throwIfAborted();
      const contextValue: RequestContext = { caller, requestId, signal, span, transaction };
      let query: CompiledQuery['query'];
      try {
        query = selectVariant(variables, replacement);
      } catch (error) {
        return { errors: [inputError(error as Error)] };
      }
      const result = await query(undefined, contextValue, variables);
      if ('data' in result) {
        return result.errors ? { ...result, errors: result.errors.map(withExtensions) } : result;
      }
      // Nothing was executed. graphql-js has better messages for variables that are not valid, and accepts some that graphql-jit
      // refuses.
      const executed = replacement?.create() ?? document;
      const exact = await execute({ schema, document: executed, variableValues: variables, contextValue });
      return 'data' in exact ? exact : { errors: (exact.errors ?? []).map(inputError) };
    };
  };
}

function compile(schema: GraphQLSchema, document: DocumentNode): CompiledQuery['query'] {
  const compiled = compileQuery(schema, document);
  if (isCompiledQuery(compiled)) return compiled.query;
  throw compiled.errors?.[0] ?? new Error('The operation cannot be compiled.');
}

/** Errors of graphql-jit lack the extensions of those of graphql-js. */
function withExtensions({ message, path, originalError }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { path, originalError });
}
