import type { ExecutionResult } from 'graphql';
import { ServiceError } from '../../errors/ServiceError.ts';
import { readResult } from './readResult.ts';

const MEDIA_TYPES = {
  'content-type': 'application/json',
  accept: 'application/graphql-response+json, application/json;q=0.9',
};

/**
 * Posts a GraphQL request, a JSON text, and reads the result. Rejects with a ServiceError where no GraphQL result comes
 * back. See https://graphql.github.io/graphql-over-http/draft/
 */
export async function postGraphql(
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ExecutionResult> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...MEDIA_TYPES },
      body,
      signal,
      redirect: 'manual',
    });
    text = await response.text();
  } catch (cause) {
    const message = 'What is behind this does not answer; try again shortly.';
    throw new ServiceError('UNAVAILABLE', message, { headers: { 'retry-after': '1' }, cause });
  }
  return readResult(response.status, response.headers, text);
}
