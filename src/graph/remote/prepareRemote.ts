// Operations that another server runs. Everything of a request but its variables is made once, at start.
import type { IncomingHttpHeaders } from 'node:http';
import { type DocumentNode, type ExecutionResult, getOperationAST, print, stripIgnoredCharacters } from 'graphql';
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

/** Runs one operation; rejects with a ServiceError where the upstream gives no result. */
export type ExecuteRemotely = (request: RemoteRequest) => Promise<ExecutionResult>;

/** Prepares documents of one operation each for being sent to the upstream. */
export function prepareRemote(upstream: Upstream): (document: DocumentNode) => ExecuteRemotely {
  return (document) => {
    const { name, operation } = getOperationAST(document)!;
    const operationName = name?.value;
    const fixed = JSON.stringify({ query: stripIgnoredCharacters(print(document)), operationName }).slice(0, -1);
    return ({ variables, requestId, headers, signal }) =>
      postGraphql(
        upstream.url,
        `${fixed},"variables":${JSON.stringify(variables)}}`,
        headersTo(upstream, requestId, headers),
        signal,
        operation,
      );
  };
}
