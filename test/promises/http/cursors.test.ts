// A cursor is opaque, section 4.2 of the interface: good in every version, bound to its list, and refused when damaged.
import { afterAll, describe, expect, test } from 'vitest';
import { LISTS } from '../../cases/listParameters.ts';
import { SCHEMES, V1, V2 } from '../../cases/schemes.ts';
import type { Client } from '../support/Client.ts';
import { anInteger, expectError, listOf, someText } from '../support/expectations.ts';
import { totalOf } from '../support/idsOf.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

describe.each([V1, V2])('under $name', (scheme) => {
  const client = portico.in(scheme);

  describe.each(LISTS)('GET %s', (list) => {
    test('refuses every damaged cursor with 400', async () => {
      const cursor = listOf(await client.get(`${list}?limit=2`)).pagination['nextCursor'] as string;
      const damaged = new Set([cursor.slice(1), `${cursor}A`, `A${cursor}`, `${cursor}${cursor}`, `${cursor}=`]);
      for (let at = 0; at < cursor.length; at++) {
        damaged.add(cursor.slice(0, at) + cursor.slice(at + 1));
        for (const other of 'Aaz09-_.%') damaged.add(cursor.slice(0, at) + other + cursor.slice(at + 1));
      }
      damaged.delete(cursor);
      damaged.delete('');
      const answers = await Promise.all(
        [...damaged].map(async (text) => ({
          text,
          answer: await client.get(`${list}?cursor=${encodeURIComponent(text)}`),
        })),
      );
      expect(answers.filter(({ answer }) => answer.status !== 400).map(({ text }) => text)).toEqual([]);
      for (const { answer } of answers) expectError(answer, 400, 'cursor');
    });

    test.each(LISTS.filter((other) => other !== list))('refuses a cursor of %s with 400', async (other) => {
      const { nextCursor } = listOf(await client.get(`${other}?cursor=&limit=2`)).pagination;
      expectError(await client.get(`${list}?cursor=${nextCursor}`), 400, 'cursor');
    });
  });
});

describe('a cursor', () => {
  test.each(LISTS)('of %s is good in every version and in every way to ask for it', async (list) => {
    const { nextCursor } = listOf(await portico.in(V1).get(`${list}?cursor=&limit=5`)).pagination;
    const expected = listOf(await portico.in(V2).get(`${list}?offset=5&limit=5`)).data.map(({ id }) => id);
    for (const scheme of SCHEMES) {
      const { data } = listOf(await portico.in(scheme).get(`${list}?cursor=${nextCursor}&limit=5`));
      expect(data.map(({ id }) => id)).toEqual(expected);
    }
  });

  test('goes on with another limit', async () => {
    const { nextCursor } = listOf(await portico.get('/products?cursor=&limit=5')).pagination;
    const { data } = listOf(await portico.get(`/products?cursor=${nextCursor}&limit=2`));
    expect(data).toEqual(listOf(await portico.get('/products?offset=5&limit=2')).data);
  });

  test('goes on with another expand', async () => {
    const { nextCursor } = listOf(await portico.get('/orders?cursor=&limit=5')).pagination;
    const { data } = listOf(await portico.get(`/orders?cursor=${nextCursor}&limit=1&expand=items`));
    expect(data).toEqual([{ id: anInteger, status: someText, items: expect.any(Array) }]);
  });

  test('is an opaque text that needs no encoding in a query', async () => {
    const { nextCursor } = listOf(await portico.get('/products?cursor=')).pagination;
    expect(nextCursor).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  test('goes on behind a row that was deleted', async () => {
    const v1 = portico.in(V1);
    const created: unknown[] = [];
    for (const name of ['One', 'Two', 'Three']) {
      created.push((await v1.post('/users', { name })).json);
    }
    const total = await totalOf(v1, '/users');
    // The second of the three new users ends the page, and then goes.
    const before = listOf(await v1.get(`/users?limit=1&offset=${total - 3}`));
    expect(before.data).toEqual([created[0]]);
    const cursor = await cursorBehind(v1, '/users', (created[1] as { id: number }).id);
    await v1.request('DELETE', `/users/${(created[1] as { id: number }).id}`);
    expect(listOf(await v1.get(`/users?cursor=${cursor}`)).data).toEqual([created[2]]);
  });
});

/** The cursor behind the item with this id. */
async function cursorBehind(client: Client, list: string, id: number): Promise<string> {
  let cursor = '';
  for (;;) {
    const { data, pagination } = listOf(await client.get(`${list}?limit=100&cursor=${cursor}`));
    const at = data.findIndex((item) => item['id'] === id);
    if (at === 99) return pagination['nextCursor'] as string;
    if (at >= 0) {
      const exact = listOf(await client.get(`${list}?limit=${at + 1}&cursor=${cursor}`));
      return exact.pagination['nextCursor'] as string;
    }
    cursor = pagination['nextCursor'] as string;
  }
}
