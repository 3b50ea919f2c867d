import { describe, expect, test } from 'vitest';
import { seen, toyEngine } from '../vocabulary/support/toy.ts';

const get = (path: string, selection: string, parameters = '', more = '') =>
  `query get${parameters} @endpoint(method: GET, path: "${path}"${more}) { ${selection} }`;

describe('names that a document does not choose', () => {
  const toy = toyEngine({
    'conventions.json': JSON.stringify({ case: 'snake_case' }),
    'v1/a.graphql':
      get('/a', 'books(first: 1) { totalCount page: pageInfo { hasNextPage endCursor } ...Rest }') +
      ' fragment Rest on BookConnection { theNodes: nodes { id } }',
    'v1/b.graphql': `mutation m($bookTitle: String!, $pageCount: Int @param(name: "pageCount"), $authors: [AuthorInput!], $withAuthor: Boolean = false @expand)
      @endpoint(method: POST, path: "/b") { addBook(input: { title: $bookTitle, pages: $pageCount, authors: $authors }) { id author @include(if: $withAuthor) { name } } }`,
  });
  test('have the case of the conventions', async () => {
    expect(seen(await toy.send('GET /v1/a'))).toEqual([
      200,
      { total_count: 45, page: { has_next_page: true, end_cursor: '1' }, theNodes: [{ id: 1 }, null] },
    ]);
    const body = { book_title: 'x', pageCount: 2, authors: [{ name: 'y' }] };
    expect(seen(await toy.send('POST /v1/b?expand=with_author', { body }))).toEqual([
      200,
      { id: 99, author: { name: 'Ann' } },
    ]);
    expect(toy.trace.variables.at(-1)).toEqual({
      bookTitle: 'x',
      pageCount: 2,
      authors: [{ name: 'y' }],
      withAuthor: true,
    });
    expect(seen(await toy.send('POST /v1/b', { body: { bookTitle: 'x' } }))).toEqual([
      400,
      { error: 'book_title is required; bookTitle is not a known property; did you mean "book_title"?' },
    ]);
  });
  test('are in OpenAPI as on the wire', () => {
    const text = JSON.stringify([...toy.openApi.values()]);
    for (const name of ['"total_count"', '"has_next_page"', '"book_title"', '"with_author"'])
      expect(text).toContain(name);
    expect(text).not.toContain('"bookTitle"');
  });
});

test('the expand parameter has its name', async () => {
  const toy = toyEngine({
    'conventions.json': JSON.stringify({ expand: 'expand[]' }),
    'v1/a.graphql': get('/a', 'book(id: 1) { id title @include(if: $t) }', '($t: Boolean = false @expand)'),
  });
  expect(seen(await toy.send('GET /v1/a?expand[]=t'))).toEqual([200, { id: 1, title: 'Book 1' }]);
  expect((await toy.send('GET /v1/a?expand=t')).status).toBe(400);
});

test.each<[string, object]>([
  ['', { id: 1 }],
  ['expand=', { id: 1 }],
  ['expand=tag%73', { id: 1, tags: ['a', 'b'] }],
  ['expand=tags,author', { id: 1, tags: ['a', 'b'], author: { name: 'Ann' } }],
  ['expand=tags&expand=author', { id: 1, tags: ['a', 'b'], author: { name: 'Ann' } }],
  ['expand=tags&expand=', { id: 1, tags: ['a', 'b'] }],
  ...[
    ['%ff', '%ff'],
    ['tags%2Cauthor', 'tags,author'],
    ['constructor', 'constructor'],
  ].map(([sent, name]): [string, object] => [
    `expand=${sent}`,
    { error: `expand does not support "${name}"; known values are "author", "tags"` },
  ]),
])('the names of ?%s are those of a list', async (query, body) => {
  const toy = toyEngine({
    'v1/a.graphql': get(
      '/a',
      'book(id: 1) { id author @include(if: $a) { name } tags @include(if: $t) @unwrap { label } }',
      '($a: Boolean = false @expand(name: "author"), $t: Boolean = false @expand(name: "tags"))',
    ),
  });
  expect(JSON.parse((await toy.send(`GET /v1/a?${query}`)).body!)).toEqual(body);
});

test('300 root fields side by side are not too deep', async () => {
  const shelves = Array.from({ length: 300 }, (_, index) => `s${index}: shelves { name }`).join(' ');
  expect((await toyEngine({ 'v1/a.graphql': get('/b', shelves) }).send('GET /v1/b')).status).toBe(200);
});

describe('bounds and their OpenAPI', () => {
  test('the narrower bound holds, of the scalar and of the parameter', async () => {
    const scalars = { SafeInt: { type: 'integer', minimum: 0, maximum: 100 } };
    for (const [bounds, message] of [
      ['max: 10', 'between 0 and 10'],
      ['max: 1000', 'between 0 and 100'],
      ['min: 5, max: 1000', 'between 5 and 100'],
      ['min: -5', 'between 0 and 100'],
    ] as const) {
      const toy = toyEngine({
        'v1/a.graphql': get('/b/{id}', 'book(id: $id) { id }', `($id: SafeInt! @param(${bounds}))`),
        'conventions.json': JSON.stringify({ scalars }),
      });
      expect(seen(await toy.send('GET /v1/b/x'))).toEqual([400, { error: `id must be an integer ${message}` }]);
      const [, minimum, maximum] = /between (\d+) and (\d+)/.exec(message)!.map(Number);
      expect(JSON.stringify(toy.openApi.get('/v1/openapi.json'))).toContain(
        `"minimum":${minimum},"maximum":${maximum}`,
      );
    }
  });
});
