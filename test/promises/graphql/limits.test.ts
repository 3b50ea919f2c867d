// How much one operation may ask for: its depth, its aliases and its cost, each with the limit and the measure in its refusal.
import { afterAll, describe, expect, test } from 'vitest';
import { getIntrospectionQuery } from 'graphql';
import { errorsOf, queryGraphql } from '../support/queryGraphql.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

/** Orders, their users, the orders of those, and so on, of this depth. */
function nested(depth: number): string {
  const steps = Array.from({ length: depth - 1 }, (_, at) => ['orders(first: 1)', 'nodes', 'user'][at % 3]!);
  const leaf = steps.at(-1)!.startsWith('orders') ? 'totalCount' : 'id';
  return `{ ${steps.map((step) => `${step} {`).join(' ')} ${leaf} ${'}'.repeat(steps.length)} }`;
}
const aliased = (count: number) =>
  `{ ${Array.from({ length: count }, (_, at) => `a${at}: product(id: ${at}) { id }`).join(' ')} }`;
const orders = 'orders(first: 100) { nodes { id items { quantity } } }';

test.each<[string, string, Record<string, unknown>?]>([
  ['a depth of 12', nested(12)],
  ['fragments, which are no depth', `{ ... { ...A } } fragment A on Query ${nested(12)}`],
  ['30 aliases', aliased(30)],
  ['introspection, which has no limit', getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true })],
  [
    'a hundred users with a hundred orders each',
    '{ users(first: 100) { nodes { id name orders(first: 100) { nodes { id status } } } } }',
  ],
  ['pages within pages', '{ users { edges { node { orders { edges { node { id } } pageInfo { endCursor } } } } } }'],
  [
    'a full page of orders with all fields',
    '{ orders(first: 100) { nodes { id status total items { quantity unitPrice product { id name } } user { id name } } } }',
  ],
  ['a page size in a variable', `query ($n: Int!) { users(first: $n) { nodes { ${orders} } } }`, { n: 9 }],
  [
    'fields that a condition excludes',
    `query ($x: Boolean!) { users(first: 100) { nodes { id ... @include(if: $x) { ${orders} } } } }`,
    { x: false },
  ],
])('lets %s pass', async (_, text, variables) => {
  const { status, json } = await queryGraphql(portico, text, variables);
  expect({ status, keys: Object.keys(json as object) }).toEqual({ status: 200, keys: ['data'] });
});

describe('refuses', () => {
  const DEEP = 'Query depth limit of 12 exceeded, found 13.';
  test.each([
    ['a depth of 13', nested(13), DEEP],
    ['a depth of 13 in a fragment', `{ ...A } fragment A on Query ${nested(13)}`, DEEP],
    ['31 aliases', aliased(31), 'Aliases limit of 30 exceeded, found 31.'],
  ])('%s', async (_, text, message) => {
    const answer = await queryGraphql(portico, text);
    expect(answer.status).toBe(400);
    expect(answer.json).not.toHaveProperty('data');
    expect(errorsOf(answer)).toMatchObject([{ message, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
  });

  test.each<[string, string, number, Record<string, unknown>?]>([
    [
      'a hundred orders of each of a hundred users',
      `{ users(first: 100) { nodes { ${orders} } } }`,
      1 + 100 * (1 + 10_301),
    ],
    [
      'a page size in a variable',
      `query ($n: Int!) { users(first: $n) { nodes { ${orders} } } }`,
      1 + 99 * (1 + 10_301),
      { n: 99 },
    ],
    [
      'pages of the default size',
      '{ users { nodes { orders { nodes { user { orders { nodes { user { orders { nodes { id } } } } } } } } } } }',
      1 + 20 * (2 + 20 * (3 + 20 * (3 + 20 * 2))),
    ],
    [
      'the orders of nine users',
      `{ ${Array.from({ length: 9 }, (_, n) => `u${n}: user(id: ${n}) { ${orders} }`).join(' ')} a: ${orders} }`,
      9 * (1 + 10_301) + 10_301,
    ],
    [
      'fields in fragments',
      `{ users(first: 100) { nodes { ...O } } } fragment O on User { ${orders} }`,
      1 + 100 * (1 + 10_301),
    ],
    [
      'a negative page size, which lowers nothing',
      `{ users(first: -100) { nodes { id } } a: users(first: 100) { nodes { ${orders} } } }`,
      1 + 1 + 100 * (1 + 10_301),
    ],
  ])('%s by the cost', async (_, text, cost, variables) => {
    const answer = await queryGraphql(portico, text, variables);
    expect(answer.status).toBe(400);
    expect(answer.json).not.toHaveProperty('data');
    expect(errorsOf(answer)).toEqual([
      {
        message: `The query cost ${cost} exceeds the maximum of 100000; request fewer items per page.`,
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ]);
  });
});
