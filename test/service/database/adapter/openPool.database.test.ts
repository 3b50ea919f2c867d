import { describe, expect, onTestFinished, test } from 'vitest';
import { nameStatements, writeCapacity } from '../../../../src/service/database/adapter/openPool.ts';
import { openTestDatabase } from '../../../support/database/openTestDatabase.ts';

describe('openPool', () => {
  test.each([
    [1, { running: 1, waiting: 40 }],
    [2, { running: 1, waiting: 40 }],
    [5, { running: 4, waiting: 40 }],
    [10, { running: 8, waiting: 40 }],
    [20, { running: 16, waiting: 80 }],
    [1000, { running: 800, waiting: 4000 }],
  ])('of %i connections', (poolSize, capacity) => {
    expect(writeCapacity(poolSize)).toEqual(capacity);
  });
});

describe('nameStatements', () => {
  test('a statement is prepared once on a connection', async () => {
    const { run, close } = await openTestDatabase();
    onTestFinished(close);
    for (const id of [1n, 2n, 3n]) {
      await run({}, (client) => client.$queryRaw`SELECT id FROM users WHERE id = ${id}`);
      await run({}, (client) => client.product.findMany({ where: { id } }));
    }
    const prepared = await run(
      {},
      (client) =>
        client.$queryRaw`SELECT statement FROM pg_prepared_statements WHERE statement ~ '(users|products)' AND statement !~ 'pg_prepared' ORDER BY 1 DESC`,
    );
    expect(prepared).toEqual([
      { statement: 'SELECT id FROM users WHERE id = $1' },
      { statement: expect.stringContaining('"products"') as unknown },
    ]);
  });

  test('a statement has one name, and none beyond the maximum has one', () => {
    const nameOf = nameStatements(false);
    const found = Array.from({ length: 510 }, (_, column) => nameOf(`SELECT ${column}`));
    expect(new Set(found.slice(0, 500)).size).toBe(500);
    expect(found.slice(500)).toEqual(Array(10).fill(''));
    expect(nameOf('SELECT 7')).toBe(found[7]);
  });

  test('no search is prepared, and nothing behind a pooler', () => {
    expect(nameStatements(false)('SELECT id FROM users WHERE name ILIKE $1')).toBe('');
    expect(nameStatements(true)('SELECT 1')).toBe('');
  });
});
