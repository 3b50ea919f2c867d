// Checks whether a server responds and accepts writes, on a connection of its own: a pool whose connections all wait for a
// lock says nothing about the server. The connection stays open, and is replaced when it breaks.
import pg from 'pg';
import { shareProbe } from '../../../gateway/server.ts';
import { unavailableError } from '../databaseErrors.ts';
import type { Probe } from './Backend.ts';

/** See https://www.postgresql.org/docs/current/hot-standby.html#HOT-STANDBY-USERS */
const IS_READ_ONLY = `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly"`;

/** The error message of node-postgres after `query_timeout`; it has no code. */
const READ_TIMEOUT_MESSAGE = 'Query read timeout';

/** Connects at the first check. Checks must not overlap. */
export function openProbe(connection: pg.ClientConfig): Probe {
  let open: pg.Client | undefined;
  let closed = false;

  async function connect(): Promise<pg.Client> {
    if (closed) throw new Error('The probe is closed.');
    const timeouts = { connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS };
    const client = new pg.Client({ ...connection, ...timeouts });
    client.on('error', () => drop(client));
    open = client;
    await client.connect();
    return client;
  }

  /** Closes the connection; in the middle of a statement this destroys the socket. */
  function drop(client = open): void {
    if (open === client) open = undefined;
    client?.end().catch(() => {});
  }

  async function isReadOnly(): Promise<boolean> {
    const reused = open;
    try {
      return await queryReadOnly(reused ?? (await connect()));
    } catch (error) {
      // A reused connection may have been cut silently. After a timeout a second attempt would time out as well.
      if (!reused || (error as Error).message === READ_TIMEOUT_MESSAGE) throw error;
      drop(reused);
      return queryReadOnly(await connect());
    }
  }

  return {
    check: async () => {
      let readOnly: boolean;
      try {
        readOnly = await isReadOnly();
      } catch (cause) {
        drop();
        throw unavailableError('The database is not available; try again shortly.', cause);
      }
      if (!readOnly) return;
      drop(); // A session keeps the read-only default that it began with.
      throw unavailableError('The database accepts no writes: it is read-only, or a standby.');
    },
    close: () => {
      closed = true;
      drop();
    },
  };
}

async function queryReadOnly(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ readOnly: boolean }>(IS_READ_ONLY);
  return rows[0]!.readOnly;
}

/** The time limit of a readiness check. */
const PROBE_TIMEOUT_MS = 2_000;

const TIMED_OUT = `The database did not respond within ${PROBE_TIMEOUT_MS / 1000} seconds; try again shortly.`;

/**
 * Limits the time of a readiness check; calls during a check share its result. Rejects with UNAVAILABLE when the time is
 * over: the check continues then, and no second one starts beside it.
 */
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
