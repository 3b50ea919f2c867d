// What breaks queries over the GraphQL schema, which is a contract of an API that serves it.
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { Folder } from '../support/runPortico.ts';

const sdl = /* GraphQL */ `
  directive @authenticated on OBJECT | FIELD_DEFINITION
  directive @requiresScopes(scopes: [[String!]!]!) on OBJECT | FIELD_DEFINITION
  type Query {
    book(id: ID, edition: Int = 1): Book
    open: Int
  }
  type Mutation {
    add(input: BookInput!): Book
  }
  type Book @authenticated @requiresScopes(scopes: [["books:read"]]) {
    title: String!
    subtitle: String
    genre: Genre
  }
  enum Genre {
    FACT
    FICTION
  }
  input BookInput {
    name: String
    pages: Int = 1
  }
`;

const folder = new Folder({
  'contracts/': '',
  'old/openapi.v1.json': '{ "openapi": "3.1.0", "servers": [{ "url": "/v1" }], "paths": {} }',
  'old/schema.graphql': sdl,
  'rest/v1/a.graphql': 'query a @endpoint(method: GET, path: "/open") { open }',
});

async function breaksAfter(before: string, after: string) {
  expect(sdl).toContain(before);
  const loadSchema = async () => buildSchema(sdl.replace(before, after));
  const defaults = { loadSchema, endpoints: folder.at('rest'), root: folder.path };
  const { json } = await folder.runJson('contracts --against ./old', { defaults });
  const { breaks, errors } = json as { breaks: Record<string, unknown>[]; errors: string[] };
  expect(errors).toEqual([]);
  return breaks;
}

describe('a change that breaks queries', () => {
  test.each([
    ['a removed type', 'type Mutation {\n    add(input: BookInput!): Book\n  }', '', 'Type `Mutation` was removed.'],
    ['a removed argument', 'id: ID, ', '', 'Argument `id: ID` was removed from field `Query.book`.'],
    ['another type', 'subtitle: String', 'subtitle: Int', 'Field `Book.subtitle` changed type from `String` to `Int`.'],
    ['a new null', 'title: String!', 'title: String', 'Field `Book.title` changed type from `String!` to `String`.'],
    ['a new required argument', 'id: ID', 'id: ID, of: ID!', 'Argument `of: ID!` added to field `Query.book`.'],
    [
      'a new required input',
      'pages:',
      'isbn: ID!\n pages:',
      'Input field `isbn` of type `ID!` was added to input object type `BookInput`.',
    ],
    ['an input that is now required', 'name: String', 'name: String!', 'changed type from `String` to `String!`.'],
    ['another default', 'edition: Int = 1', 'edition: Int = 2', 'changed from `1` to `2`.'],
    ['another default of an input', 'pages: Int = 1', 'pages: Int = 2', 'default value changed from `1` to `2`.'],
    [
      'one more scope',
      '[["books:read"]]',
      '[["books:read", "all:read"]]',
      '`Book` required `credentials` and `books:read`, and now requires `credentials` and `books:read` and `all:read`.',
    ],
    [
      'a scope where none was required',
      'open: Int',
      'open: Int @requiresScopes(scopes: [["all:read"]])',
      '`Query.open` required nothing, and now requires `all:read`.',
    ],
    [
      'credentials where none were required',
      'open: Int',
      'open: Int @authenticated',
      '`Query.open` required nothing, and now requires `credentials`.',
    ],
  ])('is found: %s', async (_, before, after, message) => {
    const changes = await breaksAfter(before, after);
    expect(changes.map(({ change }) => change)).toContainEqual(expect.stringContaining(message));
  });

  test('names the affected queries and a fix', async () => {
    expect(await breaksAfter('subtitle: String', '')).toEqual([
      {
        file: 'contracts/schema.graphql',
        change: 'Field `subtitle` was removed from object type `Book`.',
        affected: 'queries that use it',
        endpoints: [],
        hint: 'Restore it, and mark it @deprecated, or add a new element and mark this one @deprecated.',
        since: { against: './old' },
      },
    ]);
  });
});

describe('a change that breaks nobody', () => {
  test.each([
    ['a new type', 'enum Genre', 'type Shelf {\n id: ID\n}\nenum Genre'],
    ['a new value', 'FICTION', 'FICTION\n POETRY'],
    ['a new optional argument', 'id: ID', 'id: ID, of: ID'],
    ['a field that is never null', 'subtitle: String', 'subtitle: String!'],
    ['a deprecation', 'subtitle: String', 'subtitle: String @deprecated'],
    ['an alternative scope', '[["books:read"]]', '[["books:read"], ["all:read"]]'],
    ['no credentials', '@authenticated @requires', '@requires'],
  ])('passes: %s', async (_, before, after) => {
    expect(await breaksAfter(before, after)).toEqual([]);
  });
});
