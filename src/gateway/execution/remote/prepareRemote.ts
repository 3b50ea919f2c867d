// Operations that an upstream executes. Everything in a request but its variables is prepared once.
import type { IncomingHttpHeaders } from 'node:http';
import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
  parse,
  print,
  stripIgnoredCharacters,
} from 'graphql';
import { outcomeUnknownError } from '../../errors/outcomeUnknownError.ts';
import { badGatewayError } from './badGatewayError.ts';
import { compileResultValidator } from './validate/compileResultValidator.ts';
import { findVariableLocations } from './isVariableError.ts';
import { postGraphql } from './postGraphql.ts';
import { type Upstream, headersTo } from './Upstream.ts';

/** The request of one execution. */
interface RemoteRequest {
  variables: Readonly<Record<string, unknown>>;
  /** Null: Authorization was not read, and is not forwarded. */
  caller: unknown;
  requestId: string;
  /** Headers of the client's request. */
  headers: IncomingHttpHeaders;
  /** Aborting it closes the connection to the upstream. */
  signal: AbortSignal;
}

export interface RemoteOptions {
  /** The schema of the upstream. */
  schema: GraphQLSchema;
  /** Maximum size of one response, after decompression. */
  maxBytes: number;
}

/**
 * Executes one operation. Rejects with a ServiceError if the upstream returns no result, or one that does not match its schema.
 * The data of a result with errors is not validated, as it is not used.
 */
export type ExecuteRemotely = (request: RemoteRequest) => Promise<ExecutionResult>;

/** Returns a function that prepares a document of one operation. */
export function prepareRemote(
  upstream: Upstream,
  { schema, maxBytes }: RemoteOptions,
): (document: DocumentNode) => ExecuteRemotely {
  const { url } = upstream;
  return (document) => {
    const { name, operation } = getOperationAST(document)!;
    const query = stripIgnoredCharacters(print(document));
    const fixed = JSON.stringify({ query, operationName: name?.value }).slice(0, -1);
    const variableLocations = findVariableLocations(parse(query));
    const validate = compileResultValidator(schema, document);
    return async ({ variables, caller, requestId, headers: received, signal }) => {
      const body = `${fixed},"variables":${JSON.stringify(variables)}}`;
      const headers = headersTo(upstream, requestId, caller === null ? withoutCredentials(received) : received);
      const result = await postGraphql({ url, body, headers, signal, maxBytes, operation, variableLocations });
      if (result.errors) return result;
      try {
        return { data: validate(result.data!, variables) };
      } catch (cause) {
        // The mutation has taken effect, but a client may retry after 502.
        throw operation === 'mutation' ? outcomeUnknownError(cause) : badGatewayError(cause);
      }
    };
  };
}

function withoutCredentials({ authorization: _, ...others }: IncomingHttpHeaders): IncomingHttpHeaders {
  return others;
}
