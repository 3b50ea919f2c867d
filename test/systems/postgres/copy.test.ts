// From the embedded database to a server: what clients see is the same.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { V1, V2 } from '../../cases/schemes.ts';
import { fillDataFolder } from '../../support/database/dataFolder.ts';
import { idOf, listOf } from '../../promises/support/expectations.ts';
import { type Program, runProgram, startProgram } from '../../promises/support/startProgram.ts';
import { createDatabase, query } from './support/createDatabase.ts';

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'portico-copy-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
beforeAll(() => fillDataFolder(DATA_DIR, 'demo'));

const copy = (to: string, env = {}) => runProgram(['copy', '--to', to], { DATA_DIR, ...env });
const keyed = (key: string) => ({ headers: { 'idempotency-key': `"${key}"` } });

/** What clients read: pages with their totals, and single objects, in both versions. */
async function readAll({ client }: Program, targets: readonly string[]) {
  const bodies = [V1, V2].flatMap((version) =>
    targets.map(async (target) => {
      const { status, json } = await client.in(version).get(target);
      expect([target, status]).toEqual([target, 200]);
      return json;
    }),
  );
  return Promise.all(bodies);
}

test('the service serves the same from the copy, replays its keys, and continues its ids', async () => {
  const embedded = await startProgram({ DATA_DIR, LOG_LEVEL: 'error' });
  const v2 = embedded.client.in(V2);
  const user = { firstName: 'Zoë \u2028"\\', lastName: 'O’Neil', email: 'zoe@example.com' };
  const created = await v2.post('/users', user, keyed('user'));
  const [product] = listOf(await v2.get('/products?limit=1')).data;
  const order = { items: [{ productId: product!['id'], quantity: 2 }], userId: idOf(created) };
  const ordered = await v2.post('/orders', order, keyed('order'));
  const targets = [
    '/users?limit=100&offset=50',
    '/orders?limit=100&expand=user',
    '/products?limit=100',
    `/users/${idOf(created)}`,
    `/orders/${idOf(ordered)}?expand=user`,
    '/forecast?city=Accra',
  ];
  const before = await readAll(embedded, targets);
  expect(await embedded.end('SIGTERM')).toBe(0);

  const url = await createDatabase();
  // The texts of rows, and so their checksums, do not depend on it.
  await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET bytea_output = 'escape'`);
  expect(await copy(url)).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^copied cities 40, .*\busers 121\b/),
    stderr: '',
  });
  const served = await startProgram({ DATABASE_URL: url, LOG_LEVEL: 'error' });
  expect(await readAll(served, targets)).toEqual(before);
  const onServer = served.client.in(V2);
  for (const [target, body, key, first] of [
    ['/users', user, 'user', created],
    ['/orders', order, 'order', ordered],
  ] as const) {
    const { status, headers, json } = await onServer.post(target, body, keyed(key));
    expect([status, headers['idempotency-replayed'], json]).toEqual([201, 'true', first.json]);
  }
  expect(idOf(await onServer.post('/users', { firstName: 'Next', lastName: '' }))).toBe(Number(idOf(created)) + 1);
  expect(await served.end('SIGTERM')).toBe(0);

  const again = await copy(url);
  expect(again).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^portico: The table \w+ has rows already\. Use an empty database\.\n$/),
  });
});

test('a database that cannot be filled is left as it was', async () => {
  const url = await createDatabase();
  await query(url, 'CREATE TABLE other (id INT)');
  expect(await copy(url)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The database contains tables of another program.'),
  });
  expect(
    await query(url, `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`),
  ).toEqual([{ relname: 'other' }]);

  const refused = await copy('postgresql://postgres:hunter2@127.0.0.1:1/none');
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/ECONNREFUSED.* Nothing is copied\. Check the URL of --to\.\n$/),
  });
  expect(await copy('postgresql://u:hunter2@h:p/d')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'portico: --to must be a URL such as postgresql://user@host:5432/name.\n',
  });
});
