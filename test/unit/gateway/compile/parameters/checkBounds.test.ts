import { type GraphQLScalarType, buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { diagnosticsOf } from '../support/compileDocuments.ts';
import { type DiagnosticCase, testDiagnostics } from '../support/testDiagnostics.ts';

const schema = `
  scalar SafeInt
  scalar Code
  scalar Anything
  enum Genre { FACT FICTION }
  input Filter { text: String }
  type Query {
    echo(t: String, i: ID, n: Int, f: Float, b: Boolean, g: Genre, s: SafeInt, c: Code, a: Anything, l: [String!]): String
  }
`;
const conventions = JSON.stringify({ scalars: { Anything: { type: 'any' }, Code: { type: 'string', maxLength: 3 } } });
const query = (argument: string, variable: string) => ({
  'conventions.json': conventions,
  'v1/a.graphql': `query get($x: ${variable}) @endpoint(method: GET, path: "/e") { echo(${argument}: $x) }`,
});

const cases: DiagnosticCase[] = [
  [
    'lengths are not for numbers',
    query('n', 'Int ▶@param(maxLength: 1)'),
    'minLength, maxLength and pattern are for text, not for Int. | Use min and max.',
  ],
  [
    'a least length is not for numbers',
    query('f', 'Float ▶@param(minLength: 1)'),
    'minLength, maxLength and pattern are for text, not for Float. | Use min and max.',
  ],
  [
    'a pattern is not for a scalar that is a number',
    query('s', 'SafeInt ▶@param(pattern: "1")'),
    'minLength, maxLength and pattern are for text, not for SafeInt. | Use min and max.',
  ],
  [
    'lengths are not for Booleans',
    query('b', 'Boolean ▶@param(maxLength: 1)'),
    'minLength, maxLength and pattern are for text, not for Boolean. | Remove them.',
  ],
  [
    'lengths are not for any JSON',
    query('a', 'Anything ▶@param(maxLength: 1)'),
    'minLength, maxLength and pattern are for text, not for Anything. | Remove them.',
  ],
  [
    'ranges are not for text',
    query('t', 'String ▶@param(min: 1)'),
    'min and max are for numbers, not for String. | Use minLength and maxLength.',
  ],
  [
    'ranges are not for ids',
    query('i', 'ID ▶@param(max: 1)'),
    'min and max are for numbers, not for ID. | Use minLength and maxLength.',
  ],
  [
    'ranges are not for a scalar that is text',
    query('c', 'Code ▶@param(max: 1)'),
    'min and max are for numbers, not for Code. | Use minLength and maxLength.',
  ],
  [
    'ranges are not for enums',
    query('g', 'Genre ▶@param(min: 1)'),
    'min and max are for numbers, not for Genre. | Remove them.',
  ],
  [
    'a least number of items is for lists',
    query('t', 'String ▶@param(minItems: 1)'),
    'minItems and maxItems are for lists, not for String. | Remove them.',
  ],
  [
    'a greatest number of items is for lists',
    query('t', 'String ▶@param(maxItems: 1)'),
    'minItems and maxItems are for lists, not for String. | Remove them.',
  ],
  ['a range is not empty', query('n', 'Int @param(min: ▶5, max: 4)'), 'min is greater than max. | Swap them.'],
  [
    'a range of lengths is not empty',
    query('t', 'String @param(minLength: ▶5, maxLength: 4)'),
    'minLength is greater than maxLength. | Swap them.',
  ],
  [
    'a range of items is not empty',
    query('l', '[String!] @param(minItems: ▶2, maxItems: 1)'),
    'minItems is greater than maxItems. | Swap them.',
  ],
  ['a length is not negative', query('t', 'String @param(maxLength: ▶-1)'), 'maxLength is negative. | Use 0 or more.'],
  [
    'a least length is not negative',
    query('t', 'String @param(minLength: ▶-1)'),
    'minLength is negative. | Use 0 or more.',
  ],
  [
    'a number of items is not negative',
    query('l', '[String!] @param(minItems: ▶-2, maxItems: ▶-1)'),
    'minItems is negative. | Use 0 or more.',
    'maxItems is negative. | Use 0 or more.',
  ],
  [
    'a pattern is a regular expression',
    query('t', 'String @param(pattern: ▶"(")'),
    'pattern is not a regular expression: Invalid regular expression: /(/u: Unterminated group. | Write an ECMAScript regular expression.',
  ],
  [
    'a pattern is one of Unicode mode',
    query('t', String.raw`String @param(pattern: ▶"\\-")`),
    String.raw`pattern is not a regular expression: Invalid regular expression: /\-/u: Invalid escape. | Write an ECMAScript regular expression.`,
  ],
  [
    'a default is within the bounds',
    query('n', 'Int = ▶5 @param(max: 4)'),
    'The default of x is not valid: it must be an integer between -2147483648 and 4. | Change the default, or the bounds.',
  ],
  [
    'a default has the length',
    query('t', 'String = ▶"" @param(minLength: 3)'),
    'The default of x is not valid: it must have at least 3 characters. | Change the default, or the bounds.',
  ],
  [
    'a default has the number of items',
    query('l', '[String!] = ▶["a", "b"] @param(maxItems: 1)'),
    'The default of x is not valid: it must have at most 1 items. | Change the default, or the bounds.',
  ],
  [
    'a default is within the bounds of its scalar',
    query('c', 'Code = ▶"long"'),
    'The default of x is not valid: it must have at most 3 characters. | Change the default, or the bounds.',
  ],
  [
    'an example is of the type',
    query('s', 'SafeInt @param(example: ▶"one")'),
    'The example of x is not valid: it must be an integer between -9007199254740991 and 9007199254740991. | Change the example, or the bounds.',
  ],
  [
    'an example is within the bounds',
    query('t', 'String @param(maxLength: 3, example: ▶"Emma")'),
    'The example of x is not valid: it must have at most 3 characters. | Change the example, or the bounds.',
  ],
  [
    'bounds that do not fit are reported before values',
    query('t', 'String = "" ▶@param(min: 1, minLength: 1)'),
    'min and max are for numbers, not for String. | Use minLength and maxLength.',
  ],
];
describe('bounds are refused where', () => {
  testDiagnostics(schema, cases);
});

describe('bounds', () => {
  test('are reported for each item of a default', () => {
    const documents = query('l', '[String!] = ["a", "b"] @param(minLength: 2)');
    expect(diagnosticsOf(schema, documents)).toHaveLength(2);
  });
  test.each<[argument: string, variable: string]>([
    ['n', 'Int = 4 @param(min: 4, max: 4)'],
    ['f', 'Float @param(min: 0.5, max: 1.5, example: "1")'],
    ['s', 'SafeInt @param(min: 1, example: "2")'],
    ['t', 'String = "ab" @param(minLength: 2, maxLength: 2, pattern: "[a-z]+")'],
    ['i', 'ID @param(maxLength: 3, example: "abc")'],
    ['c', 'Code @param(minLength: 0, maxLength: 0)'],
    ['l', '[String!] = [] @param(minItems: 0, maxItems: 0, maxLength: 3)'],
    ['l', '[String!]! @param(maxItems: 2)'],
    ['t', 'String @param(nullAs: "none", maxLength: 3, example: "none")'],
    ['n', 'Int = null @param(min: 1)'],
  ])('of %s: %s are accepted', (argument, variable) => {
    expect(diagnosticsOf(schema, query(argument, variable))).toEqual([]);
  });
  test('of a custom scalar are those of its own parser too', () => {
    const parsed = buildSchema(schema);
    (parsed.getType('Code') as GraphQLScalarType).parseValue = (value) => {
      if (value !== 'abc') throw new Error('Code must be abc');
    };
    expect(diagnosticsOf(parsed, query('c', 'Code @param(example: "abc")'))).toEqual([]);
    expect(diagnosticsOf(parsed, query('c', 'Code @param(example: "xyz")'))).toEqual([
      'v1/a.graphql:1:36 The example of x is not valid: it must be abc. | Change the example, or the bounds.',
    ]);
  });
});
