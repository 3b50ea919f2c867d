import { type OperationDefinitionNode, buildSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { takesFiles } from '../../../../src/gateway/execute/remote/multipartRequest.ts';

const schema = buildSchema(`
  scalar Upload
  input Photo { caption: String file: Upload! }
  input Album { parent: Album photos: [Photo!] }
  input Filter { and: [Filter!] name: String }
  type Query { find(filter: Filter, file: Upload, album: Album): Int }
`);

test.each([
  ['no variable', '', false],
  ['texts', '($a: String, $b: [ID!]!)', false],
  ['an input object that refers to itself', '($a: Filter)', false],
  ['a file', '($a: String, $b: Upload)', true],
  ['a list of files', '($a: [Upload!]!)', true],
  ['a file in a list in an input object', '($a: Filter, $b: [Album!])', true],
  ['a type that the schema does not have', '($a: Missing)', false],
])('with %s', (_, variables, expected) => {
  const [operation] = parse(`query find${variables} { find }`).definitions;
  expect(takesFiles(operation as OperationDefinitionNode, schema)).toBe(expected);
});
