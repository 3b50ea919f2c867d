import type { ExecutionResult, OperationTypeNode } from 'graphql';
import { ServiceError } from '../../errors/ServiceError.ts';
import { readResult } from './readResult.ts';

const MEDIA_TYPES = {
  'content-type': 'application/json',
  accept: 'application/graphql-response+json, application/json;q=0.9',
};

/** What fetch calls a connection that the other side has closed. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Posts a GraphQL request, a JSON text, and reads the result; a query is asked once more where the connection breaks
 * before an answer begins. Rejects with a ServiceError where no GraphQL result comes back. See https://graphql.github.io/graphql-over-http/draft/
 */
export async function postGraphql(
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  operation: `${OperationTypeNode}` = 'query',
): Promise<ExecutionResult> {
  const send = () =>
    fetch(url, { method: 'POST', headers: { ...headers, ...MEDIA_TYPES }, body, signal, redirect: 'manual' });
  let response: Response;
  let text: string;
  try {
    response = await send().catch((error: Error) => {
      // One that was kept open may have been closed just then. Whether a mutation has run nobody knows.
      if (operation === 'query' && BROKEN.has((error.cause as NodeJS.ErrnoException)?.code ?? '')) return send();
      throw error;
    });
    text = await response.text();
  } catch (cause) {
    const message = 'What is behind this does not answer; try again shortly.';
    throw new ServiceError('UNAVAILABLE', message, { headers: { 'retry-after': '1' }, cause });
  }
  return readResult(response.status, response.headers, text);
}
