import { buildSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { findNonNullVariables } from '../../../../src/gateway/compile/findNonNullVariables.ts';

const schema = buildSchema(`
  type Query { echo(n: Int! = 1, m: Int, f: Filter, l: [Int!]): String }
  input Filter { n: Int! = 1, m: Int }
`);

test.each<[text: string, names: string[]]>([
  ['query ($x: Int) { echo(m: $x) }', []],
  ['query ($x: Int = 1) { echo(n: $x) }', ['x']],
  ['query ($x: Int! = 1) { echo(m: $x) }', []],
  ['query ($x: Int = 1) { echo(m: $x) other: echo(n: $x) }', ['x']],
  ['query ($x: Int = 1, $y: Int) { echo(f: { n: $x, m: $y }) }', ['x']],
  ['query ($x: Int = 1) { echo(l: [$x]) }', ['x']],
  ['query ($x: Boolean = false) { echo @include(if: $x) }', ['x']],
  ['query ($x: Int = 1) { ...F } fragment F on Query { echo(n: $x) }', ['x']],
])('%s', (text, names) => {
  expect([...findNonNullVariables(schema, [parse(text)])]).toEqual(names);
});

test('the variables of several documents are found', () => {
  const documents = ['query ($x: Int = 1) { echo(n: $x) }', 'query ($y: Int = 1) { echo(n: $y) }'].map((each) =>
    parse(each),
  );
  expect([...findNonNullVariables(schema, documents)]).toEqual(['x', 'y']);
});
