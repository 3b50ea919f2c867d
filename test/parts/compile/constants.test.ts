import { type GraphQLInputType, buildSchema, parseConstValue, parseType, typeFromAST } from 'graphql';
import { describe, expect, test } from 'vitest';
import { readConstant, wireConstant, wireExample } from '../../../src/gateway/compile/parameters/constants.ts';
import { DEFAULT_CONVENTIONS } from '../../../src/gateway/plan/conventions/defaultConventions.ts';

describe('wireExample', () => {
  const wireExampleSchema = buildSchema(`
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
    const inputType = typeFromAST(wireExampleSchema, parseType(type)) as GraphQLInputType;
    expect(wireExample(example, inputType, DEFAULT_CONVENTIONS)).toEqual(value);
  });
});

describe('constants', () => {
  const constantsSchema = buildSchema(`
  enum Genre { FACT FICTION }
  scalar Any
  input Filter { someGenre: Genre, and: [Filter!], id: ID }
  type Query { a(f: Filter, any: Any): String }
`);
  const conventions = { ...DEFAULT_CONVENTIONS, case: 'snake_case', enums: { '*': 'lowercase' } } as const;

  test.each<[text: string, value: unknown]>([
    ['1', 1],
    ['-1.5', -1.5],
    ['"x"', 'x'],
    ['FACT', 'FACT'],
    ['null', null],
    ['[1, [TRUE]]', [1, ['TRUE']]],
    ['{ a: { b: true } }', { a: { b: true } }],
  ])('the constant %s is the JSON %j', (text, value) => {
    expect(readConstant(parseConstValue(text))).toStrictEqual(value);
  });

  test.each<[type: string, text: string | undefined, value: unknown]>([
    ['Int', undefined, undefined],
    ['Int', 'null', undefined],
    ['Int', '1', 1],
    ['Int!', '1', 1],
    ['Boolean', 'false', false],
    ['String', '""', ''],
    ['ID', '12', '12'],
    ['ID', '"a"', 'a'],
    ['Genre', 'FACT', 'fact'],
    ['[Genre!]', '[FACT, FICTION]', ['fact', 'fiction']],
    ['[Genre]!', '[null, FACT]', [null, 'fact']],
    ['[ID!]', '1', ['1']],
    ['Any', '{ fooBar: [FACT] }', { fooBar: ['FACT'] }],
    ['Filter', '{ someGenre: FACT, and: [{ id: 1 }] }', { some_genre: 'fact', and: [{ id: '1' }] }],
    ['Filter', '{ and: { someGenre: null } }', { and: [{ some_genre: null }] }],
    ['Filter', '{ notAField: FACT }', { not_a_field: 'FACT' }],
    ['Filter', '"no object"', 'no object'],
    ['Genre', 'POEM', 'POEM'],
  ])('a %s with the default %s is sent as %j', (type, text, value) => {
    const constant = text === undefined ? undefined : readConstant(parseConstValue(text));
    expect(
      wireConstant(constant, typeFromAST(constantsSchema, parseType(type)) as GraphQLInputType, conventions),
    ).toStrictEqual(value);
  });
});
