// The same under every way to select a version: the other files of this folder test what the paths /v1 and /v2 do.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCHEMES, V1, V2, type Scheme, userInput } from '../../cases/schemes.ts';
import type { Client, RequestOptions } from '../support/Client.ts';
import { idOf, listOf } from '../support/expectations.ts';
import type { HttpResponse } from '../support/sendRequest.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

/** A method and a path with placeholders, and the rest of the request, in which a version may have its own body. */
type Case = [request: string, options?: Omit<RequestOptions, 'body'> & { body?: (version: 1 | 2) => unknown }];

const ada = (version: 1 | 2) => userInput(version, 'Ada', 'Lovelace');

const CASES: readonly Case[] = [
  ['GET /users?limit=2&offset=0'],
  ['GET /users?limit=2&offset=1'],
  ['GET /users?limit=2&page=2'],
  ['GET /users?limit=2&cursor='],
  ['GET /users/?limit=2&page=1'],
  ['GET /users?limit=0'],
  ['GET /users?limit=101'],
  ['GET /users?page=1&offset=0'],
  ['GET /users?cursor=damaged'],
  ['GET /users?limitt=1'],
  ['GET /users/{user}'],
  ['GET /users/{user}/'],
  ['GET /users/{user}', { headers: { 'if-none-match': '*' } }],
  ['GET /users/{user}', { scope: null }],
  ['GET /users/{user}', { scope: 'orders:read' }],
  ['GET /users/9007199254740991'],
  ['GET /users/9007199254740992'],
  ['GET /users/01'],
  ['GET /users/ada'],
  ['GET /orders?limit=2&page=1'],
  ['GET /orders?limit=1&cursor='],
  ['GET /orders?limit=2&expand=user,items'],
  ['GET /orders/{order}'],
  ['GET /orders/{order}?expand=items,user'],
  ['GET /orders/{order}?expand=items,user', { scope: 'orders:read' }],
  ['GET /orders/{order}?expand=anything'],
  ['GET /products?limit=3'],
  ['GET /products?limit=3&page=2'],
  ['GET /products?limit=3&cursor='],
  ['GET /products/{product}'],
  ['GET /products/lamp'],
  ['GET /forecast?city=London'],
  ['GET /forecast?city=Atlantis'],
  ['GET /forecast?city='],
  ['GET /forecast'],
  ['GET /forecast?city=London&city=Paris'],
  ['GET /anything'],
  ['HEAD /users?limit=2&page=1'],
  ['HEAD /users/{user}'],
  ['HEAD /forecast?city=London'],
  ['HEAD /users/9007199254740991'],
  ['OPTIONS /users'],
  ['OPTIONS /orders/{order}'],
  ['DELETE /users'],
  ['PUT /orders/{order}', { body: () => ({}) }],
  ['POST /users', { body: ada }],
  ['POST /users', { body: ada, scope: 'users:read' }],
  ['POST /users', { body: () => ({}) }],
  ['POST /users', { body: (version) => ({ ...ada(version), nickname: 'Ada' }) }],
  ['POST /users', { body: () => '{"name":', headers: { 'content-type': 'application/json' } }],
  ['POST /users', { body: () => 'name=Ada', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['PUT /users/{user}', { body: ada }],
  ['PUT /users/{user}', { body: ada, headers: { 'if-match': '*' } }],
  ['PUT /users/{user}', { body: ada, headers: { 'if-match': '"another"' } }],
  ['PUT /users/9007199254740991', { body: ada }],
  ['PATCH /users/{user}', { body: ada }],
  ['PATCH /users/{user}', { body: () => ({ email: 'nobody' }) }],
  ['DELETE /users/{user}'],
  ['DELETE /users/{customer}'],
  ['POST /orders', { body: () => ({ items: [{ productId: product, quantity: 1 }] }) }],
  ['POST /orders', { body: () => ({ items: [{ productId: Number.MAX_SAFE_INTEGER, quantity: 1 }] }) }],
  ['POST /orders', { body: () => ({ items: [] }) }],
];

let product: number;
let customer: number;
let order: number;

beforeAll(async () => {
  product = listOf(await portico.get('/products?limit=1')).data[0]!['id'] as number;
  customer = idOf(await portico.in(V1).post('/users', ada(1)));
  order = idOf(await portico.post('/orders', { items: [{ productId: product, quantity: 1 }], userId: customer }));
});

/** Sends the request of a case, for a user of its own where it has one: what it does to a user must not be missed in the next. */
async function send([request, { body, ...options } = {}]: Case, scheme: Scheme) {
  const client = portico.in(scheme);
  const user = request.includes('{user}') ? idOf(await portico.in(V1).post('/users', ada(1))) : customer;
  const [method, template] = request.split(' ') as [string, string];
  const ids: Record<string, number> = { user, customer, order, product };
  const path = template.replace(/\{(\w+)\}/, (_, name: string) => String(ids[name]));
  const response = await client.request(method, path, { ...options, body: body?.(scheme.version) });
  return comparable(response, client, scheme, user);
}

/** What must be the same: all but the media type and what names the scheme, the request, or the user of the case. */
function comparable({ status, headers, body }: HttpResponse, client: Client, scheme: Scheme, user: number) {
  const { date: _date, 'x-request-id': _id, 'content-length': _length, etag, ...compared } = headers;
  const created = /\/(\d+)$/.exec(headers.location ?? '')?.[1] ?? String(user);
  const withoutIds = (text: string) =>
    text.replaceAll(new RegExp(`\\b(?:${created}|${user})\\b`, 'g'), 'ID').replaceAll(client.path('/'), '/');
  const texts = Object.entries(compared).map(([name, value]) => [name, withoutIds(String(value))]);
  const type = headers['content-type']?.replace(scheme.contentType, 'application/json');
  return {
    status,
    headers: { ...Object.fromEntries(texts), 'content-type': type, etag: etag !== undefined },
    body: withoutIds(body),
  };
}

describe.each(SCHEMES.filter((scheme) => scheme.prefix === ''))('under $name', (scheme) => {
  const byPath = scheme.version === 1 ? V1 : V2;
  test.each(CASES.map((entry, index) => [entry[0], index, entry] as const))('%s (%i)', async (_, _index, entry) => {
    expect(await send(entry, scheme)).toEqual(await send(entry, byPath));
  });
});
