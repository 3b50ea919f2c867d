import path from 'node:path';
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { add, coordinateOf, extendConventions, findField } from '../../../../src/authoring/add/add.ts';
import { compileApi } from '../../../../src/gateway/compile/compileApi.ts';
import { UsageError } from '../../../../src/project/UsageError.ts';
import { withFolder } from '../../../vocabulary/document/support/withFolder.ts';
import { makeFolder, readFolder } from '../init/support/makeFolder.ts';
import { SDL } from '../init/support/proposal.ts';

const GET_BOOK = 'query getTome($id: ID!) @endpoint(method: GET, path: "/tomes/{id}") { book(id: $id) { ...Book } }';
const BOOK = 'fragment Book on Book { title }';

/** Adds an endpoint to the API in a folder. */
function addTo(folder: string, field: string, version?: string) {
  const options = { schema: path.join(folder, 'schema.graphql'), endpoints: path.join(folder, 'rest') };
  return add(field, { ...options, ...(version !== undefined && { version }) });
}

describe('add', () => {
  test('adds to the newest version, with the shapes that it has', async () => {
    const files = {
      'schema.graphql': SDL,
      'rest/v1/getTome.graphql': GET_BOOK,
      'rest/v1/shapes/Book.graphql': BOOK,
      'rest/v2/shapes/Book.graphql': 'fragment Book on Book { id title }',
    };
    const folder = makeFolder(files);
    const { text, json } = await addTo(folder, 'createBook');
    expect(text).toContain('POST /v2/');
    expect(json).toMatchObject({ coordinate: 'Mutation.createBook', method: 'POST', version: 2 });
    const after = readFolder(folder);
    expect(after).toMatchObject(files);
    expect(Object.keys(after).length).toBe(Object.keys(files).length + 1);
    expect(after['rest/v2/createBook.graphql']).toContain('...Book');
  });

  test.each([
    [
      'beside others',
      'rest/v1/listBookNotes.graphql',
      { 'rest/v1/getBook.graphql': GET_BOOK.replace('tomes', 'books'), 'rest/v1/shapes/Book.graphql': BOOK },
    ],
    [
      'beside those of its resource',
      'rest/v1/library/listBookNotes.graphql',
      { 'rest/v1/library/getBook.graphql': GET_BOOK.replace('tomes', 'books'), 'rest/v1/shapes/Book.graphql': BOOK },
    ],
    [
      'in a folder for its resource, where others have one',
      'rest/v1/books/listBookNotes.graphql',
      { 'rest/v1/tomes/getTome.graphql': GET_BOOK, 'rest/v1/shapes/Book.graphql': BOOK },
    ],
    ['in an empty folder', 'rest/v1/books/listBookNotes.graphql', { 'rest/': '' }],
  ])('adds a list in an object, %s', async (_, file, files) => {
    const sdl = `${SDL} extend type Book { notes: [Note!]! } type Note { id: ID! } extend type Query { notes: [Note!]! }`;
    const folder = makeFolder({ 'schema.graphql': sdl, ...files });
    expect((await addTo(folder, 'Book.notes')).text).toContain('GET /v1/books/{id}/notes');
    expect(readFolder(folder)[file]).toContain('book(id: $id) @unwrap {\n    notes {');
    await expect(addTo(folder, 'Book.notes')).rejects.toThrow(
      /^Book.notes already has an endpoint: GET \/v1\/books\/\{id\}\/notes,/,
    );
    await expect(addTo(folder, 'Note.id')).rejects.toThrow(
      'Note.id cannot have an endpoint. It is no object and no list',
    );
  });

  test('adds one object in another, once', async () => {
    const sdl = `${SDL} extend type Book { chapter(number: Int!): Chapter } type Chapter { number: Int! title: String! }`;
    const folder = makeFolder({
      'schema.graphql': sdl,
      'rest/v1/getTome.graphql': GET_BOOK.replace('tomes', 'books'),
      'rest/v1/shapes/Book.graphql': BOOK,
    });
    expect((await addTo(folder, 'Book.chapter')).text).toContain('GET /v1/books/{id}/chapters/{number}');
    expect(readFolder(folder)['rest/v1/getBookChapter.graphql']).toContain('chapter(number: $number) {');
    await expect(addTo(folder, 'Book.chapter')).rejects.toThrow(
      'Book.chapter already has an endpoint: GET /v1/books/{id}',
    );
    await expect(addTo(folder, '/books/{id}/chapters/{number}')).rejects.toThrow('is an endpoint, not a field');
  });

  test.each([
    'getTome',
    'getTome.graphql',
    'rest/v1/getTome.graphql',
    '/tomes/{id}',
    '/v1/tomes/:id',
    'get /tomes/{tome}',
  ])('says which field the endpoint %s is for', async (text) => {
    const files = { 'rest/v1/getTome.graphql': GET_BOOK, 'rest/v1/shapes/Book.graphql': BOOK };
    const folder = makeFolder({ 'schema.graphql': SDL, ...files });
    const message = `"${text}" is an endpoint, not a field: GET /v1/tomes/{id} is that of Query.book, in `;
    await expect(addTo(folder, text)).rejects.toThrow(UsageError);
    await expect(addTo(folder, text)).rejects.toThrow(message);
  });

  test.each([
    ['listBooks', 'did you mean "book"'],
    ['POST /tomes/{id}', 'The schema has no root field'],
  ])('suggests fields for %s, which is no endpoint', async (text, message) => {
    const files = { 'rest/v1/getTome.graphql': GET_BOOK, 'rest/v1/shapes/Book.graphql': BOOK };
    await expect(addTo(makeFolder({ 'schema.graphql': SDL, ...files }), text)).rejects.toThrow(message);
  });

  test('adds to the version that is named', async () => {
    const folder = makeFolder({
      'schema.graphql': SDL,
      'rest/v1/getTome.graphql': GET_BOOK,
      'rest/v1/shapes/Book.graphql': BOOK,
      'rest/v2/shapes/Book.graphql': BOOK,
    });
    await addTo(folder, 'createBook', '1');
    expect(readFolder(folder)).toHaveProperty(['rest/v1/createBook.graphql']);
  });

  test('begins the next version, with what it inherits', async () => {
    const files = {
      'schema.graphql': SDL,
      'rest/v1/getTome.graphql': GET_BOOK,
      'rest/v1/shapes/Book.graphql': BOOK,
    };
    const folder = makeFolder(files);
    const { text } = await addTo(folder, 'createBook', '2');
    expect(text).toMatch(/^Wrote \S+\/rest\/v2\/createBook.graphql\nPOST \/v2\/books$/);
    const { 'rest/v2/createBook.graphql': added, ...others } = readFolder(folder);
    expect(added).toContain('...Book');
    expect(others).toEqual(files);
  });

  test('begins with version 1 in an empty folder', async () => {
    const folder = makeFolder({ 'schema.graphql': SDL, 'rest/': '' });
    expect((await addTo(folder, 'book')).text).toContain('GET /v1/books/{id}');
    expect(readFolder(folder)).toHaveProperty(['rest/v1/books/getBook.graphql']);
  });

  const ADDRESSES = `
    type Query { address(bech32: String!): Address  node(url: String!): Node  rate(from: String!, to: String!): Rate }
    type Address { bech32: String!  coins: [Coin!]!  coin(denom: String!): Coin }
    type Coin { denom: String! }  type Node { height: Int }  type Rate { value: Float }`;

  test.each<[field: string, route: string]>([
    ['address', 'GET /v1/addresses/{bech32}'],
    ['Address.coins', 'GET /v1/addresses/{bech32}/coins'],
    ['Address.coin', 'GET /v1/addresses/{bech32}/coins/{denom}'],
    // An address, and several texts that the object does not have, are no keys.
    ['node', 'GET /v1/node'],
    ['rate', 'GET /v1/rate'],
  ])('takes the required argument of %s as its key, whatever its name is', async (field, route) => {
    const folder = makeFolder({ 'schema.graphql': ADDRESSES, 'rest/': '' });
    expect((await addTo(folder, field)).text.split('\n').at(-1)).toBe(route);
    await expect(addTo(folder, field)).rejects.toThrow(' already has an endpoint: GET /v1/');
  });

  test('tells an object with such a key from the lists in it', async () => {
    const folder = makeFolder({ 'schema.graphql': ADDRESSES, 'rest/': '' });
    for (const field of ['Address.coins', 'address', 'Address.coin']) await addTo(folder, field);
    const { 'rest/v1/addresses/listAddressCoins.graphql': list } = readFolder(folder);
    expect(list).toContain('address(bech32: $bech32) @unwrap {\n    coins {');
  });

  test.each<[field: string, page: string]>([
    ['books', '@paginate(connection: {first: "perPage", page: "page"}) {'],
    ['films', '@paginate(connection: {first: "limit", page: "pageNumber", nodes: "items", totalCount: "total"}) {'],
    ['plays', 'plays(page: $page) {'],
  ])('writes the first document by the conventions that are there: %s', async (field, page) => {
    const conventions = '{"case": "snake_case", "page": {"styles": ["PAGE"]}}';
    const sdl = `type Query {
        books(page: Int, perPage: Int): [Book!]!  films(pageNumber: Int!, limit: Int!): Films!  plays(page: Int): [Book!]!
      }
      type Films { items: [Book!]!  total: Int! }  type Book { id: ID!  shortTitle: String }`;
    const folder = makeFolder({ 'schema.graphql': sdl, 'rest/conventions.json': conventions });
    await addTo(folder, field);
    const files = readFolder(folder);
    expect(files[`rest/v1/${field}/list${field[0]!.toUpperCase()}${field.slice(1)}.graphql`]).toContain(page);
    expect(files['rest/conventions.json']).toBe(conventions);
  });

  test('declares no scalar of files, so that a form can have them', async () => {
    const sdl = `${SDL} scalar Upload extend type Mutation { attach(file: Upload!): Int }`;
    const folder = makeFolder({ 'schema.graphql': sdl, 'rest/v1/shapes/Book.graphql': BOOK });
    await addTo(folder, 'attach');
    const files = readFolder(folder);
    expect(Object.entries(files).filter(([, text]) => text?.includes('multipart/form-data'))).toHaveLength(1);
    expect(files['rest/conventions.json'] ?? '').not.toContain('Upload');
  });

  test('names the faults of conventions without a version', async () => {
    const folder = makeFolder({ 'schema.graphql': SDL, 'rest/conventions.json': '{"cases": "snake_case"}' });
    await expect(addTo(folder, 'book')).rejects.toThrow('"cases"');
    expect(readFolder(folder)).not.toHaveProperty(['rest/v1/books/getBook.graphql']);
  });

  test('adds the conventions of scalars, and keeps the others as they are', async () => {
    const sdl = `${SDL} scalar Opaque extend type Query { opaque: Opaque }`;
    const folder = makeFolder({
      'schema.graphql': sdl,
      'rest/v1/getTome.graphql': GET_BOOK,
      'rest/v1/shapes/Book.graphql': BOOK,
      'rest/conventions.json': '{"page":  {"max": 50}}',
    });
    await addTo(folder, 'opaque');
    expect(readFolder(folder)['rest/conventions.json']).toMatch(/^\{"page": {2}\{"max": 50\},"scalars": \{"Opaque":/);
  });

  test.each([
    ['book', undefined, 'Query.book already has an endpoint: GET /v1/tomes/{id}, in ', Error],
    ['boook', undefined, 'The schema has no root field "boook"; did you mean "book"?', UsageError],
    ['createBook', '3', '--version must be 1, or 2 for a new version.', UsageError],
    ['book', '2', 'Query.book already has an endpoint: GET /v2/tomes/{id}, in ', Error],
    ['search', undefined, 'Query.search cannot have an endpoint. Its argument filters is required', Error],
  ])('refuses %s in version %s, and writes nothing', async (field, version, message, type) => {
    const files = {
      'schema.graphql': `${SDL} extend type Query { search(filters: [Filter!]!): Int } input Filter { name: String }`,
      'rest/v1/getTome.graphql': GET_BOOK,
      'rest/v1/shapes/Book.graphql': BOOK,
    };
    const folder = makeFolder(files);
    const refused = addTo(folder, field, version);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(type);
    expect(readFolder(folder)).toEqual(files);
  });

  test('reports documents that are not valid, and writes nothing', async () => {
    const files = { 'schema.graphql': SDL, 'rest/v1/getTome.graphql': GET_BOOK };
    const folder = makeFolder(files);
    await expect(addTo(folder, 'createBook')).rejects.toThrow('getTome.graphql:1:');
    expect(readFolder(folder)).toEqual(files);
  });
});

const SMALL = buildSchema('type Query { user: User } type User { id: ID! posts: [Int!]! }');

describe('findField', () => {
  test.each([
    ['user', 'Query.user'],
    ['Query.user', 'Query.user'],
    ['User.posts', 'User.posts'],
  ])('%s is %s', (field, coordinate) => {
    expect(findField(SMALL, field)).toBe(coordinate);
  });

  test.each([
    ['User.post', 'Unknown field "User.post"; did you mean "User.posts"?'],
    ['Usr.posts', 'Unknown type "Usr" in "Usr.posts"; did you mean "User"?'],
    ['String.posts', 'The schema has no root field "String.posts"'],
    ['getUser.graphql', 'The schema has no root field "getUser.graphql"; did you mean "user"?'],
    ['rest/v1/getUser.graphql', 'no root field "rest/v1/getUser.graphql"; did you mean "user"?'],
    ['GET /v1/users/{id}/posts', 'no root field "GET /v1/users/{id}/posts"; known fields are "user"'],
    ['Query.usr', 'The schema has no root field "Query.usr"; did you mean "Query.user"?'],
  ])('refuses %s', (field, message) => {
    expect(() => findField(SMALL, field)).toThrow(UsageError);
    expect(() => findField(SMALL, field)).toThrow(message);
  });
});

describe('coordinateOf', () => {
  const schema = buildSchema(`
  schema { query: Root mutation: Mutation }
  type Root { user(id: ID!): User node: Int a: Int b: Int items(first: Int, after: String, last: Int, before: String): Items! }
  type User { id: ID! posts: [Post!]! } type Post { id: ID! }
  type Items { nodes: [Int!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Mutation { node: Int }
`);
  const DOCUMENTS = {
    'v1/getNode.graphql': 'query getNode @endpoint(method: GET, path: "/node") { renamed: node }',
    'v1/postNode.graphql': 'mutation postNode @endpoint(method: POST, path: "/node") { node }',
    'v1/getBoth.graphql': 'query getBoth @endpoint(method: GET, path: "/both") { a b }',
    'v1/listItems.graphql':
      'query listItems @endpoint(method: GET, path: "/items") { items @paginate(styles: [CURSOR]) { nodes } }',
    'v1/listUserPosts.graphql':
      'query listUserPosts($id: ID!) @endpoint(method: GET, path: "/users/{id}/posts") { user(id: $id) @unwrap { posts { id } } }',
  };
  const [version] = withFolder(DOCUMENTS, (folder) => compileApi(folder, schema)).versions;

  test.each([
    ['Root.node', 'getNode'],
    ['Mutation.node', 'postNode'],
    ['Root.items', 'listItems'],
    ['Root.a', undefined],
    ['User.posts', 'listUserPosts'],
    ['Root.user', undefined],
  ])('%s: %s', (coordinate, name) => {
    const found = version!.endpoints.find((endpoint) => coordinateOf(endpoint, schema) === coordinate);
    expect(found?.name).toBe(name);
  });
});

const scalars = { DateTime: { type: 'string' } };

describe('extendConventions', () => {
  test.each([
    [
      '{\n  "case": "schema"\n}\n',
      '{\n  "case": "schema",\n  "scalars": {\n    "DateTime": {\n      "type": "string"\n    }\n  }\n}\n',
    ],
    [
      '{ "scalars": { "ID": {"type": "integer"} } }',
      '{ "scalars": { "ID": {"type": "integer"},"DateTime": {"type":"string"} } }',
    ],
  ])('adds the scalars to %j', (text, expected) => {
    expect(JSON.parse(extendConventions(text, { scalars }))).toMatchObject({ ...JSON.parse(text), scalars });
    expect(extendConventions(text, { scalars })).toBe(expected);
  });

  test('keeps a file that has everything', () => {
    expect(extendConventions('{ }', {})).toBe('{ }');
  });
});
