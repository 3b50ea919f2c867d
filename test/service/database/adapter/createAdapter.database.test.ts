import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../../support/database/openTestDatabase.ts';

test('reports each statement before it runs, except its own', async () => {
  const statements: string[] = [];
  const database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  onTestFinished(database.close);
  expect(statements).toEqual([]);
  await database.run({}, (client) => client.$queryRaw`SELECT 1 AS one`);
  await database.run({}, (client) => client.user.count());
  await expect(database.run({}, (client) => client.$executeRaw`SELECT nothing`)).rejects.toThrow();
  expect(statements).toEqual(['SELECT 1 AS one', expect.stringMatching(/^SELECT COUNT/) as unknown, 'SELECT nothing']);
});

test('reuses the connection of a failed statement', async () => {
  const database = await openTestDatabase();
  onTestFinished(database.close);
  const isTemporary = () =>
    database.run({}, (client) => client.$queryRaw`SELECT to_regclass('kept') IS NOT NULL AS kept`);
  await database.run({}, (client) => client.$executeRaw`CREATE TEMPORARY TABLE kept ()`);
  await expect(database.run({}, (client) => client.$executeRaw`SELECT nothing`)).rejects.toThrow();
  const data = { firstName: 'A'.repeat(300), lastName: '' };
  await expect(database.run({}, (client) => client.user.create({ data }))).rejects.toThrow();
  expect(await isTemporary()).toEqual([{ kept: true }]);
});
