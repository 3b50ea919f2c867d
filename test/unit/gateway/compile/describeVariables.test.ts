import { type OperationDefinitionNode, buildSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { describeVariables } from '../../../../src/gateway/compile/describeVariables.ts';

const schema = buildSchema(`
  type Query { find("Of the argument." id: ID, plain: Int, filter: Filter): Int }
  input Filter { "Of the input field." name: String, inner: Filter }
`);

test.each<[name: string, selection: string, descriptions: Record<string, string>]>([
  ['an argument', 'find(id: $x)', { x: 'Of the argument.' }],
  ['an input field', 'find(filter: { name: $x })', { x: 'Of the input field.' }],
  ['a nested input field', 'find(filter: { inner: { name: $x } })', { x: 'Of the input field.' }],
  ['an argument without a description', 'find(plain: $x)', {}],
])('describes a variable by %s', (_, selection, descriptions) => {
  const [operation] = parse(`query ($x: ID) { ${selection} }`).definitions;
  expect(Object.fromEntries(describeVariables(schema, operation as OperationDefinitionNode))).toEqual(descriptions);
});
