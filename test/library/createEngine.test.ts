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

test('a dotted expand turns on its prefixes', async () => {
  const toy = toyEngine({
    'v1/a.graphql': `query get($a: Boolean = false @expand(name: "shelf"), $b: Boolean = false @expand(name: "shelf.owner"))
      @endpoint(method: GET, path: "/a") { book(id: 1) { id shelf @include(if: $a) { name owner @include(if: $b) { name } } } }`,
  });
  expect(seen(await toy.send('GET /v1/a?expand=shelf'))[1]).toEqual({ id: 1, shelf: { name: 'low' } });
  expect(seen(await toy.send('GET /v1/a?expand=shelf.owner'))[1]).toEqual({
    id: 1,
    shelf: { name: 'low', owner: null },
  });
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

test('a version inherits conventions, and has only its own differences', async () => {
  const toy = toyEngine({
    'conventions.json': JSON.stringify({ page: { default: 2, parameters: { limit: 'size' } } }),
    'v1/a.graphql': get('/a', 'books @paginate(styles: [OFFSET]) { nodes { id } }'),
    'v2/conventions.json': JSON.stringify({ page: { parameters: { offset: 'skip' } } }),
  });
  expect(seen(await toy.send('GET /v2/a?skip=1'))).toEqual([
    200,
    { data: [{ id: 2 }, { id: 3 }], pagination: { limit: 2, offset: 1, total: 45 } },
  ]);
  expect((await toy.send('GET /v2/a?offset=1')).status).toBe(400);
  expect((await toy.send('GET /v1/a?offset=1&size=1')).status).toBe(200);
});

test('an endpoint that a version removes is gone from it, and from those after it', async () => {
  const toy = toyEngine({
    'v1/a.graphql': get('/b', 'book(id: 1) { a: id }'),
    'v2/a.graphql': get('/b', '__typename', '', ', removed: true'),
    'v3/c.graphql': get('/c', 'book(id: 1) { c: id }'),
  });
  const statuses = ['/v1/b', '/v2/b', '/v3/b', '/v3/c'].map(async (path) => (await toy.send(`GET ${path}`)).status);
  expect(await Promise.all(statuses)).toEqual([200, 404, 404, 200]);
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
  test('the pattern of the scalar and that of the parameter both hold, as do their lengths', async () => {
    const scalars = { Isbn: { type: 'string', pattern: '[0-9]{10}', maxLength: 10 } };
    const toy = toyEngine({
      'conventions.json': JSON.stringify({ scalars }),
      'v1/a.graphql': get(
        '/a',
        'echo(isbn: $isbn, id: $id) { json }',
        '($isbn: Isbn @param(pattern: "3.*", maxLength: 20), $id: ID @param(minLength: 0))',
      ),
    });
    expect((await toy.send('GET /v1/a?isbn=3123456789')).status).toBe(200);
    for (const [query, error] of [
      ['isbn=4123456789', 'isbn must match 3.*'],
      ['isbn=3x', 'isbn must be a valid Isbn (ten digits)'],
      ['isbn=31234567890', 'isbn must have at most 10 characters'],
      ['id=', 'id must not be empty'],
    ]) {
      expect(seen(await toy.send(`GET /v1/a?${query}`))).toEqual([400, { error }]);
    }
    const [isbn] = (toy.openApi.get('/v1/openapi.json') as never)['paths']['/a']['get']['parameters'] as never[];
    expect(isbn!['schema']).toEqual({
      type: 'string',
      minLength: 1,
      maxLength: 10,
      pattern: '^(?:[0-9]{10})$',
      allOf: [{ pattern: '^(?:3.*)$' }],
    });
  });
});

describe('parameters of each source', () => {
  const toy = toyEngine({
    'v1/a.graphql': `query get($text: String @param(name: "X-Text", in: HEADER), $ids: [ID!] @param(name: "x-ids", in: HEADER), $number: Int! @param(in: HEADER), $flag: Boolean @param(nullAs: "any"), $genre: Genre = FACT @param(values: { text: "all", value: null }))
      @endpoint(method: GET, path: "/a") { echo(text: $text, ids: $ids, number: $number, flag: $flag, genre: $genre) { json } }`,
    'v1/b.graphql': `mutation m($title: String!, $dry: Boolean = false @param(in: QUERY))
      @endpoint(method: POST, path: "/b") { addBook(input: { title: $title }) { id author @include(if: $dry) { name } } }`,
    'v1/c.graphql': `mutation m($constructor: String) @endpoint(method: POST, path: "/c") { addBook(input: { title: "x", note: $constructor }) { id } }`,
  });
  const send = (target: string, headers: Record<string, string>) => toy.send(`GET /v1/${target}`, { headers });

  test('a header is read by its name, whatever the case, and lists by commas', async () => {
    expect((await send('a', { 'x-text': 'a%20b', 'x-ids': 'a, b', number: '5' })).status).toBe(200);
    expect(toy.trace.variables.at(-1)).toEqual({ text: 'a%20b', ids: ['a', 'b'], number: 5, genre: 'FACT' });
  });
  test.each([
    [{}, 'number is required'],
    [
      { number: 'x', 'x-ids': 'a,,b' },
      'x-ids.1 must not be empty; number must be an integer between -2147483648 and 2147483647',
    ],
  ])('the headers %j are 400', async (headers, error) => {
    expect(seen(await send('a', headers))).toEqual([400, { error }]);
  });
  test('a header is a parameter of OpenAPI, and the response varies by it', async () => {
    const { parameters } = (toy.openApi.get('/v1/openapi.json') as never)['paths']['/a']['get'] as {
      parameters: object[];
    };
    const schema = { type: 'string', examples: ['A few words.'] };
    expect(parameters[0]).toEqual({ name: 'X-Text', in: 'header', required: false, schema });
    expect(parameters[3]).toMatchObject({ name: 'flag', schema: { anyOf: [{ type: 'boolean' }, { const: 'any' }] } });
    expect((await send('a', { number: '1' })).headers['vary']).toBe('Accept, X-Text, x-ids, number');
  });
  test('nullAs, and a value that is null, are null where a text cannot be', async () => {
    await send('a?flag=any&genre=all', { number: '1' });
    expect(toy.trace.variables.at(-1)).toEqual({ number: 1, flag: null, genre: null });
    await send('a?genre=FICTION', { number: '1' });
    expect(toy.trace.variables.at(-1)).toEqual({ number: 1, genre: 'FICTION' });
  });
  test('in: QUERY removes a parameter from the body', async () => {
    expect(seen(await toy.send('POST /v1/b?dry=true', { body: { title: 'x' } }))[1]).toEqual({
      id: 99,
      author: { name: 'Ann' },
    });
    expect((await toy.send('POST /v1/b', { body: { title: 'x', dry: true } })).status).toBe(400);
  });
  test('a body does not have the properties that every object inherits', async () => {
    expect(seen(await toy.send('POST /v1/c', { body: {} }))).toEqual([200, { id: 99 }]);
    expect(toy.trace.variables.at(-1)).toEqual({});
  });
  test('OpenAPI describes a list in a query as text can be', () => {
    const lists = toyEngine({
      'v1/a.graphql': get('/a', 'titled(titles: $titles) { json }', '($titles: [String] = null @param(nullAs: "all"))'),
    });
    const { paths } = lists.openApi.get('/v1/openapi.json') as { paths: Record<string, never> };
    expect(paths['/a']!['get']['parameters'][0]['schema']).toEqual({
      anyOf: [{ type: 'array', items: { type: 'string' } }, { const: 'all' }],
      default: 'all',
    });
  });
});

describe('a nullable variable where no null can be', () => {
  const some = toyEngine({
    'v1/a.graphql': `mutation m($pages: Int = 4, $hidden: Boolean = false) @endpoint(method: POST, path: "/a") {
      fill(pages: $pages) { json @skip(if: $hidden) kind: __typename } }`,
  });
  test('may be absent', async () => {
    expect(seen(await some.send('POST /v1/a', { body: {} }))).toEqual([200, { json: '{"pages":4}', kind: 'Echo' }]);
  });
  test.each(['pages', 'hidden'])('cannot be null: %s', async (name) => {
    const error = `${name} must not be null`;
    expect(seen(await some.send('POST /v1/a', { body: { [name]: null } }))).toEqual([400, { error }]);
  });
});

test('defaults may be objects, lists in lists, and one value for a list', async () => {
  const given = toyEngine({
    'conventions.json': JSON.stringify({ case: 'snake_case', enums: { '*': 'lowercase' } }),
    'v1/a.graphql': `mutation m($filter: Filter = {orElse: {genre: FACT}}, $genres: [[Genre!]!] = [[FACT]], $ids: [ID!] = 7)
      @endpoint(method: POST, path: "/a") { fill(filter: $filter, genres: $genres, ids: $ids) { json } }`,
  });
  const { json } = (await given.send('POST /v1/a', { body: {} }).then(seen))[1] as { json: string };
  expect(JSON.parse(json)).toMatchObject({ filter: { orElse: { genre: 'FACT' } }, genres: [['FACT']], ids: ['7'] });
  const { paths } = given.openApi.get('/v1/openapi.json') as { paths: Record<string, never> };
  expect(paths['/a']!['post']['requestBody']['content']['application/json']['schema']['properties']).toMatchObject({
    filter: { default: { or_else: { genre: 'fact' } } },
    genres: { default: [['fact']] },
    ids: { default: ['7'] },
  });
});
