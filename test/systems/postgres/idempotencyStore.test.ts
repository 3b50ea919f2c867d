// The store of Idempotency-Keys in a table of a real PostgreSQL.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { recordKey } from '../../../src/gateway/guard/idempotency/IdempotencyStore.ts';
import { createPostgresIdempotencyStore } from '../../../src/gateway/index.ts';
import { expectEarlierRecord } from '../../parts/guard/idempotency/support/expectEarlierRecord.ts';
import { expectOneExecution } from '../../parts/guard/idempotency/support/expectOneExecution.ts';
import { openOrders } from '../../library/support/openOrders.ts';
import { again, keyedRequest, testStore } from '../../parts/guard/idempotency/support/testStore.ts';
import { createDatabase } from './support/createDatabase.ts';

const connectionString = await createDatabase();
const pools: pg.Pool[] = [];
const openPool = (config: pg.PoolConfig = {}) => {
  const pool = new pg.Pool({ connectionString, max: 4, ...config });
  // The database may be dropped before a connection has ended, whether that is idle or not.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  pools.push(pool);
  return pool;
};
const open = () => createPostgresIdempotencyStore(openPool());
const pool = openPool();
afterAll(() => Promise.all(pools.map((each) => each.end())));

test('the table is created by one of many processes that need it at the same time', async () => {
  const stores = Array.from({ length: 8 }, open);
  const records = await Promise.all(stores.map((store) => store.begin(keyedRequest())));
  expect(records).toEqual(Array.from({ length: 8 }, () => null));
});

describe('the store in PostgreSQL', () => {
  const stores = [open(), open()] as const;
  testStore(() => stores);

  test('replaces a record that has expired', async () => {
    const request = keyedRequest();
    await stores[0].begin(request);
    await stores[0].finish(request, { status: 200, headers: {}, body: '' });
    await expire(request);
    expect(await stores[1].begin(again(request))).toBeNull();
    expect(await stores[0].begin(again(request))).toMatchObject({ response: null });
  });

  test('keeps records for a day', async () => {
    const request = keyedRequest();
    await stores[0].begin(request);
    const { rows } = await pool.query<{ left: number }>(
      'SELECT extract(epoch FROM expires_at - now())::float AS left FROM portico_idempotency WHERE key = $1',
      [recordKey(request)],
    );
    expect(rows[0]!.left).toBeGreaterThan(24 * 3600 - 60);
    expect(rows[0]!.left).toBeLessThanOrEqual(24 * 3600);
  });

  test('removes expired records, without waiting for one that is locked', async () => {
    const [locked, unused] = [keyedRequest(), keyedRequest()];
    await stores[0].begin(locked);
    await stores[0].begin(unused);
    await expire(locked);
    await expire(unused);
    const holder = await pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM portico_idempotency WHERE key = $1 FOR UPDATE', [recordKey(locked)]);
      await open().begin(keyedRequest());
      await expect.poll(() => keysOf([locked, unused])).toEqual([recordKey(locked)]);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });

  test('needs no right to create a table that exists', async () => {
    const role = `portico_test_${randomUUID().replaceAll('-', '')}`;
    await pool.query(
      `CREATE ROLE ${role} LOGIN; GRANT SELECT, INSERT, UPDATE, DELETE ON portico_idempotency TO ${role}`,
    );
    onTestFinished(() => pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`).then(() => {}));
    const own = openPool({ user: role });
    const store = createPostgresIdempotencyStore(own);
    const request = keyedRequest();
    expect(await store.begin(request)).toBeNull();
    await store.finish(request, { status: 200, headers: {}, body: '' });
    expect(await store.begin(again(request))).toMatchObject({ response: { status: 200 } });
    await own.end();
    pools.splice(pools.indexOf(own), 1);
  });
});

test('retries reach any process, and one of many executes', async () => {
  await expectOneExecution(openOrders({ idempotency: open() }), openOrders({ idempotency: open() }));
});

test('a record of version 0.2 is replayed until it expires', () => expectEarlierRecord(open()));

async function expire(request: Parameters<typeof recordKey>[0]): Promise<void> {
  await pool.query(`UPDATE portico_idempotency SET expires_at = now() - interval '1 second' WHERE key = $1`, [
    recordKey(request),
  ]);
}

async function keysOf(requests: readonly Parameters<typeof recordKey>[0][]): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>('SELECT key FROM portico_idempotency WHERE key = ANY($1)', [
    requests.map(recordKey),
  ]);
  return rows.map(({ key }) => key);
}
