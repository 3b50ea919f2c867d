// Where a page leads, in Link headers of RFC 8288: in the scheme of the request, with what else was asked for.
import { afterAll, describe, expect, test } from 'vitest';
import { LISTS } from '../../cases/listParameters.ts';
import { V1, V2 } from '../../cases/schemes.ts';
import { links, listOf } from '../support/expectations.ts';
import { idsOf, totalOf } from '../support/idsOf.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

describe.each([V1, V2])('under $name', (scheme) => {
  const client = portico.in(scheme);

  describe.each(LISTS)('Link of GET %s', (list) => {
    const path = (query: string) =>
      expect.toSatisfy((target: string) => sameTarget(target, client.path(`${list}?${query}`)));

    test('of an offset page names first, prev, next and last', async () => {
      const total = await totalOf(client, list);
      const last = Math.floor((total - 1) / 10) * 10;
      expect(links(await client.get(`${list}?limit=10&offset=20`))).toEqual({
        first: path('limit=10&offset=0'),
        prev: path('limit=10&offset=10'),
        next: path('limit=10&offset=30'),
        last: path(`limit=10&offset=${last}`),
      });
    });

    test('of an offset nearer to the start than the limit goes back to the start', async () => {
      const { prev } = links(await client.get(`${list}?limit=10&offset=3`));
      const answer = await portico.get(prev!.slice(portico.basePath.length), { headers: scheme.headers });
      expect(listOf(answer).pagination['offset']).toBe(0);
    });

    test('of a page without a style goes on by cursor', async () => {
      const last = Math.floor(((await totalOf(client, list)) - 1) / 10) * 10;
      const answer = await client.get(`${list}?limit=10`);
      const cursor = encodeURIComponent(listOf(answer).pagination['nextCursor'] as string);
      expect(links(answer)).toEqual({
        first: path('limit=10&offset=0'),
        next: path(`limit=10&cursor=${cursor}`),
        last: path(`limit=10&offset=${last}`),
      });
    });

    test('of a page names first, prev, next and last', async () => {
      const last = Math.ceil((await totalOf(client, list)) / 10);
      expect(links(await client.get(`${list}?page=3&limit=10`))).toEqual({
        first: path('limit=10&page=1'),
        prev: path('limit=10&page=2'),
        next: path('limit=10&page=4'),
        last: path(`limit=10&page=${last}`),
      });
    });

    test('of the first and of the last page leaves out what is not there', async () => {
      const last = Math.ceil((await totalOf(client, list)) / 10);
      expect(Object.keys(links(await client.get(`${list}?page=1&limit=10`)))).not.toContain('prev');
      expect(Object.keys(links(await client.get(`${list}?page=${last}&limit=10`)))).not.toContain('next');
      expect(Object.keys(links(await client.get(`${list}?offset=0&limit=10`)))).not.toContain('prev');
      expect(Object.keys(links(await client.get(`${list}?offset=${(last - 1) * 10}&limit=10`)))).not.toContain('next');
    });

    test('of a cursor page names first and next, and no count is needed for more', async () => {
      const answer = await client.get(`${list}?limit=10&cursor=`);
      const cursor = encodeURIComponent(listOf(answer).pagination['nextCursor'] as string);
      expect(links(answer)).toEqual({ first: path('limit=10&cursor='), next: path(`limit=10&cursor=${cursor}`) });
    });

    test('next leads from the page without a style as long as its pages say that there is more', async () => {
      const seen: unknown[] = [];
      let target: string | undefined = client.path(`${list}?limit=7`);
      let hasMore: unknown = true;
      while (hasMore) {
        const answer = await portico.get(target!.slice(portico.basePath.length), { headers: scheme.headers });
        const { data, pagination } = listOf(answer);
        seen.push(...data.map(({ id }) => id));
        target = links(answer)['next'];
        hasMore = pagination['hasMore'];
        expect(typeof hasMore).toBe('boolean');
        expect(target !== undefined).toBe(hasMore);
      }
      expect(seen).toEqual(await idsOf(client, list));
    });
  });

  test('Link keeps the other parameters of the request', async () => {
    const { next } = links(await client.get('/orders?limit=5&page=1&expand=items,user'));
    const answer = await portico.get(next!.slice(portico.basePath.length), { headers: scheme.headers });
    const { data, pagination } = listOf(answer);
    expect(pagination).toMatchObject({ page: 2, limit: 5 });
    expect(Object.keys(data[0]!).sort()).toEqual(['id', 'items', 'status', 'user']);
  });
});

/** Whether two targets have the same path and the same parameters, in any order. */
function sameTarget(one: string, other: string): boolean {
  const parts = (target: string) => {
    const [path, query = ''] = target.split('?');
    return JSON.stringify([path, query.split('&').sort()]);
  };
  return parts(one) === parts(other);
}
