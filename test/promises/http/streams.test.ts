// Whole lists: as CSV and JSON Lines, with the same rows as the pages of JSON.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { V1, V2 } from '../../cases/schemes.ts';
import { anInteger, expectError, listOf } from '../support/expectations.ts';
import type { Client } from '../support/Client.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());
const JSONL = 'application/jsonl';
const asRows = (accept: string, more = {}) => ({ headers: { accept, ...more } });

/** The items of all pages of JSON. */
async function pagesOf(client: Client, path: string): Promise<unknown[]> {
  const items: unknown[] = [];
  for (let cursor: unknown = ''; cursor !== null;) {
    const { data, pagination } = listOf(await client.get(`${path}limit=100&cursor=${String(cursor)}`));
    items.push(...data);
    cursor = pagination['nextCursor'];
  }
  return items;
}
const linesOf = (body: string) => body.split('\n').slice(0, -1);

describe.each([V1, V2])('under $name', (scheme) => {
  const client = portico.in(scheme);

  test('GET /products is all products as CSV and as JSON Lines', async () => {
    const products = (await pagesOf(client, '/products?')) as { id: number; name: string }[];
    const csv = await client.get('/products', asRows('text/csv'));
    expect([csv.status, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    expect(csv.body).toBe(['id,name', ...products.map(({ id, name }) => `${id},${quote(name)}`), ''].join('\r\n'));
    for (const absent of ['etag', 'link', 'content-length']) expect(csv.headers).not.toHaveProperty(absent);
    expect(csv.headers['cache-control']).toBe('private, no-store');
    const jsonl = await client.get('/products', asRows(JSONL));
    expect(linesOf(jsonl.body).map((line) => JSON.parse(line) as unknown)).toEqual(products);
  });

  test('GET /orders is all orders as JSON Lines, with what is expanded', async () => {
    const query = '/orders?sort=-id&expand=items,user&';
    const lines = linesOf((await client.get(query.slice(0, -1), asRows(JSONL))).body);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(await pagesOf(client, query));
    expectError(await client.get('/orders', asRows('text/csv')), 406, 'application/jsonl');
  });

  test('limit and cursor choose the rows', async () => {
    const { data, pagination } = listOf(await client.get('/products?limit=3&cursor='));
    const first = await client.get('/products?limit=3', asRows(JSONL));
    expect(linesOf(first.body).map((line) => JSON.parse(line) as unknown)).toEqual(data);
    const cursor = String(pagination['nextCursor']);
    const next = await client.get(`/products?limit=2&cursor=${cursor}`, asRows('text/csv'));
    expect(linesOf(next.body)).toEqual(['id,name\r', expect.any(String), expect.any(String)]);
    expectError(await client.get('/products?limit=1000001', asRows(JSONL)), 400, 'between 1 and 1000000');
    expectError(await client.get('/products?limit=101'), 400, 'between 1 and 100');
    expectError(await client.get('/products?offset=1', asRows(JSONL)), 400, 'offset', 'cursor');
    expectError(await client.get('/products?cursor=nonsense', asRows(JSONL)), 400, 'cursor');
  });

  test('JSON stays a page, also beside another type that is worse', async () => {
    const page = await client.get('/products', asRows('application/json, text/csv;q=0.9'));
    expect([page.status, page.headers['content-type']]).toEqual([200, 'application/json']);
    expect(listOf(page).pagination).toMatchObject({ limit: 20, total: anInteger });
  });

  test('the response is compressed as it comes, and HEAD has none', async () => {
    const plain = await client.get('/products', asRows('text/csv'));
    for (const [coding, decode] of Object.entries({ gzip: gunzipSync, br: brotliDecompressSync })) {
      const { headers, bytes } = await client.get('/products', asRows('text/csv', { 'accept-encoding': coding }));
      expect([headers['content-encoding'], headers['vary']]).toEqual([
        coding,
        expect.stringContaining('Accept-Encoding'),
      ]);
      expect(decode(bytes).toString()).toBe(plain.body);
    }
    const head = await client.request('HEAD', '/products', asRows('text/csv'));
    expect([head.status, head.body, head.headers['content-type']]).toEqual([200, '', plain.headers['content-type']]);
  });

  test('without credentials it is 401, and with others than are needed 403', async () => {
    expectError(await client.get('/products', { scope: null, ...asRows('text/csv') }), 401);
    expectError(await client.get('/orders', { scope: 'products:read', ...asRows(JSONL) }), 403);
  });
});
