// Deprecated parameters and fields: what the responses to requests that use them say, over a façade.
import { buildSchema, execute, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StubUpstream, stubUpstream } from '../../support/stubUpstream.ts';
import { validateOpenApi } from '../../vocabulary/describe/support/validateOpenApi.ts';
import { SDL, files } from './support/deprecatedParts.ts';
import { type OpenFacade, openFacade } from './support/openFacade.ts';

type Schema = Record<string, unknown>;

const schema = buildSchema(SDL);
const item = { id: '1', name: 'One', price: 2, maker: { name: 'Ann', email: 'a@x' }, old: null };
const rootValue = {
  items: [item],
  pages: { nodes: [item], pageInfo: { hasNextPage: false } },
  item: ({ id }: { id?: string }) => (id === '404' ? null : item),
  addItem: item,
};

let upstream: StubUpstream;
let facade: OpenFacade;
beforeAll(async () => {
  upstream = await stubUpstream();
  upstream.answer = ({ body: { query, variables } }) => ({
    body: execute({ schema, document: parse(query), rootValue, variableValues: variables ?? {} }),
  });
  facade = await openFacade({ upstream, sdl: SDL, files, name: 'items' });
});
afterAll(async () => {
  await facade.close();
  await upstream.close();
});

const link = (relation: string) => `</docs/changes>; rel="${relation}"; type="text/html"`;
const seconds = (date: string) => `@${Date.parse(date) / 1000}`;
/** What a response says: the deprecation, the sunset, and its links. */
const said = (headers: Headers) => [headers.get('deprecation'), headers.get('sunset'), headers.get('link')];

const SORT = [
  seconds('2026-05-01'),
  'Sun, 31 Jan 2027 00:00:00 GMT',
  `${link('deprecation')}, ${link('sunset')}`,
] as const;
const NOTHING = [null, null, null] as const;

describe('a request', () => {
  test.each<[line: string, said: readonly (string | null)[], init?: RequestInit]>([
    ['GET /v1/items', NOTHING],
    ['GET /v1/items?order=name', NOTHING],
    ['GET /v1/items?sort=name', SORT],
    ['HEAD /v1/items?sort=name', SORT],
    ['GET /v1/items?fields=name', NOTHING],
    ['GET /v1/items?fields=name,price', [null, 'Mon, 01 Mar 2027 00:00:00 GMT', SORT[2]]],
    ['GET /v1/items?fields=old.name', [null, null, link('deprecation')]],
    ['GET /v1/items?fields=contact.email', [seconds('2026-06-01'), null, link('deprecation')]],
    ['GET /v1/items?expand=maker', [seconds('2026-07-01'), null, link('deprecation')]],
    // Of all that is used, the earliest dates.
    ['GET /v1/items?sort=name&fields=price&expand=maker', SORT],
    // Behind the links of the page.
    ['GET /v1/pages?fields=id', [null, null, '</v1/pages?fields=id&cursor=&limit=20>; rel="first"']],
    [
      'GET /v1/pages',
      [null, null, `</v1/pages?cursor=&limit=20>; rel="first", ${link('deprecation')}`],
      { headers: { 'x-lang': 'en' } },
    ],
    [
      'GET /v1/pages?fields=price',
      [
        null,
        'Mon, 01 Mar 2027 00:00:00 GMT',
        `</v1/pages?fields=price&cursor=&limit=20>; rel="first", ${link('deprecation')}, ${link('sunset')}`,
      ],
    ],
    // No request can avoid a path parameter, and none chooses what is always answered.
    ['GET /v1/items/one', [null, null, link('deprecation')]],
    ['GET /v1/plain/1', NOTHING],
    ['GET /v1/plain/404', NOTHING],
    ['PUT /v1/items/1', NOTHING, { body: '{"parts": [{"size": 1}], "meta": {}}' }],
    ['PUT /v1/items/1', [null, null, link('deprecation')], { body: '{"parts": [{"size": 1}, {"weight": 1}]}' }],
    ['PUT /v1/items/1', [seconds('2026-08-01'), null, link('deprecation')], { body: '{"meta": {"sku": null}}' }],
    // Beside those of the endpoint.
    [
      'POST /v1/items',
      [seconds('2026-10-01'), 'Tue, 01 Dec 2026 00:00:00 GMT', SORT[2]],
      { body: '{"name": "a", "parts": null}' },
    ],
    ['POST /v1/items', [seconds('2026-08-01'), 'Tue, 01 Dec 2026 00:00:00 GMT', SORT[2]], { body: '{"sku": "a"}' }],
    [
      'POST /v1/items',
      [seconds('2026-08-01'), 'Tue, 01 Dec 2026 00:00:00 GMT', SORT[2]],
      { body: '{"of": {"parts": []}, "sku": null}' },
    ],
    // What has ended was deprecated before.
    ['POST /v1/items?note=a', [seconds('2026-09-01'), 'Tue, 01 Sep 2026 00:00:00 GMT', SORT[2]], { body: '{}' }],
  ])('%s says %j', async (line, expected, init = {}) => {
    const [method = '', target = ''] = line.split(' ');
    const headers = { ...(init.body != null && { 'content-type': 'application/json' }), ...init.headers };
    const response = await facade.send(target, { method, ...init, headers });
    expect([response.status < 300, said(response.headers)]).toEqual([!target.endsWith('404'), expected]);
  });

  test('has the response that it had before, and the headers in a 304, but not in a refusal', async () => {
    const used = await facade.send('/v1/items?sort=a&fields=price');
    expect([used.status, used.body]).toEqual([200, [{ id: '1', price: 2 }]]);
    const page = await facade.send('/v1/pages?fields=price');
    const headers = { 'if-none-match': page.headers.get('etag')! };
    const cached = await facade.send('/v1/pages?fields=price', { headers });
    expect([cached.status, said(cached.headers)]).toEqual([304, said(page.headers)]);
    const refused = await facade.send('/v1/items?sort=a&nothing=b');
    expect([refused.status, said(refused.headers)]).toEqual([400, NOTHING]);
  });
});

test.each([
  ['/v1/items?sort=name&fields=price&expand=maker', ['parameter sort', 'field price', 'field contact']],
  ['/v1/items?fields=name', undefined],
  ['/v1/plain/1', undefined],
])('the log says what %s uses', async (target, deprecated) => {
  const { headers } = await facade.send(target, { headers: { 'x-client-name': 'shop' } });
  const requestId = headers.get('x-request-id');
  const find = () => facade.logged.find((line) => line['msg'] === 'request' && line['requestId'] === requestId);
  await expect.poll(find).toBeDefined();
  const { client, deprecated: logged } = find()!;
  expect([client, logged]).toEqual(['shop', deprecated]);
});

function partOf(document: Schema, ...path: readonly string[]): Schema {
  return path.reduce((part, step) => part[step] as Schema, document);
}

test('OpenAPI marks them with their reasons, and has the headers', async () => {
  const document = (await facade.send('/v1/openapi.json')).body as Schema;
  expect(validateOpenApi(document)).toEqual([]);
  const list = partOf(document, 'paths', '/items', 'get');
  expect((list['parameters'] as object[])[0]).toEqual({
    name: 'sort',
    in: 'query',
    required: false,
    description: 'Deprecated: Use order. Since 2026-05-01, until 2027-01-31.',
    deprecated: true,
    schema: { type: 'string', examples: ['Sort 1'] },
  });
  expect(partOf(list, 'responses', '200', 'headers')).toMatchObject({
    Link: { $ref: '#/components/headers/UsedLink' },
    Deprecation: { $ref: '#/components/headers/UsedDeprecation' },
    Sunset: { $ref: '#/components/headers/UsedSunset' },
  });
  const plain = partOf(document, 'paths', '/plain/{id}', 'get', 'responses', '200', 'headers');
  expect(Object.keys(plain).filter((name) => ['Link', 'Deprecation', 'Sunset'].includes(name))).toEqual([]);
  expect(partOf(document, 'components', 'schemas', 'ItemInput', 'properties', 'sku')).toMatchObject({
    deprecated: true,
    description: 'Deprecated: Since 2026-08-01.',
  });
  expect(JSON.stringify(document)).toContain('Deprecated: Use cost. Removal on 2027-03-01 UTC.');
});

test('the page of changes lists them', async () => {
  const response = await fetch(`${facade.url}/docs/changes`);
  expect(await response.text()).toContain('Removal on 2027-03-01 UTC');
});

test('the page is below the base path, and so are the links to it', async () => {
  const below = await openFacade({ upstream, sdl: SDL, files, name: 'items', env: { BASE_PATH: '/api' } });
  const { status, headers } = await below.send('/v1/items?sort=name');
  const page = await fetch(`${below.url}/docs/changes`);
  await below.close();
  const [, , links] = SORT;
  expect([status, headers.get('link'), page.status]).toEqual([200, links.replaceAll('</docs', '</api/docs'), 200]);
});
