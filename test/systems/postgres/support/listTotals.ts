import pg from 'pg';
import { type CountedTable, listTotal } from '../../../support/database/listTotal.ts';
import { createDatabase } from './createDatabase.ts';
import { migrateBefore } from './readMigrations.ts';

/** The tables whose rows are counted. */
export const COUNTED_TABLES: readonly CountedTable[] = ['users', 'orders', 'products'];

const COMPARE = `SELECT ${COUNTED_TABLES.map(
  (table) => `(SELECT count(*) FROM ${table})::int AS ${table}, (${listTotal(table)})::int AS "${table}Total"`,
).join()}`;

/** The rows of each table, counted, and its total: in one statement, so of one snapshot. */
export async function compareTotals(client: pg.ClientBase): Promise<Record<'counted' | 'totals', number[]>> {
  const { rows } = await client.query<Record<string, number>>(COMPARE);
  const [row = {}] = rows;
  return {
    counted: COUNTED_TABLES.map((table) => row[table]!),
    totals: COUNTED_TABLES.map((table) => row[`${table}Total`]!),
  };
}

/** Creates an empty, migrated database and returns its URL. */
export async function createMigrated(): Promise<string> {
  const url = await createDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await migrateBefore(client);
  await client.end();
  return url;
}
