// The headers of a success, and what a result that is missing is called.
import { buildSchema } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { serveSchema } from './support/serveSchema.ts';

const schema = buildSchema(/* GraphQL */ `
  scalar Any
  type Query {
    book(key: Int, genre: Genre, text: String, ids: [ID!], flag: Boolean, secret: String): Book
    flag: Boolean
    books: [[Book]]
    shelf: Shelf
    rows(first: Int, offset: Int, a: String, b: String): Rows
  }
  type Mutation {
    make(note: String): Book
  }
  enum Genre {
    FACT
  }
  type Book {
    id: Any!
    name: String
    version: String
    genre: Genre
    rank: Any
  }
  type Shelf {
    books: [Book]
    owner: Book
  }
  type Rows {
    nodes: [Book]
    totalCount: Int
  }
`);
let data: unknown = null;
for (const type of [schema.getQueryType()!, schema.getMutationType()!]) {
  for (const field of Object.values(type.getFields())) field.resolve = () => data;
}
const get = (name: string, path: string, selection: string, parameters = '', more = '') =>
  `query ${name}${parameters} @endpoint(method: GET, path: "${path}"${more}) { ${selection} }`;
const make = (name: string, more: string, selection: string) =>
  `mutation ${name} @endpoint(method: POST, path: "/${name}"${more}) { make { ${selection} } }`;
const rows = 'rows(a: $a, b: $b) @paginate(styles: [OFFSET]) { nodes { id } }';
const ready = serveSchema(
  schema,
  {
    'conventions.json': JSON.stringify({ enums: { '*': 'lowercase' }, scalars: { Any: { type: 'any' } } }),
    'v1/criteria.graphql': get(
      'criteria',
      '/criteria/{key}',
      'book(key: $key, genre: $genre, text: $text, ids: $ids, flag: $flag, secret: $secret) { id }',
      '($key: Int!, $genre: Genre, $text: String, $ids: [ID!], $flag: Boolean, $secret: String @param(in: HEADER, name: "X-Secret"))',
    ),
    'v1/flag.graphql': get('flag', '/flag', 'flag'),
    'v1/books.graphql': get('books', '/books', 'books { id }'),
    'v1/rows.graphql': get('rows', '/rows', 'rows @paginate(styles: [OFFSET]) { nodes { id } }'),
    'v1/name.graphql': get('name', '/name', 'book @unwrap { name }'),
    'v1/wrapped.graphql': get('wrapped', '/wrapped', 'book { id }', '', ', unwrap: false'),
    'v1/owner.graphql': get('owner', '/owner', 'shelf @unwrap { owner { id genre } }'),
    'v1/note.graphql':
      'mutation note($note: String) @endpoint(method: POST, path: "/note") { make(note: $note) { id } }',
    'v1/ranked.graphql': get('ranked', '/ranked', 'book { id rank @header(name: "X-Rank") }'),
    'v1/plain.graphql': get('plain', '/plain', 'book { id }'),
    'v1/kept.graphql': get('kept', '/kept', 'book { id }', '', ', maxAge: 60'),
    'v1/stale.graphql': get('stale', '/stale', 'book { id }', '', ', maxAge: 0'),
    'v1/open.graphql': get('open', '/open', 'book { id }', '', ', maxAge: 60, auth: NONE'),
    'v1/either.graphql': get('either', '/either', 'book { id }', '', ', maxAge: 60, auth: OPTIONAL'),
    'v1/optional.graphql': get('optional', '/optional', 'book { id }', '', ', auth: OPTIONAL'),
    'v1/varied.graphql': get(
      'varied',
      '/varied',
      'book(text: $text, key: $key, genre: $genre) { id }',
      '($text: String @param(in: HEADER, name: "X-Text"), $genre: Genre, $key: Int @param(in: HEADER, name: "number"))',
    ),
    'v1/gone.graphql': make('gone', ', status: 204', 'id version @header(name: "ETag")'),
    'v1/made.graphql': make('made', ', status: 201, location: "/made/{id}"', 'id'),
    'v1/suffix.graphql': get('suffix', '/list/{a}:archive', rows, '($a: String!, $b: String)'),
    'v1/both.graphql': get('both', '/compare/{a}...{b}.json', rows, '($a: String!, $b: String!)'),
    'v1/rest.graphql': get('rest', '/contents/{+a}', rows, '($a: String!, $b: String)'),
  },
  { authenticate: () => ({ subject: 'ada', scopes: [] }) },
);
afterAll(async () => (await ready).close());
async function send(line: string, value: unknown, options = {}) {
  data = value;
  return (await ready).send(line, options);
}
const BOOK = { id: 'é' };
const NO_STORE = 'private, no-store';

test('a success has its media type and the length of its body in bytes', async () => {
  const { status, headers, text } = await send('GET /v1/plain', BOOK);
  expect([status, text, headers.get('content-type'), headers.get('content-length')]).toEqual([
    200,
    '{"id":"é"}',
    'application/json',
    '11',
  ]);
  expect([headers.get('location'), headers.get('link'), headers.get('etag')]).toEqual([null, null, null]);
});

test.each<[string, string, string]>([
  ['plain', 'Accept', NO_STORE],
  ['kept', 'Accept, Authorization', 'private, max-age=60'],
  ['stale', 'Accept, Authorization', 'private, max-age=0'],
  ['open', 'Accept', 'private, max-age=60'],
  ['either', 'Accept, Authorization', 'private, max-age=60'],
  ['optional', 'Accept', NO_STORE],
  ['varied', 'Accept, X-Text, number', NO_STORE],
])('%s varies by %s, and is kept as %s', async (path, vary, control) => {
  const { status, headers } = await send(`GET /v1/${path}`, BOOK);
  expect([status, headers.get('vary'), headers.get('cache-control')]).toEqual([200, vary, control]);
  expect(headers.has('etag')).toBe(control !== NO_STORE);
});

test.each<[string | null, RegExp | null]>([
  ['v1', /^"v1\./],
  [null, null],
])('a 204 has no body, and an entity tag where the data has a version: %j', async (version, tag) => {
  const { status, headers, text } = await send('POST /v1/gone', { id: 1, version }, { body: {} });
  expect([status, text, headers.get('vary'), headers.get('cache-control')]).toEqual([204, '', 'Accept', NO_STORE]);
  if (tag) expect(headers.get('etag')).toMatch(tag);
  else expect(headers.has('etag')).toBe(false);
});

test.each<[unknown, string | null]>([
  [7, '/v1/made/7'],
  [0, '/v1/made/0'],
  [false, '/v1/made/false'],
  ['a/b', '/v1/made/a%2Fb'],
  ['', null],
])('the Location of what is made with the id %j is %j', async (id, location) => {
  const { status, headers } = await send('POST /v1/made', { id }, { body: {} });
  expect([status, headers.get('location')]).toEqual([201, location]);
});

test.each([
  ['list/a%2Fb:archive', '/v1/list/a%2Fb:archive'],
  ['list/%C3%A9%3F:archive', '/v1/list/%C3%A9%3F:archive'],
  ['compare/a%2Fb...c.json', '/v1/compare/a%2Fb...c.json'],
  ['contents/a%20b/%3F.md', '/v1/contents/a%20b/%3F.md'],
])('links of %s have the path of the request', async (target, path) => {
  const { headers } = await send(`GET /v1/${target}?offset=5`, { nodes: [], totalCount: 3 });
  expect(headers.get('link')).toContain(`<${path}?offset=0&limit=20>; rel="first"`);
});

test.each<[string, string, unknown, string]>([
  ['an object', 'GET /v1/plain', null, 'No Book was found.'],
  ['a scalar', 'GET /v1/flag', null, 'No Boolean was found.'],
  ['a list of lists', 'GET /v1/books', null, 'No Book was found.'],
  ['a page', 'GET /v1/rows', null, 'No Book was found.'],
  ['an unwrapped object', 'GET /v1/name', null, 'No Book was found.'],
  ['an object in a wrapper', 'GET /v1/wrapped', null, 'No Book was found.'],
  ['what is below null', 'GET /v1/owner', null, 'No Shelf was found.'],
  ['what is at the end of a path', 'GET /v1/owner', { owner: null }, 'No Book was found.'],
  [
    'what the path and the query look for, cut to 100 characters',
    `GET /v1/criteria/7?genre=fact&text=${'x'.repeat(101)}&ids=a&flag=true`,
    null,
    `No Book was found for key 7, genre fact, text ${'x'.repeat(99)}….`,
  ],
  [
    'whole characters of that',
    `GET /v1/criteria/7?text=${'x'.repeat(99)}%F0%9F%98%80`,
    null,
    `No Book was found for key 7, text ${'x'.repeat(99)}….`,
  ],
  ['nothing of the body', 'POST /v1/note', null, 'No Book was found.'],
])('404 names %s', async (_, line, value, error) => {
  const options = { headers: { 'x-secret': 's' }, ...(line.startsWith('POST') && { body: { note: 'n' } }) };
  const { status, json } = await send(line, value, options);
  expect([status, json]).toEqual([404, { error }]);
});

test.each<[string, unknown, unknown]>([
  ['flag', false, false],
  ['books', [], []],
  ['owner', { owner: { id: 1, genre: 'FACT' } }, { id: 1, genre: 'fact' }],
  ['wrapped', { id: 1 }, { book: { id: 1 } }],
])('%s of the data %j is %j', async (path, value, body) => {
  const { status, json } = await send(`GET /v1/${path}`, value);
  expect([status, json]).toEqual([200, body]);
});

test.each<[unknown, string | null]>([
  ['a', 'a'],
  [5, '5'],
  [false, 'false'],
  [null, null],
  [{ a: 1 }, '{"a":1}'],
])('a header of the data %j is %j', async (rank, expected) => {
  const { headers, json } = await send('GET /v1/ranked', { id: 1, rank });
  expect([headers.get('x-rank'), json]).toEqual([expected, { id: 1 }]);
});
