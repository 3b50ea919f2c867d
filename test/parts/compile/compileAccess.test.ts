import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { compileAccess } from '../../../src/gateway/compile/endpoint/compileAccess.ts';

const schema = buildSchema(`
  directive @authenticated on OBJECT | FIELD_DEFINITION
  directive @requiresScopes(scopes: [[String!]!]!) on OBJECT | FIELD_DEFINITION
  type Query { user: User open: Open either: String @requiresScopes(scopes: [["a"], ["b", "c"]]) }
  type Open { draft: Draft note: String @authenticated user: User orders: Order open: Open id: ID }
  type Draft @authenticated { id: ID user: User }
  type User @requiresScopes(scopes: [["users:read"]]) { id: ID, email: String @requiresScopes(scopes: [["email:read"]]) }
  type Order @requiresScopes(scopes: [["orders:read"]]) { id: ID user: User }
`);

const variables = '($a: Boolean = false, $b: Boolean = false, $t: Boolean = false)';

const expands = [
  { name: 'a', variables: ['a'] },
  { name: 'b', variables: ['b'] },
];
const report = () => {};
const scopesOf = (...texts: string[]) => {
  const operations = texts.map((text) => parse(text));
  return compileAccess({ auth: 'REQUIRED', expands, fields: [] }, operations, operations[0]!, { schema, report });
};
const include = (variable: string) => ({ variable, leftOutWhen: false, defaultValue: false });
const skip = (variable: string) => ({ variable, leftOutWhen: true, defaultValue: false });

describe('compileAccess', () => {
  describe('scopes are required', () => {
    test.each<[what: string, rules: unknown[], ...operations: string[]]>([
      ['nowhere', [], '{ open { id } }'],
      ['always', [{ anyOf: [['users:read']], when: [] }], '{ user { id } }'],
      ['as alternatives', [{ anyOf: [['a'], ['b', 'c']], when: [] }], '{ either }'],
      [
        'once for two elements',
        [{ anyOf: [['users:read']], when: [] }],
        '{ user { id } open { user { id } ...F } } fragment F on Open { user { id } }',
      ],
      [
        'by any of the operations',
        [
          { anyOf: [['users:read']], when: [] },
          { anyOf: [['orders:read']], when: [] },
        ],
        '{ user { id } }',
        '{ open { orders { id } } }',
      ],
      ['of no kind, but a caller', [{ anyOf: [[]], when: [] }], '{ open { note draft { id } } }'],
      [
        'of no kind, but a caller, with a value of expand',
        [{ anyOf: [[]], when: [include('a')] }],
        `query ${variables} { open { id note @include(if: $a) } }`,
      ],
      [
        'which imply a caller under the same conditions and more',
        [{ anyOf: [['users:read']], when: [include('a')] }],
        `query ${variables} { open { id draft @include(if: $a) { id user { id } x: user @include(if: $b) { id } } } }`,
      ],
      [
        'under more conditions than a caller',
        [
          { anyOf: [[]], when: [] },
          { anyOf: [['users:read']], when: [include('a')] },
        ],
        `query ${variables} { open { note user @include(if: $a) { id } } }`,
      ],
      [
        'with a value of expand',
        [{ anyOf: [['users:read']], when: [include('a')] }],
        `query ${variables} { open { id user @include(if: $a) { id } } }`,
      ],
      [
        'without a value of expand',
        [{ anyOf: [['users:read']], when: [skip('a')] }],
        `query ${variables} { open { id user @skip(if: $a) { id } } }`,
      ],
      [
        'with several values of expand',
        [
          { anyOf: [['orders:read']], when: [include('a')] },
          { anyOf: [['users:read']], when: [include('a'), include('b')] },
        ],
        `query ${variables} { open { id orders @include(if: $a) { id user @include(if: $b) { id } } } }`,
      ],
      [
        'always, though a condition has another parameter',
        [{ anyOf: [['users:read']], when: [] }],
        `query ${variables} { open { id user @include(if: $t) { id } } }`,
      ],
      [
        'always where they are under a condition as well',
        [{ anyOf: [['users:read']], when: [] }],
        `query ${variables} { open { id x: user @include(if: $a) { id } user { id } } }`,
      ],
      [
        'under fewer conditions where they are under more as well',
        [{ anyOf: [['users:read']], when: [include('a')] }],
        `query ${variables} { open { id ... @include(if: $b) { user @include(if: $a) { id } } x: user @include(if: $a) { id } } }`,
      ],
      [
        'under each of two conditions',
        [
          { anyOf: [['users:read']], when: [include('a')] },
          { anyOf: [['users:read']], when: [include('b')] },
        ],
        `query ${variables} { open { id x: user @include(if: $a) { id } y: user @include(if: $b) { id } } }`,
      ],
      [
        'once under one condition, however it is nested',
        [{ anyOf: [['users:read']], when: [include('a')] }],
        `query ${variables} { open { id ... @include(if: $a) { user @include(if: $a) { id } ...F @include(if: $a) } } } fragment F on Open { user { id } }`,
      ],
      [
        'in a fragment under each condition that it is spread with',
        [
          { anyOf: [['users:read']], when: [include('a')] },
          { anyOf: [['users:read']], when: [skip('b')] },
        ],
        `query ${variables} { open { id ...F @include(if: $a) ...F @skip(if: $b) } } fragment F on Open { user { id } }`,
      ],
    ])('%s', (_, rules, ...operations) => {
      expect(scopesOf(...operations)).toEqual(rules);
    });
  });

  test('fragments that are spread often do not take longer for that', () => {
    const fragments = Array.from(
      { length: 60 },
      (_, index) =>
        `fragment F${index} on Open { open { ...F${index + 1} } x: open @include(if: $a) { ...F${index + 1} } y: open @skip(if: $b) { ...F${index + 1} } }`,
    );
    const text = `query ${variables} { open { ...F0 } } ${fragments.join(' ')} fragment F60 on Open { user { id } }`;
    expect(scopesOf(text)).toEqual([{ anyOf: [['users:read']], when: [] }]);
  });
});
