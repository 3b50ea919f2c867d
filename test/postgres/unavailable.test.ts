// What clients see over HTTP of a server that is gone, comes back, or has no connection to spare.
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startPortico } from '../../src/app.ts';
import { readSettings } from '../../src/config/readSettings.ts';
import { ENDPOINTS } from '../cases/endpoints.ts';
import { V1 } from '../cases/schemes.ts';
import { expectError } from '../spec/support/expectations.ts';
import { clientOf, type SpecPortico } from '../spec/support/openForSpec.ts';
import type { Answer } from '../spec/support/sendRequest.ts';
import { SPEC_SECRET } from '../spec/support/signToken.ts';
import { createDatabase } from './support/createDatabase.ts';
import { startRelay } from './support/startRelay.ts';

async function start(databaseUrl: string): Promise<SpecPortico> {
  const env = { PORT: '0', AUTH_SECRET: SPEC_SECRET, LOG_LEVEL: 'silent', SEED: 'demo', DATABASE_URL: databaseUrl };
  const portico = await startPortico(readSettings(env));
  onTestFinished(portico.close);
  return clientOf(portico.url, portico.close);
}

/** Every endpoint, asked at once. */
function askAll(portico: SpecPortico): Promise<Answer[]> {
  return Promise.all(
    ENDPOINTS.map(({ method, path, body }) =>
      portico.in(V1).request(method, path.replace(/\{\w+\}/, '1'), { body: body?.(1, 1) }),
    ),
  );
}

function expectUnavailable(answer: Answer): void {
  expectError(answer, 503);
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect(answer.body).not.toMatch(/prisma|postgres|ECONN|pool/i);
}

test('a server that is gone is 503 with Retry-After everywhere, until it is back', async () => {
  const url = await createDatabase();
  const relay = await startRelay(url);
  onTestFinished(relay.cut);
  const portico = await start(relay.through(url));
  const ready = () => portico.get('/health/ready', { scope: null });
  for (const { status } of await askAll(portico)) expect(status).toBeLessThan(500);

  for (let round = 0; round < 2; round++) {
    await relay.cut();
    for (const answer of await askAll(portico)) expectUnavailable(answer);
    expectUnavailable(await ready());
    expect((await portico.get('/health/live', { scope: null })).status).toBe(200);

    await relay.mend();
    await expect.poll(async () => (await ready()).status).toBe(200);
    for (const { status } of await askAll(portico)) expect(status).toBeLessThan(500);
  }
});

test('what is in flight when the server goes is 503 with Retry-After', async () => {
  const url = await createDatabase();
  const relay = await startRelay(url);
  const portico = await start(relay.through(url));
  const free = await lockTables(url);
  const answers = askAll(portico);
  await expect.poll(() => free.waiting()).toBeGreaterThan(0);
  await relay.cut();
  for (const answer of await answers) expectUnavailable(answer);
  await free.release();
});

test('a pool without a free connection is 503 with Retry-After, until there is one', { timeout: 60_000 }, async () => {
  const url = await createDatabase();
  const portico = await start(`${url}?connection_limit=2&connect_timeout=1`);
  const free = await lockTables(url);
  const busy = [1, 2].map((id) => portico.in(V1).get(`/users/${id}`, { headers: { 'x-request-id': `busy-${id}` } }));
  const more = portico.in(V1).get('/products?limit=1');
  await expect.poll(() => free.waiting()).toBe(2);
  for (const answer of await askAll(portico)) expectUnavailable(answer);
  expectUnavailable(await portico.get('/health/ready', { scope: null }));
  await free.release();
  await Promise.all([...busy, more]);
  for (const { status } of await askAll(portico)) expect(status).toBeLessThan(500);
  expect((await portico.get('/health/ready', { scope: null })).status).toBe(200);
});

/** Keeps everybody from every table. */
async function lockTables(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('BEGIN; LOCK TABLE users, orders, products, cities IN ACCESS EXCLUSIVE MODE');
  return {
    waiting: async () => {
      const { rowCount } = await client.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      await client.query('SELECT pg_stat_clear_snapshot()');
      return rowCount ?? 0;
    },
    release: () => client.query('COMMIT'),
  };
}
