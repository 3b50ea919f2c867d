import { describe, expect, test } from 'vitest';
import { writeJson } from '../../../../src/gateway/http/losslessJson.ts';
import type { Shape } from '../../../../src/gateway/plan/Shape.ts';
import { prepareBody, prepareItems } from '../../../../src/gateway/handle/render/prepareBody.ts';
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
