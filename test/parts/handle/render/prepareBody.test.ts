import { describe, expect, test } from 'vitest';
import { writeJson } from '../../../../src/gateway/http/losslessJson.ts';
import type { Shape } from '../../../../src/gateway/plan/Shape.ts';
import { prepareBody, prepareItems } from '../../../../src/gateway/handle/render/prepareBody.ts';
import { seen, toyEngine } from '../../../vocabulary/support/toy.ts';
import { connection, leaf, listOf, object, unwrapped, versionOf } from '../support/plans.ts';

const version = versionOf({
  enums: { Genre: { FICTION: 'made up', FACT: 'true' }, Same: { A: 'A', B: 'B' }, Mixed: { A: 'A', B: 'b' } },
  conventions: {
    scalars: { Id: { type: 'integer' }, Ratio: { type: 'number' }, Switch: { type: 'boolean' }, Json: { type: 'any' } },
  },
});
const GENRE = leaf('Genre');
const request = { variables: {}, base: '/v1' };

/** The body of a value. */
function bodyOf(shape: Shape, value: unknown): unknown {
  return prepareBody(shape, version)!(value as never, request);
}

describe('nothing is rewritten of', () => {
  test.each<[string, Shape]>([
    ['text', leaf()],
    ['a number', leaf('Int')],
    ['an enum with the values of the schema', leaf('Same')],
    ['a scalar of any JSON', leaf('Json')],
    ['a scalar that the conventions do not name', leaf('Unknown')],
    ['an object of these', object({ a: leaf(), b: object({ c: leaf('Int') }) })],
    ['a list of these', listOf(listOf(object({ a: leaf() })))],
  ])('%s', (_, shape) => {
    expect(prepareBody(shape, version)).toBeUndefined();
  });
  test('a specified scalar, whatever the conventions say of its name', () => {
    const scalars = { Int: { type: 'boolean' as const } };
    expect(prepareBody(leaf('Int'), versionOf({ conventions: { scalars } }))).toBeUndefined();
  });
});

test.each<[string, Shape, unknown, unknown]>([
  ['an enum', GENRE, 'FACT', 'true'],
  ['an enum of which one value differs', leaf('Mixed'), 'B', 'b'],
  ['an enum that is null', GENRE, null, null],
  ['a value that the plan does not have', GENRE, 'NEW', 'NEW'],
  ['a list of enums', listOf(GENRE), ['FACT', null, 'FICTION'], ['true', null, 'made up']],
  ['a list that is null', listOf(GENRE), null, null],
  ['an object', object({ a: leaf(), b: GENRE }), { a: 1, b: 'FACT' }, { a: 1, b: 'true' }],
  ['an object without the property', object({ a: leaf(), b: GENRE }), { a: 1 }, { a: 1 }],
  ['a property that is null', object({ b: GENRE }), { b: null }, { b: null }],
  ['an unwrapped object', unwrapped('name', leaf()), { name: 'x' }, 'x'],
  ['an unwrapped object that is null', unwrapped('name', leaf()), null, null],
  ['an unwrapped enum', unwrapped('genre', GENRE), { genre: 'FACT' }, 'true'],
  ['a list of unwrapped objects', listOf(unwrapped('label', leaf())), [{ label: 'a' }, null], ['a', null]],
  ['unwrapped objects in each other', unwrapped('a', unwrapped('b', leaf())), { a: { b: 1 } }, 1],
  ['a connection', connection(leaf()), { nodes: ['a', null, 'b'] }, ['a', 'b']],
  ['an integer in text', leaf('Id'), '12', 12],
  ['an integer', leaf('Id'), 12, 12],
  ['a number in text', leaf('Ratio'), '1.5', 1.5],
  ['a number', leaf('Ratio'), 1.5, 1.5],
  ['true in text', leaf('Switch'), 'true', true],
  ['false in text', leaf('Switch'), 'false', false],
  ['a boolean', leaf('Switch'), true, true],
])('%s is sent as it is on the wire', (_, shape, value, body) => {
  expect(bodyOf(shape, value)).toEqual(body);
});

test('every property and item that changes is sent as another', () => {
  const item = object({ a: GENRE, b: GENRE });
  const changed = { a: 'true', b: 'made up' };
  expect(
    bodyOf(listOf(item), [
      { a: 'FACT', b: 'FICTION' },
      { a: 'FACT', b: 'FICTION' },
    ]),
  ).toEqual([changed, changed]);
});

test('what does not change is sent as it is', () => {
  for (const [shape, data] of [
    [object({ a: GENRE }), { a: 'NEW' }],
    [listOf(object({ a: GENRE })), [{ a: 'NEW' }, {}]],
  ] as const) {
    expect(bodyOf(shape, data)).toBe(data);
  }
});

test('an object is copied, and only where something changes', () => {
  const inner = { c: 1 };
  const data = { a: inner, b: 'FACT' };
  const body = bodyOf(object({ a: object({ c: leaf() }), b: GENRE }), data) as typeof data;
  expect(data.b).toBe('FACT');
  expect(body.a).toBe(inner);
});

test.each([
  [
    'Id',
    'an integer',
    ['', ' 1', '1 ', '0x1F', '1e3', '1.0', '01', '-0', 'twelve', 1.5, NaN, true, false, [], [1], {}],
  ],
  ['Ratio', 'a number', ['', '  ', '0x1F', '.5', '1e999', 'much', NaN, Infinity, true, false, [], {}]],
  ['Switch', 'true or false', ['True', '1', 'yes', '', 1, 0, [], {}]],
])('a %s of GraphQL that is not %s is an error', (type, expected, values) => {
  for (const value of values) {
    expect(() => bodyOf(leaf(type), value)).toThrow(
      `A value of ${type} in GraphQL is not ${expected}. Change "scalars.${type}" in conventions.json.`,
    );
  }
});

test.each([
  ['Id', '9007199254740993', '9007199254740993'],
  ['Id', 9007199254740993n, '9007199254740993'],
  ['Id', '1000000000000000000000', '1000000000000000000000'],
  ['Ratio', '0.10000000000000000001', '0.10000000000000000001'],
  ['Ratio', '12.50', '12.5'],
  ['Ratio', '1e3', '1000'],
])('a %s of %s has all digits', (type, value, json) => {
  expect(writeJson(bodyOf(leaf(type), value))).toBe(json);
});

test.each<[string, ReturnType<typeof connection>, object, unknown[]]>([
  ['nodes', connection(leaf()), { nodes: ['a', null, 'b'] }, ['a', 'b']],
  ['nodes that are null', connection(leaf()), { nodes: null }, []],
  ['nodes that are absent', connection(leaf()), {}, []],
  ['nodes that are rewritten', connection(GENRE), { nodes: ['FACT', null] }, ['true']],
  [
    'edges',
    connection(leaf(), { path: ['edges'], node: 'node' }),
    { edges: [{ node: 'a' }, { node: null }, null] },
    ['a'],
  ],
  ['edges without their node', connection(leaf(), { path: ['edges'], node: 'node' }), { edges: [{}] }, []],
  ['edges that are rewritten', connection(GENRE, { path: ['e'], node: 'n' }), { e: [{ n: 'FACT' }] }, ['true']],
])('the items of a connection are its %s, without nulls', (_, shape, data, items) => {
  expect(prepareItems(shape, version)(data as never, request)).toEqual(items);
});

test('selections are sent as the document has them', async () => {
  const get = (path: string, selection: string, parameters = '') =>
    `query get${parameters} @endpoint(method: GET, path: "${path}") { ${selection} }`;
  const toy = toyEngine({
    'v1/a.graphql': get(
      '/unwrap',
      'book(id: $id) { id shelf @unwrap { name } author @unwrap { name } tags @unwrap { label } }',
      '($id: SafeInt!)',
    ),
    'v1/f.graphql': get('/shelves', 'shelves { name }'),
    'v1/g.graphql': get(
      '/things',
      'thing(kind: $kind) { __typename ... on Book { id genre } ... on Shelf { name } }',
      '($kind: String!)',
    ),
    'v1/h.graphql':
      get('/inline', 'book(id: 1) { ...A ...B ... on Book { title } }', '') +
      ' fragment A on Book { id ...B } fragment B on Book { genre author { name } }',
    'v1/i.graphql': get(
      '/flag',
      'book(id: 1) { id title @include(if: $title) genre @skip(if: $title) }',
      '($title: Boolean = true)',
    ),
    'v1/l.graphql': get(
      '/in',
      'tale(kind: "x") { ... on Book { in: shelf { name } } ... on Reel { in: box { size mood } } }',
    ),
    'conventions.json': '{"enums": {"Genre": {"FICTION": "made up", "FACT": "true"}}}',
  });
  const cases: [string, unknown][] = [
    ['/v1/unwrap?id=1', { id: 1, shelf: 'low', author: 'Ann', tags: ['a', 'b'] }],
    ['/v1/unwrap?id=3', { id: 3, shelf: 'low', author: null, tags: ['a', 'b'] }],
    ['/v1/shelves', []],
    ['/v1/things?kind=book', { __typename: 'Book', id: 1, genre: 'made up' }],
    ['/v1/things?kind=shelf', { __typename: 'Shelf', name: 'low' }],
    ['/v1/inline', { id: 1, genre: 'made up', author: { name: 'Ann' }, title: 'Book 1' }],
    ['/v1/flag', { id: 1, title: 'Book 1' }],
    ['/v1/flag?title=false', { id: 1, genre: 'made up' }],
    ['/v1/in', { in: { size: 1, mood: 'true' } }],
  ];
  for (const [target, body] of cases) expect(seen(await toy.send(`GET ${target}`))).toEqual([200, body]);
});

test('a number that JSON cannot hold is a failure, and not another number', async () => {
  const toy = toyEngine({
    'v1/a.graphql': 'query get($text: String) @endpoint(method: GET, path: "/a") { count(text: $text) }',
  });
  expect(seen(await toy.send('GET /v1/a?text=12'))).toEqual([200, 12]);
  expect((await toy.send('GET /v1/a?text=twelve')).status).toBe(500);
  expect(String((toy.reports[0]!.error.cause as Error).message)).toContain('Change "scalars.SafeInt"');
});
