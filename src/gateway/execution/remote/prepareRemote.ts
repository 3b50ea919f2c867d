// Operations that another server runs. Everything of a request but its variables is made once, at start.
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
import { compileResultCheck } from './check/compileResultCheck.ts';
import { findVariablePlaces } from './isVariableError.ts';
import { postGraphql } from './postGraphql.ts';
import { type Upstream, headersTo } from './Upstream.ts';

/** What one execution is given. */
interface RemoteRequest {
  variables: Readonly<Record<string, unknown>>;
  requestId: string;
  /** Of the client's request. */
  headers: IncomingHttpHeaders;
  /** Aborting it gives the execution up, and tells the upstream by closing the connection. */
  signal: AbortSignal;
}

/** What operations are prepared with. */
export interface RemoteOptions {
  /** That of the upstream. */
  schema: GraphQLSchema;
  /** Of one answer of the upstream, after decompression. */
  maxBytes: number;
}

/**
 * Runs one operation; rejects with a ServiceError where the upstream gives no result, or one that does not fit its schema.
 * A result with errors is not checked: its data is not used.
 */
export type ExecuteRemotely = (request: RemoteRequest) => Promise<ExecutionResult>;

/** Prepares documents of one operation each for being sent to the upstream. */
export function prepareRemote(
  upstream: Upstream,
  { schema, maxBytes }: RemoteOptions,
): (document: DocumentNode) => ExecuteRemotely {
  const { url } = upstream;
  return (document) => {
    const { name, operation } = getOperationAST(document)!;
    const query = stripIgnoredCharacters(print(document));
    const fixed = JSON.stringify({ query, operationName: name?.value }).slice(0, -1);
    const variablePlaces = findVariablePlaces(parse(query));
    const check = compileResultCheck(schema, document);
    return async ({ variables, requestId, headers: received, signal }) => {
      const body = `${fixed},"variables":${JSON.stringify(variables)}}`;
      const headers = headersTo(upstream, requestId, received);
      const result = await postGraphql({ url, body, headers, signal, maxBytes, operation, variablePlaces });
      if (result.errors) return result;
      try {
        return { data: check(result.data!, variables) };
      } catch (cause) {
        // A mutation has taken effect, and a 502 would invite to send it again.
        throw operation === 'mutation' ? outcomeUnknownError(cause) : badGatewayError(cause);
      }
    };
  };
}
