// How every list is paged, sections 4.2 and 8 of the interface: the parameter chooses the style. All pages in each style: lists.test.ts.
import { afterAll, describe, expect, test } from 'vitest';
import { LISTS, REFUSED_QUERIES } from '../../cases/listParameters.ts';
import { V1, V2 } from '../../cases/schemes.ts';
import { expectResponse, expectError, listOf, someText } from '../support/expectations.ts';
import { idsOf, totalOf } from '../support/idsOf.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const items = (count: number) => expect.toSatisfy((data: unknown[]) => Array.isArray(data) && data.length === count);

describe.each([V1, V2])('under $name', (scheme) => {
  const client = portico.in(scheme);
  const { contentType } = scheme;

  describe.each(LISTS)('GET %s', (list) => {
    test('with none of the parameters shows the offset page, and a cursor to go on with', async () => {
      const total = await totalOf(client, list);
      const pagination = { limit: 20, offset: 0, total, nextCursor: someText, hasMore: true };
      expectResponse(await client.get(list), 200, contentType, { data: items(20), pagination });
    });

    test('with only a limit shows the same, of that size', async () => {
      const total = await totalOf(client, list);
      const pagination = { limit: 7, offset: 0, total, nextCursor: someText, hasMore: true };
      expectResponse(await client.get(`${list}?limit=7`), 200, contentType, { data: items(7), pagination });
    });

    test('with an offset shows limit, offset and total', async () => {
      const total = await totalOf(client, list);
      const pagination = { limit: 20, offset: 5, total };
      expectResponse(await client.get(`${list}?offset=5`), 200, contentType, { data: items(20), pagination });
      const small = { data: items(3), pagination: { limit: 3, offset: 5, total } };
      expectResponse(await client.get(`${list}?limit=3&offset=5`), 200, contentType, small);
    });

    test('with a page shows page, limit, total and totalPages', async () => {
      const total = await totalOf(client, list);
      const pagination = { page: 2, limit: 20, total, totalPages: Math.ceil(total / 20) };
      expectResponse(await client.get(`${list}?page=2`), 200, contentType, { data: items(20), pagination });
      const small = { data: items(7), pagination: { page: 2, limit: 7, total, totalPages: Math.ceil(total / 7) } };
      expectResponse(await client.get(`${list}?page=2&limit=7`), 200, contentType, small);
    });

    test('with an empty cursor shows the first page, nextCursor and hasMore, and no count', async () => {
      const pagination = { nextCursor: someText, hasMore: true };
      expectResponse(await client.get(`${list}?cursor=`), 200, contentType, { data: items(20), pagination });
      expectResponse(await client.get(`${list}?limit=7&cursor=`), 200, contentType, { data: items(7), pagination });
    });

    test('is in the order of the ids', async () => {
      const ids = await idsOf(client, list);
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toHaveLength(await totalOf(client, list));
    });

    test('walked by cursor shows every item once, and ends with nextCursor null', async () => {
      const seen: unknown[] = [];
      let cursor = '';
      for (;;) {
        const { data, pagination } = listOf(await client.get(`${list}?limit=33&cursor=${encodeURIComponent(cursor)}`));
        seen.push(...data.map(({ id }) => id));
        expect(pagination).toEqual({
          nextCursor: pagination['hasMore'] ? someText : null,
          hasMore: expect.any(Boolean),
        });
        if (pagination['nextCursor'] === null) break;
        cursor = pagination['nextCursor'] as string;
      }
      expect(seen).toEqual(await idsOf(client, list));
    });

    test('takes a limit of 1 and of 100', async () => {
      expect(listOf(await client.get(`${list}?limit=1`)).data).toHaveLength(1);
      const { data, pagination } = listOf(await client.get(`${list}?limit=100`));
      expect(data).toHaveLength(Math.min(100, pagination['total'] as number));
    });

    test('behind the end is 200 and empty', async () => {
      const total = await totalOf(client, list);
      for (const offset of [total, 9007199254740991]) {
        const pagination = { limit: 20, offset, total };
        expectResponse(await client.get(`${list}?offset=${offset}`), 200, contentType, { data: [], pagination });
      }
      const page = Math.ceil(total / 20) + 1;
      const pagination = { page, limit: 20, total, totalPages: page - 1 };
      expectResponse(await client.get(`${list}?page=${page}`), 200, contentType, { data: [], pagination });
    });

    test('the highest page that can be written is empty or refused, never a failure', async () => {
      const answer = await client.get(`${list}?page=9007199254740991&limit=100`);
      if (answer.status === 200) expect(listOf(answer).data).toEqual([]);
      else expectError(answer, 400, 'page');
    });

    test.each(REFUSED_QUERIES)('refuses ?$query with 400', async ({ query, names }) => {
      expectError(await client.get(`${list}?${query}`), 400, ...names);
    });
  });
});
