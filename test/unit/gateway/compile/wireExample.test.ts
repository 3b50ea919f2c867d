import { type GraphQLInputType, buildSchema, parseType, typeFromAST } from 'graphql';
import { expect, test } from 'vitest';
import { wireExample } from '../../../../src/gateway/compile/wireExample.ts';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/conventions/defaultConventions.ts';

const schema = buildSchema(`
  enum Genre { FACT }
  scalar SafeInt
  scalar Unknown
  scalar JSON
  input Filter { a: Int }
  type Query { a(s: SafeInt, u: Unknown, j: JSON, g: Genre, f: Filter, i: ID): String }
`);

test.each<[type: string, example: string, value: unknown]>([
  ['String', '1', '1'],
  ['ID!', '1', '1'],
  ['Genre', '1', '1'],
  ['Unknown', '1', '1'],
  ['Int', '1', 1],
  ['Int!', '1', 1],
  ['Float', '1.5', 1.5],
  ['Boolean', 'true', true],
  ['SafeInt', '1', 1],
  ['JSON', '{"a": 1}', { a: 1 }],
  ['[Int!]', '[1, 2]', [1, 2]],
  ['[String!]', '["a"]', ['a']],
  ['Filter', '{"a": 1}', { a: 1 }],
  ['Int', 'one', 'one'],
])('a %s has the example %s as %j', (type, example, value) => {
  const inputType = typeFromAST(schema, parseType(type)) as GraphQLInputType;
  expect(wireExample(example, inputType, DEFAULT_CONVENTIONS)).toEqual(value);
});
