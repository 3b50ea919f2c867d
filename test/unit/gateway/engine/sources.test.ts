import { describe, expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

const toy = toyEngine({
  'v1/a.graphql': `query get($text: String @param(name: "X-Text", in: HEADER), $ids: [ID!] @param(name: "x-ids", in: HEADER), $number: Int! @param(in: HEADER), $flag: Boolean @param(nullAs: "any"), $genre: Genre = FACT @param(nullAs: "all"))
    @endpoint(method: GET, path: "/a") { echo(text: $text, ids: $ids, number: $number, flag: $flag, genre: $genre) { json } }`,
  'v1/b.graphql': `mutation m($title: String!, $dry: Boolean = false @param(in: QUERY))
    @endpoint(method: POST, path: "/b") { addBook(input: { title: $title }) { id author @include(if: $dry) { name } } }`,
});
const send = (target: string, headers: Record<string, string>) => toy.send(`GET /v1/${target}`, { headers });

describe('a header parameter', () => {
  test('is read by its name, whatever the case, and lists by commas', async () => {
    expect((await send('a', { 'x-text': 'a%20b', 'x-ids': 'a, b', number: '5' })).status).toBe(200);
    expect(toy.trace.variables.at(-1)).toEqual({ text: 'a%20b', ids: ['a', 'b'], number: 5 });
  });
  test.each([
    [{}, 'number is required'],
    [
      { number: 'x', 'x-ids': 'a,,b' },
      'x-ids.1 must not be empty; number must be an integer from -2147483648 to 2147483647',
    ],
  ])('%j is 400', async (headers, error) => {
    expect(seen(await send('a', headers))).toEqual([400, { error }]);
  });
  test('stands in OpenAPI', () => {
    const { parameters } = (toy.openApi.get('/v1/openapi.json') as never)['paths']['/a']['get'] as {
      parameters: object[];
    };
    expect(parameters[0]).toEqual({ name: 'X-Text', in: 'header', required: false, schema: { type: 'string' } });
    expect(parameters[3]).toMatchObject({ name: 'flag', schema: { anyOf: [{ type: 'boolean' }, { const: 'any' }] } });
  });
});

test('nullAs stands for null where nothing else could', async () => {
  await send('a?flag=any&genre=all', { number: '1' });
  expect(toy.trace.variables.at(-1)).toEqual({ number: 1, flag: null, genre: null });
  await send('a?genre=FICTION', { number: '1' });
  expect(toy.trace.variables.at(-1)).toEqual({ number: 1, genre: 'FICTION' });
});

test('in: QUERY keeps a parameter out of the body', async () => {
  expect(seen(await toy.send('POST /v1/b?dry=true', { body: { title: 'x' } }))[1]).toEqual({
    id: 99,
    author: { name: 'Ann' },
  });
  expect((await toy.send('POST /v1/b', { body: { title: 'x', dry: true } })).status).toBe(400);
});

test('an answer varies by the headers that it was made from', async () => {
  expect((await send('a', { number: '1' })).headers['vary']).toBe('Accept, X-Text, x-ids, number');
});

describe('a body that is one variable', () => {
  const whole = toyEngine({
    'v1/a.graphql': `mutation m($filters: [Filter!]!) @endpoint(method: POST, path: "/a", body: "filters") {
      fill(filters: $filters) { json } }`,
  });
  test.each([
    [[{ genre: 'POEM', no: 1 }], '0.genre must be one of "FICTION", "FACT"; 0.no is not a known property'],
    [{}, 'body must be an array'],
    ['null', 'body must not be null'],
    [[null], '0 must not be null'],
  ])('names what is wrong in %j', async (body, error) => {
    const { status, body: text } = await whole.send('POST /v1/a', { body });
    expect(status).toBe(400);
    expect(text).toContain(`{"error":"${error.replaceAll('"', '\\"')}`);
  });
});

describe('what is declared as nullable and stands where no null can', () => {
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

test('bounds of a list hold for the list, not for lists in it', async () => {
  const grid = toyEngine({
    'v1/a.graphql': `mutation m($grid: [[Int!]!] @param(maxItems: 1, max: 9)) @endpoint(method: POST, path: "/a") {
      fill(grid: $grid) { json } }`,
  });
  expect((await grid.send('POST /v1/a', { body: { grid: [[1, 2, 3]] } })).status).toBe(200);
  expect((await grid.send('POST /v1/a', { body: { grid: [[1], [2]] } })).status).toBe(400);
  expect((await grid.send('POST /v1/a', { body: { grid: [[10]] } })).status).toBe(400);
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

test('OpenAPI says of a list in a query what text can say', () => {
  const lists = toyEngine({
    'v1/a.graphql': `query get($titles: [String] = null @param(nullAs: "all")) @endpoint(method: GET, path: "/a") {
      titled(titles: $titles) { json } }`,
  });
  const { paths } = lists.openApi.get('/v1/openapi.json') as { paths: Record<string, never> };
  expect(paths['/a']!['get']['parameters'][0]['schema']).toEqual({
    anyOf: [{ type: 'array', items: { type: 'string' } }, { const: 'all' }],
    default: 'all',
  });
});
