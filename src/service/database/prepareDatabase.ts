// Prepares a database for use: migrations, demo data. Refuses a schema that is unknown to this build, an encoding other than
// UTF-8, and a transaction pooler that the settings do not declare.
import { REQUEST_TIMEOUT_MS } from '../../gateway/server.ts';
import type { DatabaseSettings } from './Database.ts';
import { type Backend, type Connection, type ConnectionSettings, openConnection } from './adapter/Backend.ts';
import { applyMigrations, checkMigrated, findPending, readMigrations } from './applyMigrations.ts';
import type { PrismaClient } from './client/client.ts';
import { DatabaseError, toCallerError } from './databaseErrors.ts';
import { loadDemoData, tryRefreshForecasts } from './demoData.ts';

const UNDECLARED_POOLER =
  'DATABASE_URL points to a connection pooler such as PgBouncer. Set DATABASE_DIRECT_URL to the URL of the PostgreSQL ' +
  'server itself as well.';

/** Migrates a database or checks that it is migrated, then loads the demo data set and the forecasts. Rejects with a DatabaseError. */
export async function prepareDatabase(
  { connection, direct, schema, advice = adviceFor('DATABASE_URL') }: Backend,
  client: PrismaClient,
  { seed, migrate, log }: Pick<DatabaseSettings, 'seed' | 'migrate' | 'log'>,
): Promise<void> {
  const migrations = await readMigrations();
  const load = async () => {
    try {
      if (seed === 'demo' && migrate !== 'off' && (await loadDemoData(client)))
        log?.info({}, 'loaded the demo data set');
    } catch (error) {
      throw unusableError(toCallerError(error), advice);
    }
    await tryRefreshForecasts(client, log);
  };
  if (migrate === 'off') {
    await onConnection(connection, advice, async (session) => {
      await checkSession(session, connection);
      await checkMigrated(session, migrations, log);
    });
    return load();
  }
  // Other processes wait for the lock of the migrations until the data is loaded. An embedded database has one connection.
  const isServer = connection.stream === undefined;
  // On a connection of its own: closing it releases its locks and settings.
  await onConnection(direct ?? connection, direct ? adviceFor('DATABASE_DIRECT_URL') : advice, async (session) => {
    await prepareSession(session, direct ?? connection, schema);
    await applyMigrations(session, migrations, log);
    if (direct) await onConnection(connection, advice, (pooled) => checkPooler(pooled, schema));
    if (isServer) await load();
  });
  if (!isServer) await load();
}

/** A server as a start would find it. */
export interface DatabaseState {
  version: string;
  /** The names of the migrations that it lacks. */
  pending: readonly string[];
  maxConnections: number;
  isReadOnly: boolean;
  /** By its clock. */
  time: Date;
}

/** Reads the state of a server; changes nothing. Rejects with a DatabaseError where no start would be possible. */
export async function inspectDatabase({
  connection,
  direct,
  schema,
}: Pick<Backend, 'connection' | 'direct' | 'schema'>): Promise<DatabaseState> {
  const migrations = await readMigrations();
  const states: DatabaseState[] = [];
  const advice = adviceFor(direct ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL');
  await onConnection(direct ?? connection, advice, async (session) => {
    await checkSession(session, direct ?? connection);
    const pending = await findPending(session, migrations);
    const { rows } = await session.query<Omit<DatabaseState, 'pending'>>(
      `SELECT current_setting('server_version') AS version, current_setting('max_connections')::int AS "maxConnections",
         pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "isReadOnly", clock_timestamp() AS time`,
    );
    states.push({ ...rows[0]!, pending });
  });
  const [state] = states;
  if (direct && state!.pending.length === 0) {
    await onConnection(connection, adviceFor('DATABASE_URL'), (pooled) => checkPooler(pooled, schema));
  }
  return state!;
}

function adviceFor(variable: string): string {
  return `Check that the server is running and that ${variable} is correct.`;
}

/** Calls `work` with a connection of its own. Rejects with a DatabaseError, with this advice where the error has none. */
export async function onConnection<Result>(
  settings: ConnectionSettings,
  advice: string,
  work: (client: Connection) => Promise<Result>,
): Promise<Result> {
  const client = openConnection(settings);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw unusableError(error, advice);
  } finally {
    await client.end();
  }
}

function unusableError(error: unknown, advice: string): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const reason = messageOf(error);
  if (reason.includes('unsupported startup parameter')) return new DatabaseError(UNDECLARED_POOLER, error);
  return new DatabaseError(`The database cannot be used: ${reason}. ${advice}`, error);
}

/** Prepares a session for migrations: without a limit of time, and in a schema that exists. Refuses one that cannot be used. */
export async function prepareSession(session: Connection, settings: ConnectionSettings, schema: string): Promise<void> {
  await session.query('SET statement_timeout = 0');
  await checkSession(session, settings);
  await createSchema(session, schema);
}

async function checkSession(client: Connection, { options }: ConnectionSettings): Promise<void> {
  const { rows } = await client.query<{ encoding: string; idle: string }>(
    `SELECT current_setting('server_encoding') AS encoding,
       (SELECT setting FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout') AS idle`,
  );
  const { encoding, idle } = rows[0]!;
  if (encoding !== 'UTF8') {
    throw new DatabaseError(
      `The encoding of the database is ${encoding}, not UTF8. Create the database with ENCODING 'UTF8'.`,
    );
  }
  // A pooler that is configured to ignore `options` has dropped all of them.
  if (options !== undefined && idle !== String(REQUEST_TIMEOUT_MS)) throw new DatabaseError(UNDECLARED_POOLER);
}

async function createSchema(client: Connection, schema: string): Promise<void> {
  const { rows } = await client.query('SELECT current_schema() AS schema');
  if ((rows[0] as { schema: string | null }).schema === null) {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${client.escapeIdentifier(schema)}`);
  }
}

/** Checks that the pooler leads to the prepared database, and to its schema although it passes on no `search_path`. */
async function checkPooler(client: Connection, schema: string): Promise<void> {
  const { rows } = await client.query<{ found: string | null; migrated: boolean }>(
    `SELECT current_schema() AS found, to_regclass('_prisma_migrations') IS NOT NULL AS migrated`,
  );
  const { found, migrated } = rows[0]!;
  if (found !== schema) {
    throw new DatabaseError(
      `The current schema behind the pooler of DATABASE_URL is ${found ?? 'none'}, not ${schema}. A pooler does not pass on ` +
        `the schema of the URL; set it for the role: ALTER ROLE … SET search_path = ${schema}.`,
    );
  }
  if (!migrated) throw new DatabaseError('DATABASE_URL and DATABASE_DIRECT_URL must point to the same database.');
}

/** Node reports several failed addresses as an AggregateError without a message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
