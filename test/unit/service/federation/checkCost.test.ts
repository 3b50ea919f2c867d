import { type DocumentNode, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/gateway/errors/ServiceError.ts';
import { MAX_COST, checkCost } from '../../../../src/service/federation/checkCost.ts';
import { INTROSPECTION } from './support/introspection.ts';
import { mergedSchema } from './support/mergedSchema.ts';

const schema = mergedSchema();

/** Checks the only operation of a valid document. */
const check = (text: string, variables: Record<string, unknown> = {}) => {
  const document: DocumentNode = parse(text);
  expect(validate(schema, document)).toEqual([]);
  const operation = document.definitions.find((node) => node.kind === 'OperationDefinition')!;
  return () => checkCost(schema, document, operation, { variables });
};
const orders = 'orders(first: 100) { nodes { id items { quantity } } }'; // 1 + 100 * (1 + 1 + 101)

test.each<[string, string, Record<string, unknown>?]>([
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
])('passes %s', (_, text, variables) => {
  expect(check(text, variables)).not.toThrow();
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
    'the default page size',
    `{ users { nodes { orders { nodes { user { orders { nodes { user { orders { nodes { id } } } } } } } } } } }`,
    1 + 20 * (2 + 20 * (3 + 20 * (3 + 20 * 2))),
  ],
  [
    'the maximum number of lines of the orders of nine users',
    `{ ${Array.from({ length: 9 }, (_, n) => `u${n}: user(id: ${n}) { ${orders} }`).join(' ')} a: ${orders} }`,
    9 * (1 + 10_301) + 10_301,
  ],
  [
    'fields in fragments',
    `{ users(first: 100) { nodes { ...O } } } fragment O on User { ${orders} }`,
    1 + 100 * (1 + 10_301),
  ],
])('refuses %s, with the limit and the cost', (_, text, cost, variables) => {
  expect(check(text, variables)).toThrow(`The query cost ${cost} exceeds the maximum of ${MAX_COST};`);
  expect(check(text, variables)).toThrow(ServiceError);
});

test('a negative page size does not lower the cost', () => {
  expect(check(`{ users(first: -100) { nodes { id } } a: users(first: 100) { nodes { ${orders} } } }`)).toThrow(
    'exceeds',
  );
});

test('invalid variables are BAD_USER_INPUT', () => {
  expect(check('query ($n: Int!) { users(first: $n) { totalCount } }', { n: 'x' })).toThrow(
    expect.objectContaining({ code: 'BAD_USER_INPUT', message: expect.stringContaining('$n') }),
  );
});

test('introspection is exempt', () => {
  expect(check(INTROSPECTION)).not.toThrow();
});
