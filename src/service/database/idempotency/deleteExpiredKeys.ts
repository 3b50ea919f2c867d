import type { AbortSignalLike } from '../../../gateway/protocol/AbortSignalLike.ts';
import type { ClientBase } from 'pg';
import { RETENTION_HOURS } from './KeyStore.ts';

/** Rows that one statement deletes: few enough that the embedded database, which has one connection, does not keep others waiting. */
const BATCH_SIZE = 1000;

/**
 * Deletes the responses that are no longer replayed, the oldest first. It waits for no lock: a row that another transaction
 * replaces or deletes is left out. It ends after a batch once the signal is aborted.
 */
export async function deleteExpiredKeys(database: Pick<ClientBase, 'query'>, signal?: AbortSignalLike): Promise<void> {
  for (;;) {
    const { rowCount } = await database.query(
      `DELETE FROM idempotency_keys WHERE id = ANY (ARRAY(
         SELECT id FROM idempotency_keys WHERE created_at <= now() - $1::interval
         ORDER BY created_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
       ))`,
      [`${RETENTION_HOURS} hours`],
    );
    if ((rowCount ?? 0) < BATCH_SIZE || signal?.aborted) return;
  }
}
