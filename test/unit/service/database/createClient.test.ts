import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../../database/openTestDatabase.ts';

test('reports each statement before it runs, except its own', async () => {
  const statements: string[] = [];
  const database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  onTestFinished(database.close);
  const client = await database.client();
  expect(statements).toEqual([]);
  await client.$queryRaw`SELECT 1 AS one`;
  await client.user.count();
  await expect(client.$executeRaw`SELECT nothing`).rejects.toThrow();
  expect(statements).toEqual(['SELECT 1 AS one', expect.stringMatching(/^SELECT COUNT/) as unknown, 'SELECT nothing']);
});

test('reuses the connection of a failed statement', async () => {
  const database = await openTestDatabase();
  onTestFinished(database.close);
  const client = await database.client();
  const name = () => client.$queryRaw`SELECT current_setting('application_name') AS name`;
  await client.$queryRaw`SELECT set_config('application_name', 'kept', false)`;
  await expect(client.$executeRaw`SELECT nothing`).rejects.toThrow();
  await expect(client.user.create({ data: { firstName: 'A'.repeat(300), lastName: '' } })).rejects.toThrow();
  expect(await name()).toEqual([{ name: 'kept' }]);
});
