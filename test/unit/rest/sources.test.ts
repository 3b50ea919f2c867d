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

test.each([
  ['$n: Int! @param(nullAs: "x")', 'nullAs: stands for null, which a Int! cannot be.'],
  ['$n: Genre @param(nullAs: "FACT")', 'nullAs: "FACT" is a value of Genre already.'],
  [
    '$n: Int @param(in: HEADER, name: "Content-Length")',
    `"Content-Length" cannot be a header parameter: it is HTTP's own, or no header name.`,
  ],
  ['$n: Int @param(in: HEADER, name: "a b")', '"a b" cannot be a header parameter'],
  [
    '$n: Int @param(in: HEADER, name: "x-a"), $m: Int @param(in: HEADER, name: "X-A")',
    'Two variables have the wire name "X-A".',
  ],
])('%s is a mistake', (variable, message) => {
  const used = variable.includes('Genre') ? 'genre: $n' : `number: $n${variable.includes('$m') ? ', ratio: $m' : ''}`;
  const document = `query get(${variable.replace('$m: Int', '$m: Float')}) @endpoint(method: GET, path: "/a") { echo(${used}) { json } }`;
  expect(() => toyEngine({ 'v1/a.graphql': document })).toThrow(message);
});
