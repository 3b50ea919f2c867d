// A backup of a service that is writing, restored into a new folder.
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { V2 } from '../../cases/schemes.ts';
import { fillDataFolder } from '../../support/database/dataFolder.ts';
import type { Client } from '../support/Client.ts';
import { listOf } from '../support/expectations.ts';
import { runProgram, startProgram } from '../support/startProgram.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CLIENTS = 4;

/** A write with an Idempotency-Key. */
interface Write {
  path: string;
  body: unknown;
  key: string;
  /** The body of the response; absent until there is one. */
  response?: unknown;
}

const send = (client: Client, { path: target, body, key }: Write) =>
  client.post(target, body, { headers: { 'idempotency-key': `"${key}"` } });

const totalsOf = (client: Client) =>
  Promise.all(
    ['/users', '/orders'].map(async (list) => listOf(await client.get(`${list}?limit=1`)).pagination['total']),
  );

/** Writes users and orders from several clients at once, until `end`, which returns what was sent. */
function startWriting(client: Client, product: unknown) {
  const writes: Write[] = [];
  const ended = new AbortController();
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!ended.signal.aborted) {
      const key = `write-${writes.length}`;
      const isUser = writes.length % 2 === 0;
      const user = { firstName: key, lastName: '', email: `${key}@example.com` };
      const order = { items: [{ productId: product, quantity: 1 }] };
      const write: Write = { key, path: isUser ? '/users' : '/orders', body: isUser ? user : order };
      writes.push(write);
      const { status, json } = await send(client, write);
      // Writes wait for the one connection of the database, and on a slow machine for too long: such a one is not acknowledged.
      expect(status).toBeOneOf([201, 503]);
      if (status === 201) write.response = json;
    }
  });
  return {
    acknowledged: () => writes.filter(({ response }) => response !== undefined),
    end: async () => {
      ended.abort();
      await Promise.all(clients);
      return writes;
    },
  };
}

test('has every write that was acknowledged before, and of every other one all or nothing', async () => {
  const settings = { DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'error' };
  await fillDataFolder(settings.DATA_DIR, 'demo');
  const program = await startProgram(settings);
  const client = program.client.in(V2);
  const [users, orders] = await totalsOf(client);
  const load = startWriting(client, listOf(await client.get('/products?limit=1')).data[0]!['id']);
  await expect.poll(() => load.acknowledged().length).toBeGreaterThan(100);

  const before = load.acknowledged();
  const file = path.join(folder, 'portico.backup');
  const saved = await runProgram(['backup', '--out', file], settings);
  await expect.poll(() => load.acknowledged().length).toBeGreaterThan(before.length);
  const writes = await load.end();
  expect(saved).toEqual({ code: 0, stdout: expect.stringMatching(/^saved .*\busers \d+\b.* in .*\n$/), stderr: '' });
  expect(writes.length).toBeGreaterThan(before.length);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(path.join(settings.DATA_DIR, 'snapshot')).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(settings.DATA_DIR, 'snapshot/socket')).mode & 0o777).toBe(0o600);
  expect(await program.end('SIGTERM')).toBe(0);
  expect(existsSync(path.join(settings.DATA_DIR, 'snapshot'))).toBe(false);

  const restored = { ...settings, DATA_DIR: path.join(folder, 'restored') };
  expect(await runProgram(['restore', file], restored)).toMatchObject({ code: 0, stderr: '' });
  const again = await startProgram(restored);
  const replays = again.client.in(V2);
  const replay = async (write: Write) => {
    // A row without its key would be a second order, or a conflict of e-mail addresses.
    const { status, headers, json } = await send(replays, write);
    expect([write, status]).toEqual([write, 201]);
    if (before.includes(write)) expect([headers['idempotency-replayed'], json]).toEqual(['true', write.response]);
  };
  for (let next = 0; next < writes.length; next += CLIENTS) {
    await Promise.all(writes.slice(next, next + CLIENTS).map(replay));
  }
  const sent = (target: string) => writes.filter((write) => write.path === target).length;
  expect(await totalsOf(replays)).toEqual([Number(users) + sent('/users'), Number(orders) + sent('/orders')]);
  expect(await again.end('SIGTERM')).toBe(0);
});
