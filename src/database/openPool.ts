import pg from 'pg';
import type { Backend } from './Backend.ts';
import type { DatabaseLog } from './Database.ts';

const IDLE = 300_000;

/** What a session is told that cannot be told at its start. PgBouncer keeps both for its client from session to session. */
const SESSION = `SET TimeZone = 'UTC'; SET DateStyle = 'ISO'`;

/**
 * Opens a pool of connections. Its own `query` would end a connection with each statement that fails, be it only for a
 * name that is taken; this one keeps the connection where the statement alone was at fault.
 */
export function openPool({ connection, direct, poolSize }: Backend, log?: DatabaseLog): pg.Pool {
  const onConnect = async (client: pg.ClientBase) => void (await client.query(SESSION));
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    idleTimeoutMillis: IDLE,
    ...(direct && { onConnect }),
  });
  // A connection that breaks while it is idle is replaced by the next that is wanted.
  pool.on('error', (error) => log?.warn({ err: error }, 'lost a connection to the database'));
  const run = async (statement: string | pg.QueryConfig, values?: unknown[]) => {
    const client = await pool.connect();
    client.on('error', ignore);
    try {
      const result = await client.query(statement, values);
      release(client);
      return result;
    } catch (error) {
      release(client, isOfStatement(error) ? undefined : (error as Error));
      throw error;
    }
  };
  const query = (statement: string | pg.QueryConfig, values?: unknown[]) =>
    run(statement, values).catch((error: unknown) => {
      // Nothing of it has run: it goes again without a name, and the connection with what it prepared is given up.
      if (typeof statement === 'object' && isOutdated(error)) return run({ ...statement, name: '' }, values);
      throw error;
    });
  return Object.assign(pool, { query });
}

/** The statement that was running tells of it. */
function ignore(): void {}

function release(client: pg.PoolClient, error?: Error): void {
  client.off('error', ignore);
  client.release(error);
}

/** What ends the connection has the severity FATAL or PANIC. One whose prepared statements are outdated is no good either. */
function isOfStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && !isOutdated(error);
}

/** A statement was prepared before a migration that gave its columns other types. Its message depends on the server's language. */
function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}
