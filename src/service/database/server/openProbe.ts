// Whether a server answers and takes writes, asked on a connection of its own: a pool whose connections all wait for a lock
// says nothing about the server. The connection is kept, and replaced when it breaks.
import pg from 'pg';
import type { Probe } from '../Backend.ts';
import { PROBE_TIMEOUT_MS } from '../limitProbe.ts';
import { unavailableError } from '../unavailableError.ts';

/** See https://www.postgresql.org/docs/current/hot-standby.html#HOT-STANDBY-USERS */
const QUESTION = `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly"`;

/** What node-postgres says of an answer that does not come; it has no code. */
const NO_ANSWER = 'Query read timeout';

/** Opens nothing before it is first asked. Asked by one caller at a time. */
export function openProbe(connection: pg.ClientConfig): Probe {
  let kept: pg.Client | undefined;
  let closed = false;

  async function connect(): Promise<pg.Client> {
    if (closed) throw new Error('The probe is closed.');
    const timeouts = { connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS };
    const client = new pg.Client({ ...connection, ...timeouts });
    client.on('error', () => drop(client));
    kept = client;
    await client.connect();
    return client;
  }

  /** Whoever ends a connection in the middle of a question destroys its socket. */
  function drop(client = kept): void {
    if (kept === client) kept = undefined;
    client?.end().catch(() => {});
  }

  async function isReadOnly(): Promise<boolean> {
    const before = kept;
    try {
      return await question(before ?? (await connect()));
    } catch (error) {
      // One that was kept may have been cut without a word; a server that is silent would be so again.
      if (!before || (error as Error).message === NO_ANSWER) throw error;
      drop(before);
      return question(await connect());
    }
  }

  return {
    ask: async () => {
      let readOnly: boolean;
      try {
        readOnly = await isReadOnly();
      } catch (cause) {
        drop();
        throw unavailableError('The database is not available; try again shortly.', cause);
      }
      if (!readOnly) return;
      drop(); // What a session may do is decided when it begins.
      throw unavailableError('The database takes no writes: it is read-only, or a standby.');
    },
    close: () => {
      closed = true;
      drop();
    },
  };
}

async function question(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ readOnly: boolean }>(QUESTION);
  return rows[0]!.readOnly;
}
