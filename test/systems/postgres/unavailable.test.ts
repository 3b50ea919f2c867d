// An unreachable or overloaded PostgreSQL server over HTTP.
import { expect, onTestFinished, test } from 'vitest';
import { ENDPOINTS } from '../../cases/endpoints.ts';
import { V1 } from '../../cases/schemes.ts';
import { expectError, expectInDoubt } from '../../promises/support/expectations.ts';
import type { Client } from '../../promises/support/Client.ts';
import type { HttpResponse } from '../../promises/support/sendRequest.ts';
import { createDatabase, query } from './support/createDatabase.ts';
import { lockTables } from './support/lockTables.ts';
import { startOnServer } from './support/startOnServer.ts';
import { startRelay } from './support/startRelay.ts';

/** Every endpoint, asked at once. */
function askAll(portico: Client): Promise<HttpResponse[]> {
  return Promise.all(
    ENDPOINTS.map(({ method, path, body }) =>
      portico.in(V1).request(method, path.replace(/\{\w+\}/, '1'), { body: body?.(1, 1) }),
    ),
  );
}

function expectUnavailable(answer: HttpResponse): void {
  expectError(answer, 503);
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect(answer.body).not.toMatch(/prisma|postgres|ECONN|pool/i);
}

test('an unreachable server is 503 with Retry-After everywhere until it is reachable again', async () => {
  const url = await createDatabase();
  const relay = await startRelay(url);
  onTestFinished(relay.cut);
  const portico = await startOnServer(relay.through(url));
  const ready = () => portico.get('/health/ready', { scope: null });
  for (const { status } of await askAll(portico)) expect(status).toBeLessThan(500);

  for (let round = 0; round < 2; round++) {
    await relay.cut();
    for (const answer of await askAll(portico)) expectUnavailable(answer);
    expectUnavailable(await ready());
    expect((await portico.get('/health/live', { scope: null })).status).toBe(200);

    await relay.restore();
    await expect.poll(async () => (await ready()).status).toBe(200);
    for (const { status } of await askAll(portico)) expect(status).toBeLessThan(500);
  }
});

test('when the server becomes unreachable, running reads are 503 with Retry-After and writes OUTCOME_UNKNOWN', async () => {
  const url = await createDatabase();
  const relay = await startRelay(url);
  const portico = await startOnServer(`${relay.through(url)}?connection_limit=20`);
  const free = await lockTables(url);
  const answers = askAll(portico);
  // Other writes wait for what they read first, so they are not written.
  const writing = new Set(['POST /users', 'DELETE /users/{user}']);
  const waiting = async () => (await free.waiting()).filter((sql) => !/^\s*SELECT/.test(sql));
  await expect.poll(waiting).toHaveLength(writing.size);
  await relay.cut();
  for (const [index, answer] of (await answers).entries()) {
    const { method, path } = ENDPOINTS[index]!;
    if (writing.has(`${method} ${path}`)) expectInDoubt(answer);
    else expectUnavailable(answer);
  }
  await free.release();
});

test('a pool without a free connection is 503 with Retry-After until there is one', { timeout: 60_000 }, async () => {
  const url = await createDatabase();
  const portico = await startOnServer(`${url}?connection_limit=2&connect_timeout=3`);
  const free = await lockTables(url);
  const busy = [1, 2].map((id) => portico.in(V1).get(`/users/${id}`, { headers: { 'x-request-id': `busy-${id}` } }));
  const more = portico.in(V1).get('/products?limit=1');
  await expect.poll(() => free.waiting()).toHaveLength(2);
  for (const answer of await askAll(portico)) {
    expectUnavailable(answer);
    expect(answer.body).toContain(' is overloaded; try again shortly.');
  }
  // The database itself is ready, and another process would have no more connections.
  expect((await portico.get('/health/ready', { scope: null })).status).toBe(200);
  await free.release();
  await Promise.all([...busy, more]);
  for (const { status } of await askAll(portico)) expect(status).toBeLessThan(500);
  expect((await portico.get('/health/ready', { scope: null })).status).toBe(200);
});

test('when sessions are terminated, what runs in them is 503 with Retry-After, and no connection of the pool is lost', async () => {
  const url = await createDatabase();
  const portico = await startOnServer(`${url}?connection_limit=2`);
  const sessions = `FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'portico'`;
  for (let round = 0; round < 5; round++) {
    const lock = await lockTables(url, 'users');
    const read = portico.in(V1).get('/users/1');
    const headers = { 'idempotency-key': `terminated-${round}` };
    const write = portico.in(V1).post('/users', { name: 'Never' }, { headers });
    await expect.poll(lock.waiting).toHaveLength(2);
    await query(url, `SELECT pg_terminate_backend(pid, 10000) ${sessions}`);
    for (const answer of await Promise.all([read, write])) expectUnavailable(answer);
    await lock.release();
    await expect.poll(async () => (await portico.get('/health/ready', { scope: null })).status).toBe(200);
  }
  for (const { status } of await askAll(portico)) expect(status).toBeLessThan(500);
  expect(await query(url, `SELECT FROM users WHERE first_name = 'Never'`)).toEqual([]);
});

test('a database that does not exist any more is 503 with Retry-After', async () => {
  const url = await createDatabase();
  const portico = await startOnServer(url);
  await query(process.env['TEST_DATABASE_URL']!, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
  for (const answer of await askAll(portico)) expectUnavailable(answer);
  expectUnavailable(await portico.get('/health/ready', { scope: null }));
});

test('a server without a free connection is 503 with Retry-After', async () => {
  const url = await createDatabase();
  await startOnServer(url);
  const role = new URL(url).pathname.slice(1);
  await query(url, `CREATE ROLE ${role} LOGIN; GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
  onTestFinished(() => query(url, `DROP OWNED BY ${role}; DROP ROLE ${role}`).then(() => {}));
  const limited = new URL(url);
  limited.username = role;
  const portico = (await startOnServer(limited.href, { MIGRATE: 'off' })).in(V1);
  await query(url, `ALTER ROLE ${role} CONNECTION LIMIT 3`);
  const lock = await lockTables(url);
  const paths = ['/users', '/users/1', '/orders', '/orders/1', '/products', '/products/1'];
  const refused: HttpResponse[] = [];
  const answers = paths.map(async (path) => {
    const answer = await portico.get(path);
    if (answer.status !== 200) refused.push(answer);
  });
  await expect.poll(() => refused.length).toBeGreaterThan(0);
  await lock.release();
  await Promise.all(answers);
  for (const answer of refused) expectUnavailable(answer);
  expect((await portico.get('/users/1')).status).toBe(200);
});
