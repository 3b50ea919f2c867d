import type { ExecutionResult, OperationTypeNode } from 'graphql';
import { outcomeUnknownError } from '../../errors/outcomeUnknownError.ts';
import { ServiceError } from '../../errors/ServiceError.ts';
import { badGatewayError } from './badGatewayError.ts';
import { isUnsent } from './isUnsent.ts';
import { AnswerTooLarge, readBoundedText } from './readBoundedText.ts';
import { readResult } from './readResult.ts';

/** What is posted, and how its answer is read. */
export interface GraphqlRequest {
  url: URL;
  /** JSON text. */
  body: string;
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Of the answer, after decompression. */
  maxBytes: number;
  /** Default: a query. */
  operation?: `${OperationTypeNode}`;
  /** Where the document defines its variables, as `line:column`. */
  variablePlaces?: ReadonlySet<string>;
}

const MEDIA_TYPES = {
  'content-type': 'application/json',
  accept: 'application/graphql-response+json, application/json;q=0.9',
};

/** What fetch calls a connection that the other side has closed. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Posts a GraphQL request and reads the result; a query is asked once more where the connection breaks before an answer
 * begins. Where no GraphQL result comes back it rejects with a ServiceError, which of a mutation that was sent is
 * OUTCOME_UNKNOWN unless the answer says that it was refused. See https://graphql.github.io/graphql-over-http/draft/
 */
export async function postGraphql(request: GraphqlRequest): Promise<ExecutionResult> {
  const { url, body, headers, signal, maxBytes, operation = 'query', variablePlaces = new Set<string>() } = request;
  const isWrite = operation === 'mutation';
  if (signal.aborted) throw unavailable(signal.reason);
  const send = () =>
    fetch(url, { method: 'POST', headers: { ...headers, ...MEDIA_TYPES }, body, signal, redirect: 'manual' });
  let response: Response;
  let text: string;
  try {
    response = await send().catch((error: Error) => {
      // One that was kept open may have been closed just then. Whether a mutation has run nobody knows.
      if (!isWrite && BROKEN.has((error.cause as NodeJS.ErrnoException)?.code ?? '')) return send();
      throw error;
    });
    text = await readBoundedText(response, maxBytes);
  } catch (cause) {
    if (isWrite && !isUnsent(cause)) throw outcomeUnknownError(cause);
    throw cause instanceof AnswerTooLarge ? badGatewayError(cause) : unavailable(cause);
  }
  return readResult({ status: response.status, headers: response.headers, text, isWrite, variablePlaces });
}

function unavailable(cause: unknown): ServiceError {
  const message = 'What is behind this does not answer; try again shortly.';
  return new ServiceError('UNAVAILABLE', message, { headers: { 'retry-after': '1' }, cause });
}
