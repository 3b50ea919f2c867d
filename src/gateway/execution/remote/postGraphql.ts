import type { ExecutionResult, OperationTypeNode } from 'graphql';
import { outcomeUnknownError } from '../../errors/outcomeUnknownError.ts';
import { ServiceError } from '../../errors/ServiceError.ts';
import { badGatewayError } from './badGatewayError.ts';
import { isUnsent } from './isUnsent.ts';
import { ResponseTooLargeError, readBoundedText } from './readBoundedText.ts';
import { readResult } from './readResult.ts';

export interface GraphqlRequest {
  url: URL;
  /** JSON text. */
  body: string;
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Maximum size of the response, after decompression. */
  maxBytes: number;
  /** Default: a query. */
  operation?: `${OperationTypeNode}`;
  /** The locations of variable definitions in the document, as `line:column`. */
  variableLocations?: ReadonlySet<string>;
}

const MEDIA_TYPES = {
  'content-type': 'application/json',
  accept: 'application/graphql-response+json, application/json;q=0.9',
};

/** Error codes of fetch for a connection that the upstream has closed. */
const CLOSED_CODES = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Posts a GraphQL request and reads the result. A query is sent a second time if the connection is closed before a response
 * begins. Without a GraphQL result it rejects with a ServiceError: OUTCOME_UNKNOWN for a mutation that was sent, unless the
 * response says that it was refused. See https://graphql.github.io/graphql-over-http/draft/
 */
export async function postGraphql(request: GraphqlRequest): Promise<ExecutionResult> {
  const { url, body, headers, signal, maxBytes, operation = 'query', variableLocations = new Set<string>() } = request;
  const isWrite = operation === 'mutation';
  if (signal.aborted) throw unavailable(signal.reason);
  const send = () =>
    fetch(url, { method: 'POST', headers: { ...headers, ...MEDIA_TYPES }, body, signal, redirect: 'manual' });
  let response: Response;
  let text: string;
  try {
    response = await send().catch((error: Error) => {
      // A kept-alive connection may just have been closed. A mutation may have been executed.
      if (!isWrite && CLOSED_CODES.has((error.cause as NodeJS.ErrnoException)?.code ?? '')) return send();
      throw error;
    });
    text = await readBoundedText(response, maxBytes);
  } catch (cause) {
    if (isWrite && !isUnsent(cause)) throw outcomeUnknownError(cause);
    throw cause instanceof ResponseTooLargeError ? badGatewayError(cause) : unavailable(cause);
  }
  return readResult({ status: response.status, headers: response.headers, text, isWrite, variableLocations });
}

function unavailable(cause: unknown): ServiceError {
  const message = 'The upstream service is not responding; try again shortly.';
  return new ServiceError('UNAVAILABLE', message, { headers: { 'retry-after': '1' }, cause });
}
