// Readiness depends on whether the database responds and accepts writes, not on whether it is busy: see unavailable.test.ts.
import { expect, onTestFinished, test } from 'vitest';
import { V1 } from '../../cases/schemes.ts';
import { expectError } from '../../promises/support/expectations.ts';
import { createDatabase, query } from './support/createDatabase.ts';
import { startOnServer } from './support/startOnServer.ts';
import { startRelay } from './support/startRelay.ts';

async function start(databaseUrl: string) {
  const client = await startOnServer(databaseUrl);
  return { client, ready: () => client.get('/health/ready', { scope: null }) };
}

const OTHER_CONNECTIONS = 'FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

/** Terminates every other connection to the database, and waits until their processes have ended. */
async function disconnect(url: string): Promise<void> {
  const ended = await query(url, `SELECT pg_terminate_backend(pid, 30000) AS ended ${OTHER_CONNECTIONS}`);
  expect(ended).not.toContainEqual({ ended: false });
}

test('is 503 while the database accepts no writes', async () => {
  const url = await createDatabase();
  const name = new URL(url).pathname.slice(1);
  const { ready } = await start(url);
  expect((await ready()).status).toBe(200);

  await query(url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await disconnect(url);
  const answer = await ready();
  expectError(answer, 503);
  expect(answer.json).toEqual({ error: 'The database accepts no writes: it is read-only, or a standby.' });
  expect(answer.headers['retry-after']).toBe('1');

  await query(url, `BEGIN READ WRITE; ALTER DATABASE ${name} RESET default_transaction_read_only; COMMIT`);
  expect((await ready()).status).toBe(200);
});

test('is 503, not 504, while the server does not respond, and then 200 again', async () => {
  const url = await createDatabase();
  const relay = await startRelay(url);
  onTestFinished(relay.cut);
  const { client, ready } = await start(relay.through(url));
  expect((await ready()).status).toBe(200);

  relay.pause();
  const read = client.in(V1).get('/users');
  for (let round = 0; round < 2; round++) {
    for (const answer of await Promise.all([ready(), ready()])) expectError(answer, 503);
  }
  relay.resume();
  await read;
  await expect.poll(async () => (await ready()).status).toBe(200);
});

test('uses one connection, which is replaced when it breaks', async () => {
  const url = await createDatabase();
  const { ready } = await start(url);
  // Of this database: other tests have probes of their own on the same server.
  const open = () => query(url, `SELECT ${OTHER_CONNECTIONS} AND query LIKE '%pg_is_in_recovery() OR%'`);
  for (let round = 0; round < 5; round++) {
    for (const { status } of await Promise.all([ready(), ready(), ready()])) expect(status).toBe(200);
    expect(await open()).toHaveLength(1);
    if (round % 2) await disconnect(url);
  }
});
