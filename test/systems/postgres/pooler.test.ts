// Behind a transaction pooler, each statement may run in another session.
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { V1 } from '../../cases/schemes.ts';
import { idOf, listOf } from '../../promises/support/expectations.ts';
import { freePort, runProgram } from '../../promises/support/startProgram.ts';
import { SPEC_SECRET } from '../../promises/support/signToken.ts';
import { createDatabase, query } from './support/createDatabase.ts';
import { startOnServer } from './support/startOnServer.ts';
import { startPooler } from './support/startPooler.ts';

const server = process.env['TEST_DATABASE_URL'] ?? '';
const pooler = await startPooler(server);
afterAll(() => pooler.stop());

/** The end of a start that fails. */
async function failStart(env: Record<string, string>) {
  const own = { AUTH_SECRET: SPEC_SECRET, PORT: String(await freePort()) };
  const { code, stderr } = await runProgram(['serve'], { ...own, ...env });
  return { code, stderr };
}

const refused = (reason: string) => ({ code: 1, stderr: expect.stringContaining(`portico: ${reason}`) as string });

test('several processes read and write concurrently, by statements of many texts and by transactions', async () => {
  const url = await createDatabase();
  const env = { DATABASE_DIRECT_URL: url };
  const portico = await Promise.all([1, 2].map(() => startOnServer(pooler.through(url), env)));
  const names = portico.flatMap((_, process) => Array.from({ length: 20 }, (__, number) => `User${process} ${number}`));
  const read = await Promise.all(
    names.map(async (name, number) => {
      const client = portico[number % 2]!.in(V1);
      const headers = number % 3 === 0 ? { 'idempotency-key': `user-${number}` } : {};
      const id = idOf(await client.post('/users', { name }, { headers }));
      listOf(await client.get(`/orders?status=paid&limit=${(number % 7) + 1}`));
      return (await client.get(`/users/${id}`)).json;
    }),
  );
  expect(read).toEqual(names.map((name) => ({ id: expect.any(Number) as number, name })));
});

test('migrations are only checked with MIGRATE=off, and through the pooler', async () => {
  const url = await createDatabase();
  const direct = 'postgresql://127.0.0.1:1/nobody';
  const off = { DATABASE_URL: pooler.through(url), DATABASE_DIRECT_URL: direct, MIGRATE: 'off' };
  expect(await failStart(off)).toEqual(refused('The database lacks the migrations '));
  await runProgram(['migrate'], { DATABASE_URL: url, SEED: 'demo' });
  const portico = (await startOnServer(pooler.through(url), off)).in(V1);
  expect(listOf(await portico.get('/products')).pagination).toMatchObject({ total: 240 });
});

test.each([
  ['refuses', []],
  ['ignores', ['ignore_startup_parameters = extra_float_digits,options']],
])('a pooler that %s the settings of a session is recognised without DATABASE_DIRECT_URL', async (_, lines) => {
  const another = await startPooler(server, lines);
  onTestFinished(another.stop);
  const DATABASE_URL = another.through(await createDatabase());
  const ends = [{ MIGRATE: 'on' }, { MIGRATE: 'off' }, { DATABASE_DIRECT_URL: DATABASE_URL }].map((env) =>
    failStart({ DATABASE_URL, ...env }),
  );
  const reason =
    'DATABASE_URL points to a connection pooler such as PgBouncer. Set DATABASE_DIRECT_URL to the URL of the PostgreSQL server itself as well.';
  for (const end of await Promise.all(ends)) expect(end).toEqual(refused(reason));
});

test('two URLs that lead to different databases are refused', async () => {
  const [one, other] = [await createDatabase(), await createDatabase()];
  const reason = 'DATABASE_URL and DATABASE_DIRECT_URL must point to the same database.';
  expect(await failStart({ DATABASE_URL: pooler.through(one), DATABASE_DIRECT_URL: other })).toEqual(refused(reason));
});

test('the schema of the URL is used if it is the search_path of the database', async () => {
  const url = await createDatabase();
  const own = `${url}?schema=shop`;
  expect(await failStart({ DATABASE_URL: pooler.through(own), DATABASE_DIRECT_URL: own })).toEqual(
    refused('The current schema behind the pooler of DATABASE_URL is public, not shop.'),
  );
  await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = shop`);
  // Connections that are open keep the path of their start, so this one has its own.
  const later = await startPooler(server);
  onTestFinished(() => later.stop());
  const portico = (await startOnServer(later.through(own), { DATABASE_DIRECT_URL: own })).in(V1);
  expect(listOf(await portico.get('/users')).pagination).toMatchObject({ total: 120 });
});
