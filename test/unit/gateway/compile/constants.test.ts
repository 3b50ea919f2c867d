import { buildSchema, parseConstValue, typeFromAST, parseType, type GraphQLInputType } from 'graphql';
import { expect, test } from 'vitest';
import { readConstant, wireConstant } from '../../../../src/gateway/compile/constants.ts';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/conventions/defaultConventions.ts';

const schema = buildSchema(`
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
  const node = text === undefined ? undefined : parseConstValue(text);
  expect(wireConstant(node, typeFromAST(schema, parseType(type)) as GraphQLInputType, conventions)).toStrictEqual(
    value,
  );
});
