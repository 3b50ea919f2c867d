import { setImmediate } from 'node:timers/promises';
import type { ExecutionResult, OperationTypeNode } from 'graphql';
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { outcomeUnknownError } from '../../base/errors/knownErrors.ts';
import type { Upstream } from './Upstream.ts';
import { PING, type PersistedDocument, encodeDocument } from './persistedDocuments.ts';
import { readResult } from './readResult.ts';
import { type ConnectionError, type HttpRequest, sendRequest } from './httpClient.ts';
import { badGatewayError, isUnexecuted, unavailableError } from './upstreamErrors.ts';
import { type Scan, scanResult } from './validate/prepareScanner.ts';

export interface GraphqlRequest extends HttpRequest {
  /** Default: a query. */
  operation?: `${OperationTypeNode}`;
  /** The locations of variable definitions in the document, as `line:column`. */
  variableLocations?: ReadonlySet<string>;
  /** Reads the text of a success where it can. */
  scan?: Scan | undefined;
  /** The document, where it is sent by its id. */
  persisted?: PersistedDocument | undefined;
}

/**
 * Posts a GraphQL request and reads the result. A query is sent a second time, over a new connection, if the one that was kept
 * alive is closed before a response begins. Without a GraphQL result it rejects with a ServiceError: OUTCOME_UNKNOWN for a
 * mutation that was sent, unless the response says that it was refused. See https://graphql.github.io/graphql-over-http/draft/
 */
export function postGraphql(request: GraphqlRequest): Promise<ExecutionResult> {
  const { signal, operation = 'query', variableLocations = NO_LOCATIONS, persisted } = request;
  const isWrite = operation === 'mutation';
  if (signal.aborted) return Promise.reject(unavailableError(signal.reason));
  const isRepeatable = typeof request.body === 'string';
  const sent = isWrite ? pollConnections().then(() => sendRequest(request)) : sendRequest(request, isRepeatable);
  return sent.then(
    (response) => {
      const scanned = response.status === 200 ? scanResult(response.text, request.scan) : undefined;
      return scanned ?? readResult({ ...response, isWrite, variableLocations, persisted });
    },
    ({ cause, isUnsent, response }: ConnectionError) => {
      // A body that cannot be read may be a result, also under a status of a refusal.
      if (isWrite && !isUnsent && !(response && isUnexecuted(response.status))) throw outcomeUnknownError(cause);
      if (response && response.status >= 300) return readResult({ ...response, isWrite, variableLocations });
      throw response ? badGatewayError(cause) : unavailableError(cause);
    },
  );
}

const NO_LOCATIONS: ReadonlySet<string> = new Set();

/**
 * Reads what has arrived at the connections, such as the end of an idle one, over which a mutation would be sent in vain. The
 * first turn may end before the next poll.
 */
async function pollConnections(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

const PING_TIMEOUT_MS = 2_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/**
 * Rejects with a ServiceError while the upstream does not respond with GraphQL. 401, 403 and 429 count as a response: another
 * process would get the same.
 */
export async function pingUpstream(upstream: Upstream): Promise<void> {
  const { url, headers, trustedDocuments } = upstream;
  const body = trustedDocuments ? encodeDocument(upstream, PING) : '{"query":"{__typename}"}';
  try {
    const signal = AbortSignal.timeout(PING_TIMEOUT_MS);
    await postGraphql({ url, body, headers, signal, maxBytes: MAX_RESPONSE_BYTES });
  } catch (error) {
    if (error instanceof ServiceError && [401, 403, 429].includes(error.status)) return;
    // To a load balancer, an upstream with invalid responses is one that is not ready.
    throw error instanceof ServiceError && error.code === 'BAD_GATEWAY' ? unavailableError(error.cause) : error;
  }
}
