import { buildSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { compileRequirements } from '../../../../src/gateway/access/compileRequirements.ts';
import { inWords, neededScopes } from '../../../../src/gateway/describe/neededScopes.ts';
import type { Endpoint } from '../../../../src/gateway/runtime/Endpoint.ts';

const schema = buildSchema(`
  directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION
  type Query {
    open: Query!
    a: Query! @requiresScopes(scopes: [["a"]])
    either: Query! @requiresScopes(scopes: [["b", "c"], ["d"]])
    leaf: Int
  }
`);

const VARIABLES = '($x: Boolean = false, $y: Boolean = false)';

test.each([
  ['nothing', '{ open { leaf } }', [], {}, 'none'],
  ['one scope, asked for twice', '{ a { a { leaf } } }', [['a']], {}, 'a'],
  ['alternatives', '{ either { a { leaf } } }', [['a'], ['b c', 'd']], {}, 'a, b and c or d'],
  ['what a fragment needs', '{ open { ...F } } fragment F on Query { a { leaf } }', [['a']], {}, 'a'],
  ['what expand needs', '{ open { a @include(if: $x) { leaf } leaf } }', [], { x: [['a']] }, 'none'],
  ['no more than always', '{ a { a @include(if: $x) { leaf } leaf } }', [['a']], {}, 'a'],
  [
    'what two values of expand need together',
    '{ open { leaf open @include(if: $x) { leaf a @include(if: $y) { leaf } } } }',
    [],
    { 'x,y': [['a']] },
    'none',
  ],
])('finds %s', (_, text, always, expand, words) => {
  const needed = neededScopes({
    requirements: compileRequirements(schema, parse(`query ${VARIABLES} ${text}`)),
    expands: ['x', 'y'].map((name) => ({ name, variables: [name] })),
  } as unknown as Endpoint);
  expect(needed).toEqual({ always, expand });
  expect(inWords(needed.always)).toBe(words);
});
