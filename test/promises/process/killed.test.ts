// What was acknowledged is there after the process was killed in the middle of its work.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { V2 } from '../../cases/schemes.ts';
import { fillDataFolder } from '../../support/database/dataFolder.ts';
import { idOf, listOf } from '../support/expectations.ts';
import { startProgram, type Program } from '../support/startProgram.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'portico-killed-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const settings = { DATA_DIR: dataDir, SEED: 'demo', LOG_LEVEL: 'error' };

/** The user that a number stands for, in the shape of version 2 without its id. */
const userOf = (number: number) => ({ firstName: `First ${number}`, lastName: `Last ${number}` });

/** What was answered with 201: paths and what they have to show. */
type Acknowledged = Map<string, unknown>;

/** Writes from many clients at once until the process is gone. */
async function writeUntilKilled(program: Program, from: number, writes: number, acknowledged: Acknowledged) {
  const v2 = program.client.in(V2);
  const product = listOf(await v2.get('/products?limit=1')).data[0]!['id'];
  const enough = acknowledged.size + writes;
  let next = from;
  let ended: Promise<unknown> | undefined;
  const writer = async () => {
    for (;;) {
      const number = next++;
      try {
        const created = await v2.post('/users', { ...userOf(number), email: `killed-${number}@example.com` });
        const user = { id: idOf(created), ...userOf(number) };
        acknowledged.set(`/users/${user.id}`, user);
        const order = await v2.post('/orders', { items: [{ productId: product, quantity: 1 }], userId: user.id });
        acknowledged.set(`/orders/${idOf(order)}?expand=user`, { id: idOf(order), status: 'pending', user });
      } catch (error) {
        if (ended) return; // The process is gone, and nobody said that this one was written.
        throw error;
      }
      if (acknowledged.size >= enough) ended ??= program.end('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 16 }, writer));
  await ended;
}

test('every write that was answered with 201 survives kill -9, twice', { timeout: 180_000 }, async () => {
  await fillDataFolder(dataDir, 'demo');
  const acknowledged: Acknowledged = new Map();
  for (const round of [0, 1]) await writeUntilKilled(await startProgram(settings), round * 100_000, 300, acknowledged);
  expect(acknowledged.size).toBeGreaterThanOrEqual(600);

  const program = await startProgram(settings);
  const v2 = program.client.in(V2);
  const found: Acknowledged = new Map();
  for (const target of acknowledged.keys()) found.set(target, (await v2.get(target)).json);
  expect(found).toEqual(acknowledged);

  // The identifiers go on behind the last one that was given, and the rules still hold.
  const next = await v2.post('/users', { firstName: 'After', lastName: 'The Storm' });
  expect(next.status).toBe(201);
  expect([...acknowledged.keys()]).not.toContain(`/users/${idOf(next)}`);
  const twin = await v2.post('/users', { firstName: 'Second', lastName: '', email: 'KILLED-0@example.com' });
  expect(twin.status).toBe(409);
  expect(await program.end('SIGTERM')).toBe(0);
});
