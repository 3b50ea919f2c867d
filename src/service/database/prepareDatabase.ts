// A PostgreSQL that can be connected to becomes a database that can be used: migrated, and given its data set. Refuses a
// schema that this build does not know, a database that cannot hold every text, and sessions that a pooler cuts short.
import pg from 'pg';
import type { Backend } from './Backend.ts';
import type { DatabaseSettings } from './Database.ts';
import { DatabaseError } from './DatabaseError.ts';
import { tryRefreshForecasts } from './demo/scheduleForecastRefresh.ts';
import { loadDemoData } from './demo/loadDemoData.ts';
import { applyMigrations } from './migrate/applyMigrations.ts';
import { checkMigrated } from './migrate/checkMigrated.ts';
import { readMigrations } from './migrate/readMigrations.ts';

const POOLER =
  'A connection pooler such as PgBouncer stands in front of the database. Set DATABASE_DIRECT_URL to the URL of the ' +
  'server itself, beside the DATABASE_URL of the pooler.';

/** Prepares a database, or, where `migrate` is `off`, makes sure that it is prepared. Rejects with a DatabaseError. */
export async function prepareDatabase(
  backend: Backend,
  { seed, migrate, log }: Pick<DatabaseSettings, 'seed' | 'migrate' | 'log'>,
): Promise<void> {
  const { connection, direct, schema, advice } = backend;
  const viaUrl = advice ?? adviceFor('DATABASE_URL');
  const migrations = await readMigrations();
  if (migrate === 'off') {
    await onConnection(connection, viaUrl, async (client) => {
      await checkSession(client, backend.connection);
      await checkMigrated(client, migrations, log);
      await tryRefreshForecasts(client, log);
    });
    return;
  }
  // On a connection of its own, which ends with all its locks and settings.
  await onConnection(direct ?? connection, direct ? adviceFor('DATABASE_DIRECT_URL') : viaUrl, async (client) => {
    await client.query('SET statement_timeout = 0');
    await checkSession(client, direct ?? connection);
    await createSchema(client, schema);
    await applyMigrations(client, migrations, log);
    if (seed === 'demo' && (await loadDemoData(client))) log?.info({}, 'loaded the demo data set');
    await tryRefreshForecasts(client, log);
  });
  if (direct) await onConnection(connection, viaUrl, (client) => checkPooler(client, schema));
}

function adviceFor(variable: string): string {
  return `Check that it is running, and that ${variable} is right.`;
}

async function onConnection(
  config: pg.ClientConfig,
  advice: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ ...config, query_timeout: 0 });
  client.on('error', () => {}); // The statement that was running tells of it.
  try {
    await client.connect();
    await work(client);
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    const reason = messageOf(error);
    if (reason.includes('unsupported startup parameter')) throw new DatabaseError(POOLER, error);
    throw new DatabaseError(`The database cannot be used: ${reason}. ${advice}`, error);
  } finally {
    await client.end();
  }
}

async function checkSession(client: pg.Client, { options }: pg.ClientConfig): Promise<void> {
  const { rows } = await client.query<{ encoding: string; idle: string }>(
    `SELECT current_setting('server_encoding') AS encoding,
       current_setting('idle_in_transaction_session_timeout') AS idle`,
  );
  const { encoding, idle } = rows[0]!;
  if (encoding !== 'UTF8') {
    throw new DatabaseError(`The database is encoded in ${encoding}. Create it with ENCODING 'UTF8'.`);
  }
  // A pooler that was told to ignore `options` has dropped all of them.
  if (options !== undefined && idle !== '1min') throw new DatabaseError(POOLER);
}

/** Creates the schema if the URL names one that is not there. */
async function createSchema(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query('SELECT current_schema() AS schema');
  if ((rows[0] as { schema: string | null }).schema === null) {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schema)}`);
  }
}

/** What was prepared has to be what a pooler leads to, and without a word about the schema. */
async function checkPooler(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ found: string | null; migrated: boolean }>(
    `SELECT current_schema() AS found, to_regclass('_prisma_migrations') IS NOT NULL AS migrated`,
  );
  const { found, migrated } = rows[0]!;
  if (found !== schema) {
    throw new DatabaseError(
      `Behind the pooler of DATABASE_URL the schema is ${found ?? 'none'}, not ${schema}. A pooler cannot be told one for ` +
        `each session: ALTER ROLE … SET search_path = ${schema}.`,
    );
  }
  if (!migrated) throw new DatabaseError('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.');
}

/** Node tells of several failed addresses at once, without a message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
