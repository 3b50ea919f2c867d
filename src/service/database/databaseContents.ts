// The rows of a database as data: for backups, and for copies to another PostgreSQL. Rows are texts of JSON that PostgreSQL writes and
// reads itself, so no number loses digits. Totals of lists are not among them: triggers count the rows that are inserted.
import { type Hash, createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Backend, type Connection, openConnection } from './adapter/Backend.ts';
import { type Migration, applyMigrations, readMigrations } from './applyMigrations.ts';
import { DatabaseError } from './databaseErrors.ts';

/** The items of an export, in this order: one of the first, any number of rows, one of the last. */
export type ContentItem = { migrations: string[] } | { table: string; rows: string[] } | Totals;

/** What an export contains, by which a copy is verified. */
export interface Totals {
  tables: Record<string, { rows: number; sha256: string }>;
  /** The last value of each sequence that has been used. */
  sequences: Record<string, string>;
}

/** Rows in memory at a time; one with a stored response may have some hundred kilobytes. */
const BATCH_SIZE = 200;

/** The length of the rows of an item, in UTF-16 code units, but for an item of one row: a line of a backup has a limit. */
const MAX_ITEM_LENGTH = 16 * 1024 * 1024;

/** Each table after those that its foreign keys refer to, and its primary key in an order that is the same in every database. */
const TABLES = `
  WITH RECURSIVE levels AS (
    SELECT oid, 0 AS level FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname NOT IN ('_prisma_migrations', 'list_totals')
    UNION
    SELECT conrelid, level + 1 FROM levels JOIN pg_constraint ON confrelid = levels.oid AND contype = 'f' AND conrelid <> confrelid
  )
  SELECT relname AS name, coalesce((
    SELECT string_agg(quote_ident(attname) || CASE WHEN attcollation = 0 THEN '' ELSE ' COLLATE "C"' END, ', '
      ORDER BY array_position(conkey, attnum))
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
    WHERE conrelid = deepest.oid AND contype = 'p'
  ), 'ctid') AS key
  FROM (SELECT oid, max(level) AS level FROM levels GROUP BY oid) AS deepest JOIN pg_class USING (oid)
  ORDER BY level, relname COLLATE "C"`;

/** Rows in batches that are short enough for an item. */
function* splitRows(rows: readonly string[]): Generator<string[]> {
  let batch: string[] = [];
  let length = 0;
  for (const row of rows) {
    if (batch.length > 0 && length + row.length > MAX_ITEM_LENGTH) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push(row);
    length += row.length;
  }
  yield batch;
}

/** Exports the database of a backend, which it closes at the end. */
export async function* exportBackend(backend: Backend): AsyncGenerator<ContentItem> {
  const connection = openConnection(backend.connection);
  try {
    await connection.connect();
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    yield* exportDatabase(connection);
  } finally {
    await connection.end();
    await backend.close();
  }
}

/** Exports a database within the transaction of the connection, whose snapshot the caller chooses. */
export async function* exportDatabase(connection: Connection): AsyncGenerator<ContentItem> {
  // The texts of times and bytes depend on these, which a role or a database may set.
  await connection.query(`SET LOCAL TimeZone = 'UTC'; SET LOCAL bytea_output = 'hex'`);
  yield { migrations: await readApplied(connection) };
  const tally = new Tally();
  const { rows: tables } = await connection.query<{ name: string; key: string }>(TABLES);
  for (const { name, key } of tables) {
    const table = connection.escapeIdentifier(name);
    await connection.query(
      `DECLARE contents CURSOR FOR SELECT row_to_json(t)::text AS row FROM ${table} AS t ORDER BY ${key}`,
    );
    for (;;) {
      const { rows } = await connection.query<{ row: string }>(`FETCH ${BATCH_SIZE} FROM contents`);
      if (rows.length === 0) break;
      for (const batch of splitRows(rows.map(({ row }) => row))) {
        tally.add({ table: name, rows: batch });
        yield { table: name, rows: batch };
      }
    }
    await connection.query('CLOSE contents');
  }
  yield { tables: tally.read(), sequences: await readSequences(connection) };
}

/** Reads an export to its end. Rejects with a DatabaseError if this build cannot fill a database with it, or if it is not as it was. */
export async function checkItems(items: AsyncIterable<ContentItem>): Promise<void> {
  const tally = new Tally();
  let last: ContentItem | undefined;
  for await (last of items) {
    if ('migrations' in last) await selectMigrations(last.migrations);
    else if ('rows' in last) tally.add(last);
  }
  if (!last || !('tables' in last) || !isDeepStrictEqual(last.tables, tally.read())) {
    throw new DatabaseError('Rows are missing or altered.');
  }
}

/**
 * Fills an empty database with what was exported, at the migrations of that time, in one transaction. It is committed if the database
 * then has exactly that. Rejects with a DatabaseError if it is not empty.
 */
export async function fillDatabase(connection: Connection, items: AsyncIterable<ContentItem>): Promise<Totals> {
  let totals: ContentItem | undefined;
  for await (totals of items) {
    if ('migrations' in totals) await begin(connection, totals.migrations);
    else if ('rows' in totals) await insert(connection, totals);
  }
  const { sequences } = totals as Totals;
  for (const [name, value] of Object.entries(sequences)) {
    await connection.query('SELECT setval($1::regclass, $2)', [connection.escapeIdentifier(name), value]);
  }
  let written: ContentItem | undefined;
  for await (written of exportDatabase(connection));
  if (!isDeepStrictEqual(written, totals)) {
    throw new DatabaseError('The database does not have what was written. Another process may write to it: stop that.');
  }
  await connection.query('COMMIT');
  return totals as Totals;
}

/** Migrates an empty database as the exported one was, and begins the transaction. */
async function begin(connection: Connection, names: readonly string[]): Promise<void> {
  const migrations = await selectMigrations(names);
  await connection.query('BEGIN');
  for await (const item of exportDatabase(connection)) {
    if ('rows' in item) throw new DatabaseError(`The table ${item.table} has rows already. Use an empty database.`);
  }
  await connection.query('ROLLBACK');
  await applyMigrations(connection, migrations);
  const later = (await readApplied(connection)).find((name) => !names.includes(name));
  if (later !== undefined) {
    throw new DatabaseError(
      `The migration ${later} is applied in this database, but not where the rows are from. Run portico migrate there.`,
    );
  }
  // The triggers that count rows write their usual slots only there.
  await connection.query('BEGIN ISOLATION LEVEL READ COMMITTED');
}

async function selectMigrations(names: readonly string[]): Promise<Migration[]> {
  const migrations = await readMigrations();
  const unknown = names.find((name) => !migrations.some((migration) => migration.name === name));
  if (unknown === undefined) return migrations.filter(({ name }) => names.includes(name));
  throw new DatabaseError(`The migration ${unknown} is unknown to this build. Use the newer build that has it.`);
}

async function insert(connection: Connection, { table, rows }: { table: string; rows: string[] }): Promise<void> {
  const name = connection.escapeIdentifier(table);
  await connection.query(`INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1)`, [
    `[${rows.join()}]`,
  ]);
}

/** The names of the migrations that have been applied, the oldest first. */
async function readApplied(connection: Connection): Promise<string[]> {
  const { rows: tables } = await connection.query(`SELECT WHERE to_regclass('_prisma_migrations') IS NOT NULL`);
  if (tables.length === 0) return [];
  const { rows } = await connection.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
     ORDER BY migration_name COLLATE "C"`,
  );
  return rows.map(({ name }) => name);
}

async function readSequences(connection: Connection): Promise<Totals['sequences']> {
  const { rows } = await connection.query<{ name: string; value: string }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = current_schema() AND last_value IS NOT NULL`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** The numbers and the checksums of rows, in the order in which they are added. */
class Tally {
  readonly #tables = new Map<string, { rows: number; hash: Hash }>();

  add({ table, rows }: { table: string; rows: readonly string[] }): void {
    let entry = this.#tables.get(table);
    if (!entry) this.#tables.set(table, (entry = { rows: 0, hash: createHash('sha256') }));
    entry.rows += rows.length;
    for (const row of rows) entry.hash.update(row).update('\n');
  }

  /** Ends the tally. */
  read(): Totals['tables'] {
    const entries = [...this.#tables].map(
      ([table, { rows, hash }]) => [table, { rows, sha256: hash.digest('hex') }] as const,
    );
    return Object.fromEntries(entries);
  }
}
