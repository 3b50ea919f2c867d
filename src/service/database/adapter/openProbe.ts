// Checks whether a server responds and accepts writes, on a connection of its own: a pool whose connections all wait for a
// lock says nothing about the server. The connection stays open, and is replaced when it breaks.
import pg from 'pg';
import { shareProbe } from '../../../gateway/server.ts';
import { READ_TIMEOUT_MESSAGE, unavailableError } from '../databaseErrors.ts';

/** See https://www.postgresql.org/docs/current/hot-standby.html#HOT-STANDBY-USERS */
const IS_READ_ONLY = `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly"`;

export type Probe = ReturnType<typeof openProbe>;

/** Connects at the first check. Checks must not overlap; one rejects with a ServiceError if the server cannot serve requests. */
export function openProbe(connection: pg.ClientConfig) {
  const pool = new pg.Pool({
    ...connection,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  // A connection that breaks is replaced.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  async function queryReadOnly(): Promise<boolean> {
    const client = await pool.connect();
    let isReadOnly = true;
    try {
      const { rows } = await client.query<{ readOnly: boolean }>(IS_READ_ONLY);
      isReadOnly = rows[0]!.readOnly;
      return isReadOnly;
    } finally {
      // It is closed if it has failed, and if it is read-only: a session keeps the default that it began with.
      client.release(isReadOnly);
    }
  }

  return {
    check: async () => {
      const isReused = pool.idleCount > 0;
      const isReadOnly = await queryReadOnly()
        .catch((error: Error) => {
          // A reused connection may have been cut silently. After a timeout a second attempt would time out as well.
          if (isReused && error.message !== READ_TIMEOUT_MESSAGE) return queryReadOnly();
          throw error;
        })
        .catch((cause: unknown) => {
          throw unavailableError('The database is not available; try again shortly.', cause);
        });
      if (isReadOnly) throw unavailableError('The database accepts no writes: it is read-only, or a standby.');
    },
    close: () => void pool.end(),
  };
}

const PROBE_TIMEOUT_MS = 2_000;

const TIMED_OUT = `The database did not respond within ${PROBE_TIMEOUT_MS / 1000} seconds; try again shortly.`;

/** Limits the time of a readiness check, whose result calls share: rejects with UNAVAILABLE then, and the check continues. */
export function limitProbe(check: () => Promise<void>): () => Promise<void> {
  const probe = shareProbe(check);
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(unavailableError(TIMED_OUT)), PROBE_TIMEOUT_MS);
    });
    try {
      await Promise.race([probe(), timeout]);
    } finally {
      clearTimeout(timer);
    }
  };
}
