import { buildSchema, getOperationAST, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { prepareCost } from '../../src/gateway/server.ts';

const schema = buildSchema(/* GraphQL */ `
  type Query {
    me: User
    users(pageSize: Int = 20, after: String): UserPage!
    listed(pageSize: Int): [User!]!
    tags: [Tag!]!
    things: [Thing!]!
    entities(representations: [String!]!): [Thing]!
  }
  type UserPage {
    total: Int!
    data: [User!]!
    edges: [UserEdge!]!
  }
  type UserEdge {
    node: User!
  }
  type User {
    id: ID!
    name: String!
    tags: [Tag!]!
  }
  type Tag {
    name: String!
  }
  union Thing = User | Tag
`);

function costOf(text: string, variables: Record<string, unknown> = {}) {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  const rules = { sizes: new Set(['pageSize']), listLength: 100, maxNodes: 10_000 };
  return prepareCost(schema, document, getOperationAST(document)!, rules)(variables);
}

const PAGE = 'query ($n: Int) { users(pageSize: $n) { total data { id name } } }';
const WITH_TAGS = 'query ($tags: Boolean = false) { me { id tags @include(if: $tags) { name } } }';

test.each<[string, string, number, Record<string, unknown>?]>([
  ['an object is its fields', '{ me { id name } }', 1 + 2],
  ['a page has its size', '{ users(pageSize: 5) { data { id } } }', 1 + 5 * (1 + 1)],
  ['a page without one has the default', '{ users { data { id } } }', 1 + 20 * (1 + 1)],
  ['a size may be a variable', PAGE, 1 + 7 * (1 + 1 + 2), { n: 7 }],
  ['an absent variable is the default', PAGE, 1 + 20 * (1 + 1 + 2)],
  ['edges are items too', '{ users(pageSize: 5) { edges { node { id } } } }', 1 + 5 * (1 + 1 + 1)],
  ['a list may have a size itself', '{ listed(pageSize: 5) { id } }', 1 + 5],
  ['a list without a size has a hundred items', '{ tags { name } }', 1 + 100],
  ['a list in a page has a hundred items', '{ users(pageSize: 2) { data { tags { name } } } }', 1 + 2 * (1 + 1 + 100)],
  ['a negative size is none', '{ users(pageSize: -5) { data { id } } }', 1],
  ['what is not included costs nothing', WITH_TAGS, 1 + 1],
  ['what is included costs', WITH_TAGS, 1 + 1 + 1 + 100, { tags: true }],
  ['what is skipped costs nothing', 'query ($x: Boolean!) { me { id ... @skip(if: $x) { name } } }', 2, { x: true }],
  [
    'of alternatives the most expensive counts',
    '{ things { ... on User { id name } ... on Tag { name } } }',
    1 + 100 * 2,
  ],
  [
    'an entity for each representation',
    'query ($all: [String!]!) { entities(representations: $all) { ... on Tag { name } } }',
    1 + 3,
    { all: ['a', 'b', 'c'] },
  ],
  ['fields of fragments', '{ me { ...F } } fragment F on User { id ...G } fragment G on User { name }', 1 + 2],
])('%s', (_, text, cost, variables) => {
  expect(costOf(text, variables)).toBe(cost);
});

test('fragments that expand to too many fields are refused', () => {
  const fragments = Array.from(
    { length: 20 },
    (_, n) => `fragment F${n} on User { ...F${n + 1} ... on User { ...F${n + 1} } }`,
  );
  const text = `{ me { ...F0 } } ${fragments.join(' ')} fragment F20 on User { id }`;
  expect(() => costOf(text)).toThrow('expand to more than 10000 fields');
});

test('a size that is no number is that of a list without one', () => {
  const odd = buildSchema('scalar Size type Query { items(pageSize: Size): [Query!]! name: String }');
  const document = parse('query ($n: Size) { items(pageSize: $n) { name } }');
  const cost = prepareCost(odd, document, getOperationAST(document)!, {
    sizes: new Set(['pageSize']),
    listLength: 100,
  });
  for (const n of [{ toString: 1, valueOf: 1 }, {}, 'many', null, undefined]) expect(cost({ n })).toBe(1 + 100);
});
