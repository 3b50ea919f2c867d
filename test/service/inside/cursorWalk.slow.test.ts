// With access to the database, to insert and delete products: cursor pages never skip or repeat a row that exists
// throughout.
import { afterAll, describe, expect, test } from 'vitest';
import { listOf } from '../../promises/support/expectations.ts';
import { openForSpec } from '../support/openForSpec.ts';

const { portico, database } = await openForSpec();
afterAll(() => portico.close());

/** Inserts products with consecutive ids of the sequence. */
function insertProducts(count: number): Promise<number> {
  return database.run(
    {},
    (client) => client.$executeRaw`
      INSERT INTO products (name, description, price, currency)
      SELECT 'Product of the walk', '', 100, 'EUR' FROM generate_series(1, ${count}::int)`,
  );
}

test('10,000 products are paged by cursor while others are inserted and deleted', async () => {
  await insertProducts(10_000);
  const before = await database.run({}, (client) =>
    client.product.findMany({ select: { id: true }, where: { items: { none: {} } } }),
  );
  const ids = before.map(({ id }) => Number(id)).sort((a, b) => a - b);
  // Every seventh product is deleted meanwhile, so rows disappear before, within and after a page, and the row of a cursor
  // itself.
  const doomed = ids.filter((_, at) => at % 7 === 3);
  const kept = new Set(ids.filter((_, at) => at % 7 !== 3));

  const walked: number[] = [];
  let cursor = '';
  for (let page = 0; ; page++) {
    const { data, pagination } = listOf(await portico.get(`/v1/products?limit=100&cursor=${cursor}`));
    walked.push(...data.map(({ id }) => id as number));
    const last = walked.at(-1)!;
    const near = doomed.filter((id) => Math.abs(id - last) < 60).concat(doomed.splice(0, 5));
    await database.run({}, (client) =>
      client.product.deleteMany({ where: { id: { in: [...near, ...(kept.delete(last) ? [last] : [])] } } }),
    );
    if (page < 50) await insertProducts(20);
    if (pagination['nextCursor'] === null) break;
    cursor = pagination['nextCursor'] as string;
  }

  expect(walked).toEqual([...new Set(walked)].sort((a, b) => a - b));
  expect(walked.filter((id) => kept.has(id))).toEqual([...kept]);
});

describe('a list of products with equal and mixed creation times', () => {
  /** Inserts products whose creation times, of seven days, are in another order than their ids. */
  const insertMixed = (count: number) =>
    database.run(
      {},
      (client) => client.$executeRaw`
    INSERT INTO products (name, description, price, currency, created_at)
    SELECT 'Mixed 100% ' || n, '', 100, 'EUR', '2020-01-01'::timestamptz + (n * 5 % 7) * interval '1 day'
    FROM generate_series(1, ${count}::int) AS n`,
    );

  /** The ids of the products of this test, as PostgreSQL orders them. */
  const expected = async (sort: string) => {
    const rows = await database.run({}, (client) =>
      client.product.findMany({ where: { name: { startsWith: 'Mixed' } } }),
    );
    const sign = sort.startsWith('-') ? -1 : 1;
    const timeOf = ({ createdAt }: { createdAt: Date }) => (sort.endsWith('createdAt') ? createdAt.getTime() : 0);
    return rows.sort((a, b) => sign * (timeOf(a) - timeOf(b) || Number(a.id - b.id))).map(({ id }) => Number(id));
  };

  test.each(['id', '-id', 'createdAt', '-createdAt'])(
    'is paged by cursor in the order %s while others are inserted and deleted',
    async (sort) => {
      await database.run({}, (client) => client.product.deleteMany({ where: { name: { startsWith: 'Mixed' } } }));
      await insertMixed(600);
      const before = await expected(sort);
      const walked: number[] = [];
      const deleted = new Set<number>();
      let cursor = '';
      for (;;) {
        const path = `/v1/products?limit=37&sort=${sort}&search=${encodeURIComponent('mixed 100%')}&cursor=${cursor}`;
        const { data, pagination } = listOf(await portico.get(path));
        walked.push(...data.map(({ id }) => id as number));
        // The row of the cursor itself, and one that is still to come.
        for (const id of [walked.at(-1)!, before[walked.length + 5]]) {
          if (id !== undefined) await database.run({}, (client) => client.product.deleteMany({ where: { id } }));
          if (id !== undefined) deleted.add(id);
        }
        if (walked.length < 600) await insertMixed(10);
        if (pagination['nextCursor'] === null) break;
        cursor = pagination['nextCursor'] as string;
      }
      expect(new Set(walked).size).toBe(walked.length);
      const old = new Set(before);
      const kept = before.filter((id) => !deleted.has(id));
      expect(walked.filter((id) => old.has(id) && !deleted.has(id))).toEqual(kept);
    },
  );
});
