// Writes that PostgreSQL rolls back for a conflict with another transaction, over HTTP.
import { expect, onTestFinished, test } from 'vitest';
import { V1 } from '../../cases/schemes.ts';
import { idOf } from '../../promises/support/expectations.ts';
import { connect } from './support/connect.ts';
import { createDatabase, query } from './support/createDatabase.ts';
import { countWaiting } from './support/lockTables.ts';
import { startOnServer } from './support/startOnServer.ts';
import { type Pooler, startPooler } from './support/startPooler.ts';

const KEYS: [what: string, headers: Record<string, string>][] = [
  ['without a key', {}],
  ['with an Idempotency-Key', { 'idempotency-key': 'once' }],
];

test.each(KEYS)('a write %s that a deadlock aborts is retried', async (_, headers) => {
  const url = await createDatabase();
  const portico = (await startOnServer(`${url}?options=${encodeURIComponent('-c deadlock_timeout=4s')}`)).in(V1);
  const create = async (name: string) => idOf(await portico.post('/users', { name, email: `${name}@example.com` }));
  const [ada, bob] = [await create('ada'), await create('bob')];

  const other = await connect(url);
  await other.query(`SET deadlock_timeout = '60s'`);
  await other.query('BEGIN');
  await other.query('UPDATE users SET email = NULL WHERE id = $1', [bob]);
  const answer = portico.request('PATCH', `/users/${ada}`, { headers, body: { email: 'bob@example.com' } });
  await expect.poll(() => countWaiting(url)).toBe(1);
  // PostgreSQL aborts the transaction that looks for a deadlock first.
  await other.query('UPDATE users SET last_name = $2 WHERE id = $1', [ada, 'x']);
  await other.query('COMMIT');

  expect(await answer).toMatchObject({ status: 200, json: { id: ada, name: 'ada x' } });
  expect(await query(url, 'SELECT email FROM users WHERE id = $1', [ada])).toEqual([{ email: 'bob@example.com' }]);
});

test.each(KEYS)('an order %s that a deadlock aborts is retried, and placed once', async (_, headers) => {
  const url = await createDatabase();
  const portico = (await startOnServer(url)).in(V1);
  const before = (await query(url, 'SELECT FROM orders')).length;
  // Of two transactions in a deadlock, PostgreSQL aborts the one that looks first, once, after it has waited for this time.
  const [first, second] = [await connect(url), await connect(url)];
  for (const client of [first, second]) await client.query(`SET deadlock_timeout = '600s'; BEGIN`);
  await first.query('SELECT FROM products WHERE id = 1 FOR UPDATE');
  await second.query('SELECT FROM products WHERE id = 2 FOR UPDATE');
  const items = [1, 2].map((productId) => ({ productId, quantity: 1 }));
  // It has the lock of the user, and waits for that of the first product.
  const answer = portico.request('POST', '/orders', { headers, body: { userId: 1, items } });
  await expect.poll(() => countWaiting(url)).toBe(1);
  const blocked = second.query('SELECT FROM users WHERE id = 1 FOR UPDATE');
  await expect.poll(() => countWaiting(url)).toBe(2);
  // Now it waits for the second product, whose transaction waits for the user.
  await first.query('COMMIT');
  await blocked;
  await second.query('COMMIT');

  expect(await answer).toMatchObject({ status: 201, json: { status: 'pending' } });
  expect(await query(url, 'SELECT FROM orders')).toHaveLength(before + 1);
});

/** A service with a user over a database whose transactions are serializable by default; through a pooler, no session changes that. */
async function openSerializable(pooler?: Pooler) {
  const url = await createDatabase();
  await query(
    url,
    `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_isolation = 'serializable'`,
  );
  const portico = await startOnServer(pooler?.through(url) ?? url, pooler && { DATABASE_DIRECT_URL: url });
  const id = idOf(await portico.in(V1).post('/users', { name: 'Ada', email: 'ada@example.com' }));
  const readVersion = async () => (await query(url, 'SELECT version::int FROM users WHERE id = $1', [id]))[0];
  return { url, portico: portico.in(V1), id, readVersion };
}

test.each([
  ['PATCH', { email: 'grace@example.com' }, 200],
  ['PUT', { name: 'Grace Hopper', email: 'grace@example.com' }, 200],
  ['DELETE', undefined, 204],
])('a %s that another transaction makes impossible to serialize is retried', async (method, body, status) => {
  const pooler = await startPooler(process.env['TEST_DATABASE_URL']!);
  onTestFinished(pooler.stop);
  const { url, portico, id, readVersion } = await openSerializable(pooler);
  const other = await connect(url);
  await other.query('BEGIN');
  await other.query(`UPDATE users SET last_name = 'x' WHERE id = $1`, [id]);
  const answer = portico.request(method, `/users/${id}`, { body });
  await expect.poll(() => countWaiting(url)).toBe(1);
  await other.query('COMMIT');
  expect((await answer).status).toBe(status);
  expect(await readVersion()).toEqual(body && { version: 3 });
});

test.each([false, true])(
  'of 120 writes of a user, serializable by default, each has its effect once; pooled: %s',
  async (isPooled) => {
    const pooler = isPooled ? await startPooler(process.env['TEST_DATABASE_URL']!) : undefined;
    if (pooler) onTestFinished(pooler.stop);
    const { portico, id, readVersion } = await openSerializable(pooler);
    // As many at once as the admission lets wait for one caller.
    for (let round = 0; round < 6; round++) {
      const bodies = Array.from({ length: 20 }, (_, at) => ({ email: `ada-${round}-${at}@example.com` }));
      const answers = await Promise.all(bodies.map((body) => portico.request('PATCH', `/users/${id}`, { body })));
      expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    }
    expect(await readVersion()).toEqual({ version: 121 });
  },
);
