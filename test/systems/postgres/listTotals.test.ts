// The totals of whole lists: exact in every snapshot, whoever writes, and nobody waits for them.
import type pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runProgram } from '../../promises/support/startProgram.ts';
import { createDatabase, query } from './support/createDatabase.ts';
import { connect } from './support/connect.ts';
import { COUNTED_TABLES, compareTotals, createMigrated } from './support/listTotals.ts';

const INSERT = {
  users: `INSERT INTO users (first_name, last_name) SELECT 'Ada', 'Lovelace' FROM generate_series(1, $1::int)`,
  orders: `INSERT INTO orders (total, currency) SELECT 1, 'EUR' FROM generate_series(1, $1::int)`,
  products: `INSERT INTO products (name, description, price, currency) SELECT 'P', '', 1, 'EUR' FROM generate_series(1, $1::int)`,
};

async function connectMany(url: string, count: number): Promise<pg.Client[]> {
  return Promise.all(Array.from({ length: count }, () => connect(url)));
}

async function expectTotals(client: pg.Client, totals: readonly number[]): Promise<void> {
  expect(await compareTotals(client)).toEqual({ counted: totals, totals });
}

async function countSlots(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ slots: number }>('SELECT count(*)::int AS slots FROM list_totals');
  return rows[0]!.slots;
}

describe('a statement counts', () => {
  test('what it has inserted and deleted, and nothing where that is nothing', async () => {
    const client = await connect(await createMigrated());
    await expectTotals(client, [0, 0, 0]);
    await client.query(`
      INSERT INTO users (id, first_name, last_name, email) VALUES (1, 'A', '', 'a@x.test'), (2, 'B', '', NULL), (3, 'C', '', NULL);
      UPDATE users SET id = id + 10`);
    await expectTotals(client, [3, 0, 0]);
    await client.query(`
      INSERT INTO users (id, first_name, last_name) VALUES (11, 'D', ''), (14, 'E', '')
      ON CONFLICT (id) DO UPDATE SET first_name = excluded.first_name`);
    await expectTotals(client, [4, 0, 0]);
    await client.query(`
      WITH removed AS (DELETE FROM users WHERE id < 14 RETURNING first_name)
      INSERT INTO users (first_name, last_name) SELECT first_name, '' FROM removed LIMIT 1`);
    await expectTotals(client, [2, 0, 0]);

    // A transaction without an id has written nothing, and no counter.
    const { rows } = await client.query<{ isWriter: boolean }>(`
      WITH inserted AS (INSERT INTO users (first_name, last_name) SELECT '', '' WHERE false),
        deleted AS (DELETE FROM users WHERE id < 0)
      SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS "isWriter"`);
    expect(rows).toEqual([{ isWriter: false }]);
    await client.query('BEGIN; DELETE FROM users WHERE id < 0');
    expect((await client.query('SELECT pg_current_xact_id_if_assigned() AS id')).rows).toEqual([{ id: null }]);
    await client.query('COMMIT');
    await client.query(`INSERT INTO users (id, first_name, last_name) VALUES (14, '', '') ON CONFLICT DO NOTHING`);
    await expectTotals(client, [2, 0, 0]);
  });

  test('TRUNCATE, also of the tables that it cascades to, and unless it is rolled back', async () => {
    const client = await connect(await createMigrated());
    for (const table of COUNTED_TABLES) await client.query(INSERT[table], [3]);
    await client.query('BEGIN; TRUNCATE users CASCADE');
    await expectTotals(client, [0, 0, 3]);
    await client.query('ROLLBACK');
    await expectTotals(client, [3, 3, 3]);
    await client.query('TRUNCATE users CASCADE');
    await expectTotals(client, [0, 0, 3]);
    for (const table of COUNTED_TABLES) await client.query(INSERT[table], [2]);
    await expectTotals(client, [2, 2, 5]);
  });
});

describe('writers at the same time', () => {
  test('do not wait for each other, whatever the order of the lists, and leave few slots', async () => {
    const url = await createMigrated();
    const reader = await connect(url);
    // More than there are first places, so that some of them meet.
    const writers = await connectMany(url, 24);
    for (let round = 0; round < 3; round++) {
      for (const [index, writer] of writers.entries()) {
        await writer.query(index % 4 === 0 ? 'BEGIN ISOLATION LEVEL SERIALIZABLE' : 'BEGIN');
        // A wait for another transaction would be forever: all of them are open until the end of the round.
        await writer.query(`SET LOCAL lock_timeout = '10s'`);
        const tables = index % 2 === 0 ? COUNTED_TABLES : COUNTED_TABLES.toReversed();
        for (const table of tables) await writer.query(INSERT[table], [1]);
      }
      await expectTotals(
        reader,
        COUNTED_TABLES.map(() => 12 * round),
      );
      for (const [index, writer] of writers.entries()) await writer.query(index < 12 ? 'COMMIT' : 'ROLLBACK');
      await expectTotals(
        reader,
        COUNTED_TABLES.map(() => 12 * (round + 1)),
      );
    }
    // One slot for each place and writer, and those of the three SERIALIZABLE transactions of each round that were committed.
    expect(await countSlots(reader)).toBeLessThanOrEqual(3 * (16 + writers.length + 3 * 3));
  });

  test('reuse the slots of those that have ended', async () => {
    const url = await createMigrated();
    const writer = await connect(url);
    for (let round = 0; round < 100; round++) await writer.query(INSERT.users, [1]);
    expect(await countSlots(writer)).toBeLessThanOrEqual(4);
    await expectTotals(writer, [100, 0, 0]);
  });

  test.each(['REPEATABLE READ', 'SERIALIZABLE'])('do not fail in %s, and keep their snapshot', async (level) => {
    const url = await createMigrated();
    const [first, second, third] = await Promise.all([connect(url), connect(url), connect(url)]);
    await first.query(INSERT.users, [5]);
    for (const client of [first, second]) {
      await client.query(`BEGIN ISOLATION LEVEL ${level}; SELECT FROM data_sets`);
    }
    await third.query(INSERT.users, [10]);
    await third.query('UPDATE list_totals SET rows = rows'); // Every slot has another version than in the snapshots.
    await first.query(INSERT.users, [1]);
    await second.query(INSERT.users, [2]);
    await second.query(INSERT.users, [2]);
    await expectTotals(second, [9, 0, 0]);
    await first.query('COMMIT');
    await expectTotals(second, [9, 0, 0]);
    await second.query('COMMIT');
    await expectTotals(third, [20, 0, 0]);
  });

  test('that are killed have written nothing', async () => {
    const url = await createMigrated();
    const [writer, other] = await Promise.all([connect(url), connect(url)]);
    await other.query(INSERT.users, [1]);
    await writer.query('BEGIN');
    const { rows } = await writer.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await writer.query(INSERT.users, [7]);
    await other.query('SELECT pg_terminate_backend($1, 10000)', [rows[0]!.pid]);
    await expectTotals(other, [1, 0, 0]);
  });
});

describe('a writer', () => {
  test('needs no right to the totals, and has none to falsify them', async () => {
    const url = await createMigrated();
    const client = await connect(url);
    const role = new URL(url).pathname.slice(1);
    await client.query(`CREATE ROLE ${role}; CREATE SCHEMA ${role} AUTHORIZATION ${role}; GRANT INSERT, SELECT, DELETE ON users TO ${role};
      GRANT USAGE ON SEQUENCE users_id_seq TO ${role}`);
    onTestFinished(async () => void (await query(url, `DROP OWNED BY ${role}; DROP ROLE ${role}`)));
    await client.query(`SET ROLE ${role}`);
    await client.query(INSERT.users, [3]);
    await client.query('DELETE FROM users WHERE id = (SELECT min(id) FROM users)');
    for (const refused of [
      'UPDATE list_totals SET rows = 0',
      'SELECT recount_lists()',
      `CREATE TABLE ${role}.users (); CREATE TRIGGER t AFTER INSERT ON ${role}.users EXECUTE FUNCTION count_list_rows()`,
    ]) {
      await expect(client.query(refused)).rejects.toThrow('permission denied');
    }
    await client.query('RESET ROLE');
    await expectTotals(client, [2, 0, 0]);
  });

  test('is counted in the schema of its table, whatever its search_path and its temporary tables', async () => {
    const url = await createDatabase();
    for (const schema of ['one', 'two']) {
      expect(await runProgram(['migrate'], { DATABASE_URL: `${url}?schema=${schema}` })).toMatchObject({ code: 0 });
    }
    const client = await connect(url);
    await client.query(`CREATE TEMPORARY TABLE list_totals (list TEXT, slot BIGINT, rows BIGINT)`);
    for (const path of [`''`, 'two']) {
      await client.query(`SET search_path = ${path}; INSERT INTO one.users (first_name, last_name) VALUES ('A', '')`);
    }
    const { rows } = await client.query(
      `SELECT (SELECT sum(rows)::int FROM one.list_totals) AS one, (SELECT sum(rows)::int FROM two.list_totals) AS two`,
    );
    expect(rows).toEqual([{ one: 2, two: 0 }]);
  });
});
