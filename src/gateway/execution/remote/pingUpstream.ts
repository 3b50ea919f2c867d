import { ServiceError } from '../../errors/ServiceError.ts';
import { postGraphql } from './postGraphql.ts';
import type { Upstream } from './Upstream.ts';

/** Milliseconds in which a probe wants to be answered. */
const PATIENCE = 2_000;
/** Of an answer to the smallest question. */
const MAX_BYTES = 1024 * 1024;

/**
 * Rejects with a ServiceError while the upstream does not answer GraphQL. One that asks who is there does, and so does one
 * that was asked too often: it would answer no other process either.
 */
export async function pingUpstream({ url, headers }: Upstream): Promise<void> {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    await postGraphql({ url, body: '{"query":"{__typename}"}', headers, signal, maxBytes: MAX_BYTES });
  } catch (error) {
    if (error instanceof ServiceError && [401, 403, 429].includes(error.status)) return;
    throw error;
  }
}
