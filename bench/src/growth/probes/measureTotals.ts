import type { Curve } from '../Curve.ts';
import type { GrowthContext } from '../GrowthContext.ts';
import { measureCurve } from '../measureCurve.ts';
import { readJson } from '../readJson.ts';

/** Pages with `total`: of whole tables of two sizes, and of filters that match more and more rows of the large one. */
export async function* measureTotals({ small, large, authorization, effort }: GrowthContext): AsyncGenerator<Curve> {
  const headers = { authorization };
  const pageOf = (path: string) => [{ path, headers }];
  for (const [list, path] of [
    ['products', '/v1/products?limit=20&offset=0'],
    ['users', '/v1/users?limit=20&offset=0'],
    ['orders', '/v1/orders?limit=20&offset=0'],
  ] as const) {
    const stages = [small, large].map(({ service, rows }) => ({ size: rows, server: service, requests: pageOf(path) }));
    const heading = { name: `total-${list}`, title: `20 ${list} with the total`, sizeName: 'rows', maxGrowth: 1.3 };
    yield await measureCurve(heading, stages, effort);
  }

  // Names are `Product 1`, `Product 2`, …: one digit less matches ten times as many.
  const digits = '9'.repeat(String(large.rows).length - 2);
  const searches = Array.from({ length: digits.length + 1 }, (_, length) => `product ${digits.slice(length)}`);
  const filtered = await Promise.all(
    searches.map(async (search) => {
      const requests = pageOf(`/v1/products?limit=20&offset=0&search=${encodeURIComponent(search)}`);
      const { pagination } = await readJson<{ pagination: { total: number } }>(large.service, requests[0]!);
      return { size: pagination.total, result: pagination.total, server: large.service, requests };
    }),
  );
  const heading = { name: 'total-search', title: '20 products of a search with the total', sizeName: 'matches' };
  yield await measureCurve(heading, filtered, effort);
}
