import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { prepareResultValidator } from '../../../../../src/gateway/execute/remote/validate/prepareResultValidator.ts';

const schema = buildSchema(/* GraphQL */ `
  scalar Any
  enum Colour {
    RED
  }
  interface Named {
    name: String!
  }
  type Person implements Named {
    name: String!
    age: Int
  }
  type Robot implements Named {
    name: String!
    model: ID!
  }
  union Owner = Person | Robot
  type Query {
    i: Int
    f: Float
    s: String
    b: Boolean
    id: ID
    any: Any
    colour: Colour
    list: [Int!]
    grid: [[Int]]
    strict: String!
    person: Person
    owner: Owner
    named: Named
  }
`);
const validate = (source: string, data: object, variables = {}) =>
  prepareResultValidator(schema, parse(source))(data as Record<string, unknown>, variables);

describe('valid data is returned as it is', () => {
  test.each<[string, object]>([
    ['{ i f s b id any colour }', { i: 1, f: 1.5, s: 'a', b: false, id: 'x', any: { y: [] }, colour: 'RED' }],
    ['{ i f s b id any colour }', { i: null, f: null, s: null, b: null, id: null, any: null, colour: null }],
    ['{ list grid strict }', { list: [1, 2], grid: [[1, null], null], strict: '' }],
    ['{ a: i b: i }', { a: 1, b: 2 }],
    ['{ person { name ...P } } fragment P on Person { age }', { person: { name: 'a', age: 1 } }],
    ['{ owner { __typename ... on Person { name } } }', { owner: { __typename: 'Robot' } }],
    ['{ owner { ... on Person { age } ... on Robot { model } } }', { owner: { model: 'x' } }],
    ['{ named { name ... on Robot { model } } }', { named: { name: 'a' } }],
    ['{ __typename }', { __typename: 'Query' }],
  ])('%s: %j', (source, data) => {
    expect(validate(source, data)).toBe(data);
  });
});

test.each<[string, object, object]>([
  ['{ i }', { i: 1, s: 'a' }, { i: 1 }],
  ['{ person { name } }', { person: { name: 'a', age: 1 } }, { person: { name: 'a' } }],
  [
    '{ owner { __typename ... on Person { name } } }',
    { owner: { __typename: 'Robot', model: 'x' } },
    { owner: { __typename: 'Robot' } },
  ],
])('unselected properties are dropped: %s', (source, data, expected) => {
  expect(validate(source, data)).toEqual(expected);
});

describe('conditions', () => {
  const source =
    'query ($a: Boolean = false, $b: Boolean!) { i s @include(if: $a) b @skip(if: $b) f @skip(if: true) id @include(if: true) }';
  test.each<[object, object]>([
    [{ b: true }, { i: 1, id: 'x' }],
    [
      { a: true, b: true },
      { i: 1, s: 'a', id: 'x' },
    ],
    [
      { a: false, b: false },
      { i: 1, b: true, id: 'x' },
    ],
  ])('with %j select %j', (variables, expected) => {
    expect(validate(source, { i: 1, s: 'a', b: true, f: 1, id: 'x' }, variables)).toEqual(expected);
    expect(validate(source, expected, variables)).toBe(expected);
  });
});

test.each<[string, object, string]>([
  ['{ i }', {}, 'data.i must be Int, but is absent'],
  ['{ i }', { i: 'x' }, 'data.i must be Int, but is a string'],
  ['{ i }', { i: 1.5 }, 'data.i must be Int, but is a number'],
  ['{ f }', { f: Infinity }, 'data.f must be Float, but is a number'],
  ['{ s }', { s: true }, 'data.s must be String, but is a boolean'],
  ['{ b }', { b: [] }, 'data.b must be Boolean, but is a list'],
  ['{ id }', { id: 1 }, 'data.id must be ID, but is a number'],
  ['{ colour }', { colour: 'BLUE' }, 'data.colour must be Colour, but is another name'],
  ['{ colour }', { colour: 1 }, 'data.colour must be Colour, but is a number'],
  ['{ strict }', { strict: null }, 'data.strict must be String!, but is null'],
  ['{ list }', { list: 1 }, 'data.list must be [Int!], but is a number'],
  ['{ list }', { list: [1, null] }, 'data.list[1] must be Int!, but is null'],
  ['{ grid }', { grid: [[], [1, {}]] }, 'data.grid[1][1] must be Int, but is an object'],
  ['{ person { name } }', { person: { name: null } }, 'data.person.name must be String!, but is null'],
  ['{ person { name } }', { person: [] }, 'data.person must be Person, but is a list'],
  ['{ p: person { name } }', { p: {} }, 'data.p.name must be String!, but is absent'],
  [
    '{ owner { __typename ... on Person { age } } }',
    { owner: { __typename: 'X' } },
    'data.owner.__typename must be the name of a type of Owner, but is another name',
  ],
  [
    '{ owner { __typename ... on Person { age } } }',
    { owner: { __typename: 'Person' } },
    'data.owner.age must be Int, but is absent',
  ],
  ['{ owner { __typename ... on Person { age } } }', { owner: 7 }, 'data.owner must be Owner, but is a number'],
  ['{ person { toString: name } }', { person: {} }, 'data.person.toString must be String!, but is absent'],
])('%s: %j is refused', (source, data, reason) => {
  const message = `The result of the upstream does not match its schema: ${reason}.`;
  expect(() => validate(source, data)).toThrow(message);
});
