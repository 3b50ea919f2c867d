import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { faultsOf } from '../support/faults.ts';

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

const faults = (files: Record<string, string>) => faultsOf(schema, { ...DOCUMENTS, ...files });

/** The names of the tools of a version. */
async function toolsOf(files: Record<string, string>, version = 'v1'): Promise<string[]> {
  const { body } = await ask(schema, { ...DOCUMENTS, ...files }, `POST /${version}/mcp`, {
    headers: { accept: 'application/json, text/event-stream', authorization: 'any' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });
  return (body as { result: { tools: { name: string }[] } }).result.tools.map(({ name }) => name);
}

describe('tools', () => {
  test.each([
    ['those of a method', '{"tools": ["GET"]}', ['getBook', 'listBooks']],
    ['those of a tag, but for what cannot be one', '{"tools": ["#books"]}', ['getBook', 'listBooks']],
    ['operations', '{"tools": ["addBook", "getBook"]}', ['addBook', 'getBook']],
    ['several at once', '{"tools": ["POST", "#books"]}', ['addBook', 'getBook', 'listBooks']],
  ])('are %s', async (_, conventions, names) => {
    expect((await toolsOf({ 'conventions.json': conventions })).sort()).toEqual(names);
  });

  test.each([
    ['', ['getBook', 'listBooks']],
    ['{"tools": ["POST"]}', ['addBook']],
  ])('are inherited by the next version, unless it has its own: %s', async (own, names) => {
    const files = {
      'conventions.json': '{"tools": ["GET"]}',
      'v2/listBooks.graphql': DOCUMENTS['v1/listBooks.graphql'],
    };
    expect((await toolsOf({ ...files, ...(own && { 'v2/conventions.json': own }) }, 'v2')).sort()).toEqual(names);
  });

  test('are no endpoint that requires If-Match', () => {
    expect(faults({ 'conventions.json': '{"tools": ["GET", "renameBook"]}' })).toEqual([
      'conventions.json:1:19: renameBook cannot be a tool: it requires If-Match, which no tool sends. Remove it, or change the endpoint.',
    ]);
  });

  test('are no endpoint whose responses or requests are not JSON', async () => {
    const csv = DOCUMENTS['v1/listBooks.graphql'].replace('path', 'produces: ["text/csv"], path');
    const form = DOCUMENTS['v1/addBook.graphql'].replace(
      'path',
      'consumes: ["application/x-www-form-urlencoded"], path',
    );
    const files = { 'v1/listBooks.graphql': csv, 'v1/addBook.graphql': form };
    expect(await toolsOf({ ...files, 'conventions.json': '{"tools": ["GET"]}' })).toEqual(['getBook']);
    expect(faults({ ...files, 'conventions.json': '{"tools": ["listBooks", "addBook"]}' })).toEqual([
      'conventions.json:1:12: listBooks cannot be a tool: its responses are not JSON. Remove it, or change the endpoint.',
      'conventions.json:1:25: addBook cannot be a tool: its requests are not JSON. Remove it, or change the endpoint.',
    ]);
  });

  test('are no endpoint whose requests are files, of JSON as well', () => {
    const scan =
      'mutation scan($file: Upload) @endpoint(method: POST, path: "/scans", status: 200, body: "file", consumes: ["application/json"]) { scan(file: $file) { id } }';
    expect(faults({ 'v1/scan.graphql': scan, 'conventions.json': '{"tools": ["scan"]}' })).toEqual([
      'conventions.json:1:12: scan cannot be a tool: its requests are files. Remove it, or change the endpoint.',
    ]);
  });

  test('are at a path that no endpoint has', () => {
    const taken = { 'v1/listBooks.graphql': 'query listBooks @endpoint(method: GET, path: "/mcp") { books { id } }' };
    expect(faults({ ...taken, 'conventions.json': '{"tools": ["getBook"]}' })).toEqual([
      'conventions.json:1:12: /mcp is the path of the tools, and of the endpoint listBooks. Change the path of the endpoint.',
    ]);
    expect(faults(taken)).toEqual([]);
  });
});
