import { buildSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { testFaults } from './support/faults.ts';
import { serveSchema } from './support/serveSchema.ts';

const schema = buildSchema(/* GraphQL */ `
  directive @cacheControl(maxAge: Int, scope: Scope) on FIELD_DEFINITION
  enum Scope {
    PUBLIC
    PRIVATE
  }
  type Query {
    aged: String @cacheControl(maxAge: 30)
    mine: String @cacheControl(maxAge: 30, scope: PRIVATE)
    key: ID @cacheControl(maxAge: 5)
    byKey(key: ID): String @cacheControl(maxAge: 30)
    text: String
  }
`);
for (const field of Object.values(schema.getQueryType()!.getFields())) field.resolve = () => 'a';
const get = (field: string, more: string, path = field) =>
  `query ${path} @endpoint(method: GET, path: "/${path}"${more}) { ${field} }`;
const hints = { 'conventions.json': '{ "cache": "hints" }' };

describe('Cache-Control', () => {
  const ready = serveSchema(schema, {
    'v1/a.graphql': get('text', ', maxAge: 60, cache: PUBLIC, auth: NONE', 'public'),
    'v1/b.graphql': get('text', ', maxAge: 60', 'private'),
    'v1/c.graphql': get('text', '', 'none'),
  });
  afterAll(async () => (await ready).close());
  test.each([
    ['public', 'public, max-age=60'],
    ['private', 'private, max-age=60'],
    ['none', 'private, no-store'],
  ])('of %s is %s', async (path, value) => {
    const { headers } = await (await ready).send(`GET /v1/${path}`);
    expect(headers.get('cache-control')).toBe(value);
    const again = await (
      await ready
    ).send(`GET /v1/${path}`, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect([again.status, again.headers.get('cache-control')]).toEqual([path === 'none' ? 200 : 304, value]);
  });

  test.each([
    ['public', 'private, max-age=60', 'Accept, Authorization'],
    ['private', 'private, max-age=60', 'Accept, Authorization'],
    ['none', 'private, no-store', 'Accept'],
  ])('of %s is %s where the host may have read the credentials', async (path, value, vary) => {
    const { headers } = await (await ready).send(`GET /v1/${path}`, { headers: { authorization: 'Bearer t' } });
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual([value, vary]);
  });
});

test.each<[what: string, document: string, cacheControl: string]>([
  ['a maxAge', get('aged', ''), 'private, max-age=30'],
  ['public where no caller is needed', get('aged', ', auth: NONE'), 'public, max-age=30'],
  ['private where the schema is', get('mine', ', auth: NONE'), 'private, max-age=30'],
  ['private where the document is', get('aged', ', auth: NONE, cache: PRIVATE'), 'private, max-age=30'],
  ['public where the document is', get('aged', ', auth: NONE, cache: PUBLIC'), 'public, max-age=30'],
  ['nothing without a maxAge', get('text', ', auth: NONE'), 'private, no-store'],
  ['no more than the document', get('aged', ', maxAge: 10, auth: NONE'), 'private, max-age=10'],
  ['nothing under POST', get('aged', '').replace('GET', 'POST'), 'private, no-store'],
  [
    'the least with a lookup',
    `query l { key @export(as: "k") } query get($k: ID!) @endpoint(method: GET, path: "/a") { byKey(key: $k) }`,
    'private, max-age=5',
  ],
])('hints give %s', async (_, document, cacheControl) => {
  const [, method, path] = /method: (\w+), path: "(.*?)"/.exec(document)!;
  const served = await serveSchema(schema, { ...hints, 'v1/a.graphql': document });
  const { status, headers } = await served.send(`${method} /v1${path}`);
  served.close();
  expect([status, headers.get('cache-control')]).toEqual([200, cacheControl]);
});

describe('a cache is refused', () => {
  const needs = 'cache: PUBLIC needs maxAge and auth: NONE. | Add them, or remove cache.';
  testFaults(schema, [
    ['without a maxAge', get('aged', ', auth: NONE, cache: ▶PUBLIC'), needs],
    ['with a caller', get('aged', ', maxAge: 5, auth: OPTIONAL, cache: ▶PUBLIC'), needs],
    ['with a caller by default', get('aged', ', maxAge: 5, cache: ▶PUBLIC'), needs],
    [
      'that is wider than the hints',
      { ...hints, 'v1/a.graphql': get('mine', ', auth: NONE, cache: ▶PUBLIC') },
      'cache: PUBLIC, but @cacheControl in the schema is PRIVATE. | Remove cache.',
    ],
    [
      'that is longer than the hints',
      { ...hints, 'v1/a.graphql': get('aged', ', maxAge: ▶31') },
      'maxAge 31 is more than the 30 of @cacheControl in the schema. | Remove it, or change @cacheControl.',
    ],
  ]);
});
