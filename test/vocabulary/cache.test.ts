import { buildSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { ask } from './support/ask.ts';
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

const nested = /* GraphQL */ `
  enum CacheControlScope {
    PUBLIC
    PRIVATE
  }
  directive @cacheControl(
    maxAge: Int
    scope: CacheControlScope
    inheritMaxAge: Boolean
  ) on FIELD_DEFINITION | OBJECT | INTERFACE | UNION
  type Query {
    text: String
    aged: String @cacheControl(maxAge: 30)
    book: Book @cacheControl(maxAge: 60)
    plain: Book
    shelf: Shelf
    mine: Book @cacheControl(maxAge: 60, scope: PRIVATE)
    root: Book @cacheControl(inheritMaxAge: true)
    rootShelf: Shelf @cacheControl(inheritMaxAge: true)
    thing: Thing @cacheControl(maxAge: 90)
    named: Named @cacheControl(maxAge: 90)
  }
  interface Named {
    name: String
  }
  type Book implements Named {
    name: String
    short: String @cacheControl(maxAge: 10)
    secret: String @cacheControl(scope: PRIVATE)
    shelf: Shelf
    other: Book
    inherited: Book @cacheControl(inheritMaxAge: true)
    listed: [Book!] @cacheControl(inheritMaxAge: true)
    part: Part
    fresh: Shelf @cacheControl(maxAge: 0)
  }
  type Shelf implements Named @cacheControl(maxAge: 240) {
    name: String @cacheControl(maxAge: 20)
    size: Int
  }
  type Part {
    id: ID
  }
  extend type Part @cacheControl(inheritMaxAge: true)
  union Thing = Book | Shelf
`;

test.each<[selection: string, maxAge: number, scope?: string]>([
  ['type: __typename aged', 30],
  ['plain { name }', 0],
  ['book { name }', 60],
  ['book { name short }', 10],
  ['shelf { size }', 240],
  ['book { shelf { size } }', 60],
  ['book { other { name } }', 0],
  ['book { inherited { name } listed { name } part { id } }', 60],
  ['book { fresh { size } }', 0],
  ['book { name secret }', 60, 'private'],
  ['mine { name }', 60, 'private'],
  ['book { name } text', 0],
  ['root { name }', 0],
  ['rootShelf { size }', 240],
  ['thing { ... on Shelf { size } ... on Book { name } }', 90],
  ['thing { ...F ... on Book { name } }', 20],
  ['named { name }', 20],
])('hints of what is selected hold: %s', async (selection, maxAge, scope = 'public') => {
  const fragment = selection.includes('...F') ? ' fragment F on Shelf { name }' : '';
  const document = `query get @endpoint(method: GET, path: "/a", auth: NONE, unwrap: false) { ${selection} }${fragment}`;
  const shelf = { __typename: 'Shelf' };
  const root = { book: {}, plain: {}, shelf, mine: {}, root: {}, rootShelf: shelf, thing: shelf, named: shelf };
  const { status, headers } = await ask(nested, { ...hints, 'v1/a.graphql': document }, 'GET /v1/a', { root });
  const expected = maxAge === 0 ? 'private, no-store' : `${scope}, max-age=${maxAge}`;
  expect([status, headers.get('cache-control')]).toEqual([200, expected]);
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
