// With access to the database, to insert and delete products: cursor pages never skip or repeat a row that exists
// throughout.
import { afterAll, expect, test } from 'vitest';
import { listOf } from '../support/expectations.ts';
import { openForSpec } from '../support/openForSpec.ts';

const { portico, database } = await openForSpec();
afterAll(() => portico.close());

/** Inserts products with consecutive ids of the sequence. */
function insertProducts(count: number): Promise<number> {
  return database.client.$executeRaw`
    INSERT INTO products (name, description, price, currency)
    SELECT 'Product of the walk', '', 100, 'EUR' FROM generate_series(1, ${count}::int)`;
}

test('10,000 products are paged by cursor while others are inserted and deleted', async () => {
  await insertProducts(10_000);
  const before = await database.client.product.findMany({ select: { id: true }, where: { items: { none: {} } } });
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
    await database.client.product.deleteMany({
      where: { id: { in: [...near, ...(kept.delete(last) ? [last] : [])] } },
    });
    if (page < 50) await insertProducts(20);
    if (pagination['nextCursor'] === null) break;
    cursor = pagination['nextCursor'] as string;
  }

  expect(walked).toEqual([...new Set(walked)].sort((a, b) => a - b));
  expect(walked.filter((id) => kept.has(id))).toEqual([...kept]);
});
