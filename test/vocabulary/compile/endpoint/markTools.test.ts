import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { compileApi } from '../../../../src/gateway/compile/compileApi.ts';
import { DocumentError } from '../../../../src/gateway/base/errors/Diagnostic.ts';
import { withFolder } from '../../document/support/withFolder.ts';

const schema = buildSchema(`
  scalar Upload
  type Query { book(id: ID!): Book books: [Book!]! }
  type Mutation { rename(id: ID!, version: ID, name: String!): Book add(name: String!): Book scan(file: Upload): Book }
  type Book { id: ID! name: String! }
`);

const DOCUMENTS = {
  'v1/getBook.graphql': 'query getBook($id: ID!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { id } }',
  'v1/listBooks.graphql': 'query listBooks @endpoint(method: GET, path: "/books") { books { id } }',
  'v1/addBook.graphql':
    'mutation addBook($name: String!) @endpoint(method: POST, path: "/admin/books", status: 201) { add(name: $name) { id } }',
  'v1/renameBook.graphql': `mutation renameBook($id: ID!, $version: ID! @param(in: HEADER, name: "If-Match"), $name: String!)
    @endpoint(method: PATCH, path: "/books/{id}") { rename(id: $id, version: $version, name: $name) { id } }`,
};

const compile = (files: Record<string, string>, more: Record<string, string> = {}) =>
  withFolder({ ...DOCUMENTS, ...more, ...files }, (folder) => {
    try {
      const { versions } = compileApi(folder, schema);
      return versions.map(({ endpoints }) => endpoints.flatMap(({ name, tool }) => (tool ? [name] : [])));
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      return error.diagnostics.map(({ line, column, message, hint }) => `${line}:${column}: ${message} ${hint}`);
    }
  });

describe('tools', () => {
  test.each([
    ['none', '{}', []],
    ['those of a method', '{"tools": ["GET"]}', ['getBook', 'listBooks']],
    ['those of a tag, but for what cannot be one', '{"tools": ["#books"]}', ['getBook', 'listBooks']],
    ['operations', '{"tools": ["addBook", "getBook"]}', ['addBook', 'getBook']],
    ['several at once', '{"tools": ["POST", "#books"]}', ['addBook', 'getBook', 'listBooks']],
  ])('are %s', (_, conventions, names) => {
    expect(compile({ 'conventions.json': conventions })).toEqual([names]);
  });

  test('are inherited by the next version, unless it has its own', () => {
    const more = { 'v2/listBooks.graphql': DOCUMENTS['v1/listBooks.graphql'] };
    const files = { 'conventions.json': '{"tools": ["GET"]}', ...more };
    expect(compile(files)).toEqual([
      ['getBook', 'listBooks'],
      ['getBook', 'listBooks'],
    ]);
    expect(compile({ ...files, 'v2/conventions.json': '{"tools": []}' })).toEqual([['getBook', 'listBooks'], []]);
  });

  test('are no endpoint that requires If-Match', () => {
    expect(compile({ 'conventions.json': '{"tools": ["GET", "renameBook"]}' })).toEqual([
      '1:19: renameBook cannot be a tool: it requires If-Match, which no tool sends. Remove it, or change the endpoint.',
    ]);
  });

  test('are no endpoint whose responses or requests are not JSON', () => {
    const csv = DOCUMENTS['v1/listBooks.graphql'].replace('path', 'produces: ["text/csv"], path');
    const form = DOCUMENTS['v1/addBook.graphql'].replace(
      'path',
      'consumes: ["application/x-www-form-urlencoded"], path',
    );
    const files = { 'v1/listBooks.graphql': csv, 'v1/addBook.graphql': form };
    expect(compile({ ...files, 'conventions.json': '{"tools": ["GET"]}' })).toEqual([['getBook']]);
    expect(compile({ ...files, 'conventions.json': '{"tools": ["listBooks", "addBook"]}' })).toEqual([
      '1:12: listBooks cannot be a tool: its responses are not JSON. Remove it, or change the endpoint.',
      '1:25: addBook cannot be a tool: its requests are not JSON. Remove it, or change the endpoint.',
    ]);
  });

  test('are no endpoint whose requests are files, of JSON as well', () => {
    const scan =
      'mutation scan($file: Upload) @endpoint(method: POST, path: "/scans", status: 200, body: "file", consumes: ["application/json"]) { scan(file: $file) { id } }';
    expect(compile({ 'v1/scan.graphql': scan, 'conventions.json': '{"tools": ["scan"]}' })).toEqual([
      '1:12: scan cannot be a tool: its requests are files. Remove it, or change the endpoint.',
    ]);
  });

  test('are at a path that no endpoint has', () => {
    const taken = { 'v1/listBooks.graphql': 'query listBooks @endpoint(method: GET, path: "/mcp") { books { id } }' };
    expect(compile({ ...taken, 'conventions.json': '{"tools": ["getBook"]}' })).toEqual([
      '1:12: /mcp is the path of the tools, and of the endpoint listBooks. Change the path of the endpoint.',
    ]);
    expect(compile(taken)).toEqual([[]]);
  });
});
