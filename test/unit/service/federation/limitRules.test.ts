import { type DocumentNode, getIntrospectionQuery, parse, specifiedRules, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../../src/gateway/errors/ServiceError.ts';
import { MAX_COST, checkCost } from '../../../../src/service/federation/checkCost.ts';
import { MAX_ALIASES, MAX_DEPTH, limitRules } from '../../../../src/service/federation/limitRules.ts';
import { mergedSchema } from './support/mergedSchema.ts';

const schema = mergedSchema();

function faults(text: string): string[] {
  return validate(schema, parse(text), [...specifiedRules, ...limitRules]).map(({ message }) => message);
}

/** Orders, their users, the orders of those, and so on, this deep. */
function nested(depth: number): string {
  const steps = Array.from({ length: depth - 1 }, (_, index) => ['orders', 'nodes', 'user'][index % 3]!);
  const leaf = steps.at(-1) === 'orders' ? 'totalCount' : 'id';
  return `{ ${steps.map((step) => `${step} {`).join(' ')} ${leaf} ${'}'.repeat(steps.length)} }`;
}

describe('depth', () => {
  const refused = `Query depth limit of ${MAX_DEPTH} exceeded, found ${MAX_DEPTH + 1}.`;

  test.each<[string, string, string[]]>([
    [`passes at ${MAX_DEPTH}`, nested(MAX_DEPTH), []],
    ['is refused beyond, with the limit and the depth', nested(MAX_DEPTH + 1), [refused]],
    ['is measured through fragments', `{ ...A } fragment A on Query ${nested(MAX_DEPTH + 1)}`, [refused]],
    ['does not count fragments themselves', `{ ... { ...A } } fragment A on Query ${nested(MAX_DEPTH)}`, []],
  ])('%s', (_, text, messages) => {
    expect(faults(text)).toEqual(messages);
  });
});

describe('aliases', () => {
  const aliased = (count: number) =>
    `{ ${Array.from({ length: count }, (_, index) => `a${index}: product(id: ${index}) { id }`).join(' ')} }`;

  test(`pass up to ${MAX_ALIASES}`, () => {
    expect(faults(aliased(MAX_ALIASES))).toEqual([]);
  });

  test('are refused beyond, with the limit and their number', () => {
    expect(faults(aliased(MAX_ALIASES + 1))).toEqual([
      `Aliases limit of ${MAX_ALIASES} exceeded, found ${MAX_ALIASES + 1}.`,
    ]);
  });
});

describe('cost', () => {
  const check = (text: string, variables: Record<string, unknown> = {}) => {
    const document: DocumentNode = parse(text);
    expect(validate(schema, document)).toEqual([]);
    const operation = document.definitions.find((node) => node.kind === 'OperationDefinition')!;
    return () => checkCost(schema, document, operation, variables);
  };
  const orders = 'orders(first: 100) { nodes { id items { quantity } } }'; // 1 + 100 * (1 + 1 + 101)

  test.each<[string, string, Record<string, unknown>?]>([
    [
      'a hundred users with a hundred orders each',
      '{ users(first: 100) { nodes { id name orders(first: 100) { nodes { id status } } } } }',
    ],
    ['pages within pages', '{ users { edges { node { orders { edges { node { id } } pageInfo { endCursor } } } } } }'],
    [
      'a full page of orders with all there is',
      '{ orders(first: 100) { nodes { id status total items { quantity unitPrice product { id name } } user { id name } } } }',
    ],
    ['a page size that a variable gives', `query ($n: Int!) { users(first: $n) { nodes { ${orders} } } }`, { n: 9 }],
    [
      'what a condition leaves out',
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
      'a page size that a variable gives',
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
      'the lines that orders of nine users can have',
      `{ ${Array.from({ length: 9 }, (_, n) => `u${n}: user(id: ${n}) { ${orders} }`).join(' ')} a: ${orders} }`,
      9 * (1 + 10_301) + 10_301,
    ],
    [
      'what stands in fragments',
      `{ users(first: 100) { nodes { ...O } } } fragment O on User { ${orders} }`,
      1 + 100 * (1 + 10_301),
    ],
  ])('refuses %s, with the limit and the cost', (_, text, cost, variables) => {
    expect(check(text, variables)).toThrow(`Query cost limit of ${MAX_COST} exceeded, found ${cost};`);
    expect(check(text, variables)).toThrow(ServiceError);
  });

  test('is not brought down by a negative page size', () => {
    expect(check(`{ users(first: -100) { nodes { id } } a: users(first: 100) { nodes { ${orders} } } }`)).toThrow(
      'exceeded',
    );
  });

  test('is BAD_USER_INPUT where the variables do not fit', () => {
    expect(check('query ($n: Int!) { users(first: $n) { totalCount } }', { n: 'x' })).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', message: expect.stringContaining('$n') }),
    );
  });
});

test('introspection passes all limits', () => {
  const text = getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true, specifiedByUrl: true });
  const document = parse(text);
  expect(faults(text)).toEqual([]);
  const operation = document.definitions.find((node) => node.kind === 'OperationDefinition')!;
  expect(() => checkCost(schema, document, operation, {})).not.toThrow();
});
