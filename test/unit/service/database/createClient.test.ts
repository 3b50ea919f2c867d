import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../../database/openTestDatabase.ts';

test('reports each statement before it runs, except its own', async () => {
  const statements: string[] = [];
  const { client, close } = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  onTestFinished(close);
  expect(statements).toEqual([]);
  await client.$queryRaw`SELECT 1 AS one`;
  await client.user.count();
  await expect(client.$executeRaw`SELECT nothing`).rejects.toThrow();
  expect(statements).toEqual(['SELECT 1 AS one', expect.stringMatching(/^SELECT COUNT/) as unknown, 'SELECT nothing']);
});

test('prepares a statement once, and none beyond the maximum', async () => {
  const { client, close } = await openTestDatabase();
  onTestFinished(close);
  const prepared = () =>
    client.$queryRawUnsafe<{ count: bigint }[]>(
      `SELECT count(*) FROM pg_prepared_statements WHERE statement !~ 'pg_prepared'`,
    );
  for (const id of [1n, 2n, 3n]) await client.user.findMany({ where: { id } });
  expect(await prepared()).toEqual([{ count: 1n }]);
  for (let column = 0; column < 510; column++)
    await client.$queryRawUnsafe(`SELECT $1::int AS column_${column}`, column);
  const [{ count } = { count: 0n }] = await prepared();
  expect(count).toBeGreaterThan(490n);
  expect(count).toBeLessThanOrEqual(500n);
});

test('reuses the connection of a failed statement', async () => {
  const { client, close } = await openTestDatabase();
  onTestFinished(close);
  const name = () => client.$queryRaw`SELECT current_setting('application_name') AS name`;
  await client.$queryRaw`SELECT set_config('application_name', 'kept', false)`;
  await expect(client.$executeRaw`SELECT nothing`).rejects.toThrow();
  await expect(client.user.create({ data: { firstName: 'A'.repeat(300), lastName: '' } })).rejects.toThrow();
  expect(await name()).toEqual([{ name: 'kept' }]);
});
