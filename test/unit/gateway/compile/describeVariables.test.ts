import { type OperationDefinitionNode, buildSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { describeVariables } from '../../../../src/gateway/compile/describeVariables.ts';

const schema = buildSchema(`
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
  expect(Object.fromEntries(describeVariables(schema, operation!))).toEqual(descriptions);
});
