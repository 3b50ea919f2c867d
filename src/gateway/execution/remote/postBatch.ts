import type { ExecutionResult } from 'graphql';
import type { AbortSignalLike } from '../../protocol/AbortSignalLike.ts';
import { type GraphqlRequest, postGraphql, postQuery } from './postGraphql.ts';
import { parseJson, readBatchedResult } from './readResult.ts';
import type { ConnectionError, HttpResponse } from './sendRequest.ts';
import { unavailableError } from './unavailableError.ts';

/** What became of a batch. */
export interface BatchOutcome {
  /** A read that is missing has to be sent alone. */
  results: ReadonlyMap<GraphqlRequest, ExecutionResult>;
  /** Why there is no result for any of them: the response is none to a batch. */
  refusal?: Error;
}

/**
 * Posts queries, at least one, in one request: a JSON array whose response has their results in the same order, as Apollo Server,
 * GraphQL Yoga, Hive Gateway and others accept it. It has the headers of the first, and its response is read up to `maxBytes`. Rejects
 * with UNAVAILABLE where nothing could be sent.
 */
export async function postBatch(requests: readonly GraphqlRequest[], signal: AbortSignalLike): Promise<BatchOutcome> {
  const [first] = requests as readonly [GraphqlRequest, ...GraphqlRequest[]];
  if (requests.length === 1) return { results: new Map([[first, await postGraphql({ ...first, signal })]]) };
  const body = `[${requests.map((request) => request.body).join(',')}]`;
  let response: HttpResponse;
  try {
    response = await postQuery({ ...first, body, signal });
  } catch (error) {
    const { cause, isUnsent } = error as ConnectionError;
    if (isUnsent) throw unavailableError(cause);
    return refuse(cause instanceof Error ? cause : new Error('The connection broke.'));
  }
  const { status, headers } = response;
  const list = parseJson(response.text);
  if (!Array.isArray(list) || list.length !== requests.length) {
    return refuse(new Error(`The response has status ${status} and is no list of ${requests.length} results.`));
  }
  const results = new Map<GraphqlRequest, ExecutionResult>();
  for (const [index, request] of requests.entries()) {
    const { variableLocations = new Set() } = request;
    const result = readBatchedResult(list[index], { status, headers, isWrite: false, variableLocations });
    if (result) results.set(request, result);
  }
  return { results };
}

function refuse(refusal: Error): BatchOutcome {
  return { results: new Map(), refusal };
}
