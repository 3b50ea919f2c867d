import { ServiceError } from '../../errors/ServiceError.ts';
import { postGraphql } from './postGraphql.ts';
import { unavailableError } from './unavailableError.ts';
import type { Upstream } from './Upstream.ts';

const PING_TIMEOUT_MS = 2_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/**
 * Rejects with a ServiceError while the upstream does not respond with GraphQL. 401, 403 and 429 count as a response: another
 * process would get the same.
 */
export async function pingUpstream({ url, headers }: Upstream): Promise<void> {
  try {
    const signal = AbortSignal.timeout(PING_TIMEOUT_MS);
    await postGraphql({ url, body: '{"query":"{__typename}"}', headers, signal, maxBytes: MAX_RESPONSE_BYTES });
  } catch (error) {
    if (error instanceof ServiceError && [401, 403, 429].includes(error.status)) return;
    // To a load balancer, an upstream with invalid responses is one that is not ready.
    throw error instanceof ServiceError && error.code === 'BAD_GATEWAY' ? unavailableError(error.cause) : error;
  }
}
