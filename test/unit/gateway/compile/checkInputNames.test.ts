import { describe, expect, test } from 'vitest';
import { diagnosticsOf } from './support/compileDocuments.ts';
import { testDiagnostics } from './support/testDiagnostics.ts';

const schema = `
  type Query { a: String }
  type Mutation { meet(clash: Clash, deep: [Deep!], tree: Tree): String }
  input Clash { fooBar: Int foo_bar: Int }
  input Deep { clashes: [Clash!]! again: [Clash!] }
  input Tree { children: [Tree!] name: String }
`;
const meet = (variable: string, given: string, conventions = '{"case": "snake_case"}') => ({
  'conventions.json': conventions,
  'v1/a.graphql': `mutation m(${variable}) @endpoint(method: POST, path: "/m") { meet(${given}) }`,
});
const messageOf = (type: string) =>
  `Clash.fooBar and Clash.foo_bar have the same property name "foo_bar". | Replace the variable of type ${type} by one variable for each field that clients send.`;

describe('two fields of one property name are refused', () => {
  testDiagnostics(schema, [
    ['in the type of a variable', meet('▶$c: Clash', 'clash: $c'), messageOf('Clash')],
    ['in what its fields refer to, once', meet('▶$d: [Deep!]', 'deep: $d'), messageOf('Deep')],
    [
      'for each variable',
      meet('▶$c: Clash, ▶$d: [Deep!]', 'clash: $c, deep: $d'),
      messageOf('Clash'),
      messageOf('Deep'),
    ],
  ]);
});

test.each([
  ['names are those of the schema', meet('$c: Clash', 'clash: $c', '{}')],
  ['an object refers to itself', meet('$t: Tree', 'tree: $t')],
])('input objects are accepted where %s', (_, documents) => {
  expect(diagnosticsOf(schema, documents)).toEqual([]);
});
