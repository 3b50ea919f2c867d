import { type OperationDefinitionNode, buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { describeVariables, findNonNullVariables } from '../../../src/gateway/compile/endpoint/documentVariables.ts';
import { DEFAULT_CONVENTIONS } from '../../../src/gateway/plan/conventions/defaultConventions.ts';

describe('findNonNullVariables', () => {
  const context = {
    conventions: { ...DEFAULT_CONVENTIONS, nonNull: ['Filter.m'] },
    schema: buildSchema(`
  type Query { echo(n: Int! = 1, m: Int, f: Filter, l: [Int!]): String }
  input Filter { n: Int! = 1, m: Int }
`),
  };

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
    expect([...findNonNullVariables([parse(text)], context).nonNull]).toEqual(names);
  });

  test('the variables of input fields that the conventions list are found', () => {
    const text = 'query ($x: Int, $y: Int, $f: Filter) { echo(m: $x, f: { m: $y }) other: echo(f: $f) }';
    expect([...findNonNullVariables([parse(text)], context).listed]).toEqual(['y']);
  });

  test('the variables of several documents are found', () => {
    const documents = ['query ($x: Int = 1) { echo(n: $x) }', 'query ($y: Int = 1) { echo(n: $y) }'].map((each) =>
      parse(each),
    );
    expect([...findNonNullVariables(documents, context).nonNull]).toEqual(['x', 'y']);
  });
});

describe('describeVariables', () => {
  const variablesSchema = buildSchema(`
  type Query {
    book("Of the book." id: ID, shelf: String, filter: Filter, "All of them." ids: [ID!]): String
  }
  input Filter {
    "In words."
    text: String
    "Both hold."
    and: [Filter!]
    limit: Int
  }
`);

  test.each<[text: string, descriptions: Record<string, string>]>([
    ['query ($x: ID) { book(id: $x) }', { x: 'Of the book.' }],
    ['query ($x: String) { book(shelf: $x) }', {}],
    ['query ($x: String) { book(filter: { text: $x }) }', { x: 'In words.' }],
    ['query ($x: String) { book(filter: { and: [{ text: $x }] }) }', { x: 'In words.' }],
    ['query ($x: [Filter!]) { book(filter: { and: $x }) }', { x: 'Both hold.' }],
    ['query ($x: Int) { book(filter: { limit: $x }) }', {}],
    ['query ($x: ID!) { book(ids: [$x]) }', { x: 'All of them.' }],
    ['query ($x: ID, $y: String) { book(id: $x, filter: { text: $y }) }', { x: 'Of the book.', y: 'In words.' }],
    ['query ($x: Boolean!) { book @include(if: $x) }', {}],
  ])('the variables of %s are described by %j', (text, descriptions) => {
    const [operation] = parse(text).definitions as OperationDefinitionNode[];
    expect(Object.fromEntries(describeVariables(variablesSchema, operation!))).toEqual(descriptions);
  });
});
