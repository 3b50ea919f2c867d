// Many sessions insert, delete, commit and roll back in all orders, while others read and merge.
import type pg from 'pg';
import { expect, test } from 'vitest';
import type { PrismaClient } from '../../../src/service/database/client/client.ts';
import { mergeListTotals } from '../../../src/service/database/scheduleMaintenance.ts';
import { connect } from './support/connect.ts';
import { COUNTED_TABLES, compareTotals, createMigrated } from './support/listTotals.ts';

const WRITERS = 20;
const TRANSACTIONS = 60;

/** Numbers from 0 to `below` - 1, the same in every run: a linear congruential generator. */
function createRandom(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

type Random = ReturnType<typeof createRandom>;

const INSERTS = [
  (rows: number) => `INSERT INTO users (first_name, last_name) SELECT 'A', '' FROM generate_series(1, ${rows})`,
  (rows: number) => `INSERT INTO orders (total, currency) SELECT 1, 'EUR' FROM generate_series(1, ${rows})`,
  (rows: number) =>
    `INSERT INTO products (name, description, price, currency) SELECT 'P', '', 1, 'EUR' FROM generate_series(1, ${rows})`,
];

/** A statement that waits for no other transaction. */
function statement(random: Random): string {
  const list = random(3);
  if (random(3) > 0) return INSERTS[list]!(random(5));
  const table = COUNTED_TABLES[list]!;
  return `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} ORDER BY id % 7 LIMIT ${random(4)} FOR UPDATE SKIP LOCKED)`;
}

/** One transaction; false if it was rolled back because another one had deleted the same rows since its snapshot. */
async function write(client: pg.Client, random: Random): Promise<boolean> {
  const level = ['READ COMMITTED', 'READ COMMITTED', 'READ COMMITTED', 'REPEATABLE READ'][random(4)]!;
  try {
    await client.query(`BEGIN ISOLATION LEVEL ${level}`);
    for (let left = 1 + random(4); left > 0; left--) {
      await client.query('SAVEPOINT s');
      await client.query(statement(random));
      await client.query(['ROLLBACK TO s', 'RELEASE s', 'RELEASE s'][random(3)]!);
    }
    await client.query(random(4) === 0 ? 'ROLLBACK' : 'COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK');
    if ((error as { code?: string }).code === '40001') return false;
    throw error;
  }
}

/** The part of a client that merges, over one session. */
const clientOf = (session: pg.Client) =>
  ({
    $executeRaw: async ([text]: TemplateStringsArray) => (await session.query(text!)).rowCount,
  }) as unknown as PrismaClient;

test('totals are exact in every snapshot, and no writer deadlocks', { timeout: 240_000 }, async () => {
  const url = await createMigrated();
  const sessions = await Promise.all(Array.from({ length: WRITERS + 3 }, () => connect(url)));
  const [reader, snapshot, merger, ...writers] = sessions as [pg.Client, pg.Client, pg.Client, ...pg.Client[]];
  const work = { isRunning: true };
  let snapshots = 0;

  const observe = async () => {
    while (work.isRunning) {
      const { counted, totals } = await compareTotals(reader);
      expect(totals).toEqual(counted);
      snapshots++;
    }
  };
  const observeTransactions = async () => {
    while (work.isRunning) {
      await snapshot.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      const first = await compareTotals(snapshot);
      expect(first.totals).toEqual(first.counted);
      expect(await compareTotals(snapshot)).toEqual(first);
      await snapshot.query('COMMIT');
    }
  };
  const merge = async () => {
    while (work.isRunning) await mergeListTotals(clientOf(merger));
  };
  const writeAll = async () => {
    const outcomes = await Promise.all(
      writers.map(async (writer, index) => {
        const random = createRandom(index);
        let written = 0;
        for (let turn = 0; turn < TRANSACTIONS; turn++) {
          if (await write(writer, random)) written++;
        }
        return written;
      }),
    ).finally(() => (work.isRunning = false));
    return outcomes.reduce((sum, each) => sum + each);
  };

  const [written] = await Promise.all([writeAll(), observe(), observeTransactions(), merge()]);
  expect(written).toBeGreaterThan((WRITERS * TRANSACTIONS) / 2);
  expect(snapshots).toBeGreaterThan(10);
  const { counted, totals } = await compareTotals(reader);
  expect(totals).toEqual(counted);
  expect(Math.min(...counted)).toBeGreaterThan(0);

  await mergeListTotals(clientOf(merger));
  const { rows } = await reader.query(
    `SELECT count(*) FILTER (WHERE slot < 0)::int AS merged, count(*) FILTER (WHERE slot >= 0)::int <= $1 AS "isBounded" FROM list_totals`,
    [3 * (16 + 2 * WRITERS)],
  );
  expect(rows).toEqual([{ merged: expect.toSatisfy((merged: number) => merged <= 3) as number, isBounded: true }]);
});
