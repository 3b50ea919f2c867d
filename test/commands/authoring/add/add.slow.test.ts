// `portico add`: one more endpoint, by the documents and conventions that a folder has.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder, readFolder } from '../init/support/makeFolder.ts';
import { SDL } from '../init/support/proposal.ts';
import { API } from '../support/propose.ts';
import { type Run, runPortico } from '../../support/runPortico.ts';

const GET_BOOK = 'query getTome($id: ID!) @endpoint(method: GET, path: "/tomes/{id}") { book(id: $id) { ...Book } }';
const BOOK = 'fragment Book on Book { title }';
/** An API with one endpoint. */
const TOMES = {
  'schema.graphql': SDL,
  'rest/v1/getTome.graphql': GET_BOOK,
  'rest/v1/shapes/Book.graphql': BOOK,
};

/** Adds an endpoint to the API in a folder. */
function addTo(folder: string, field: string, version?: string): Promise<Run> {
  return runPortico(['add', field, ...API, ...(version === undefined ? [] : ['--version', version])], folder);
}

/** What is written on standard error: of an error of the arguments with 2, of any other with 1. */
const refusal = (message: string | RegExp, code: 1 | 2 = 1) => ({
  code,
  stdout: '',
  stderr: typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
});

describe('add', () => {
  test('adds to the newest version, with the shapes that it has', async () => {
    const files = { ...TOMES, 'rest/v2/shapes/Book.graphql': 'fragment Book on Book { id title }' };
    const folder = makeFolder(files);
    const { stdout } = await runPortico(['add', 'createBook', ...API, '--json'], folder);
    expect(JSON.parse(stdout)).toEqual({
      coordinate: 'Mutation.createBook',
      method: 'POST',
      path: '/books',
      version: 2,
      written: ['rest/v2/createBook.graphql'],
    });
    const after = readFolder(folder);
    expect(after).toMatchObject(files);
    expect(Object.keys(after).length).toBe(Object.keys(files).length + 1);
    expect(after['rest/v2/createBook.graphql']).toContain('...Book');
  });

  const getBook = GET_BOOK.replace('tomes', 'books');
  test.each([
    ['beside others', 'rest/v1/listBookNotes.graphql', { 'rest/v1/getBook.graphql': getBook }],
    [
      'beside those of its resource',
      'rest/v1/library/listBookNotes.graphql',
      { 'rest/v1/library/getBook.graphql': getBook },
    ],
    [
      'in a folder for its resource, where others have one',
      'rest/v1/books/listBookNotes.graphql',
      { 'rest/v1/tomes/getTome.graphql': GET_BOOK },
    ],
    ['in an empty folder', 'rest/v1/books/listBookNotes.graphql', {}],
  ])('adds a list in an object, %s', async (_, file, files) => {
    const sdl = `${SDL} extend type Book { notes: [Note!]! } type Note { id: ID! } extend type Query { notes: [Note!]! }`;
    const folder = makeFolder({ 'schema.graphql': sdl, 'rest/v1/shapes/Book.graphql': BOOK, ...files });
    expect((await addTo(folder, 'Book.notes')).stdout).toContain('GET /v1/books/{id}/notes');
    expect(readFolder(folder)[file]).toContain('book(id: $id) @unwrap {\n    notes {');
    expect(await addTo(folder, 'Book.notes')).toEqual(
      refusal(/^portico: Book.notes already has an endpoint: GET \/v1\/books\/\{id\}\/notes,/),
    );
    expect(await addTo(folder, 'Note.id')).toEqual(
      refusal('Note.id cannot have an endpoint. It is no object and no list'),
    );
  });

  test('adds one object in another, once', async () => {
    const sdl = `${SDL} extend type Book { chapter(number: Int!): Chapter } type Chapter { number: Int! title: String! }`;
    const files = { 'schema.graphql': sdl, 'rest/v1/getTome.graphql': GET_BOOK.replace('tomes', 'books') };
    const folder = makeFolder({ ...TOMES, ...files });
    expect((await addTo(folder, 'Book.chapter')).stdout).toContain('GET /v1/books/{id}/chapters/{number}');
    expect(readFolder(folder)['rest/v1/getBookChapter.graphql']).toContain('chapter(number: $number) {');
    expect(await addTo(folder, 'Book.chapter')).toEqual(
      refusal('Book.chapter already has an endpoint: GET /v1/books/{id}'),
    );
    expect(await addTo(folder, '/books/{id}/chapters/{number}')).toEqual(refusal('is an endpoint, not a field', 2));
  });

  test.each(['getTome', 'rest/v1/getTome.graphql', '/tomes/{id}', '/v1/tomes/:id', 'get /tomes/{tome}'])(
    'says which field the endpoint %s is for',
    async (text) => {
      const message = `"${text}" is an endpoint, not a field: GET /v1/tomes/{id} is that of Query.book, in rest/v1/getTome.graphql\n`;
      expect(await addTo(makeFolder(TOMES), text)).toEqual(refusal(message, 2));
    },
  );

  test.each([
    ['listBooks', 'did you mean "book"'],
    ['POST /tomes/{id}', 'The schema has no root field'],
  ])('suggests fields for %s, which is no endpoint', async (text, message) => {
    expect(await addTo(makeFolder(TOMES), text)).toEqual(refusal(message, 2));
  });

  test('adds to the version that is named', async () => {
    const folder = makeFolder({ ...TOMES, 'rest/v2/shapes/Book.graphql': BOOK });
    await addTo(folder, 'createBook', '1');
    expect(readFolder(folder)).toHaveProperty(['rest/v1/createBook.graphql']);
  });

  test('begins the next version, with what it inherits', async () => {
    const folder = makeFolder(TOMES);
    const { stdout } = await addTo(folder, 'createBook', '2');
    expect(stdout).toBe('Wrote rest/v2/createBook.graphql\nPOST /v2/books\n');
    const { 'rest/v2/createBook.graphql': added, ...others } = readFolder(folder);
    expect(added).toContain('...Book');
    expect(others).toEqual(TOMES);
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
    expect((await addTo(folder, field)).stdout.split('\n').at(-2)).toBe(route);
    expect(await addTo(folder, field)).toEqual(refusal(' already has an endpoint: GET /v1/'));
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
    expect(await addTo(folder, 'book')).toEqual(refusal('"cases"'));
    expect(readFolder(folder)).not.toHaveProperty(['rest/v1/books/getBook.graphql']);
  });

  test.each([
    ['{"page":  {"max": 50}}', '{"page":  {"max": 50},"scalars": {"Opaque":{"type":"string"}}}'],
    [
      '{\n  "case": "schema"\n}\n',
      '{\n  "case": "schema",\n  "scalars": {\n    "Opaque": {\n      "type": "string"\n    }\n  }\n}\n',
    ],
    [
      '{ "scalars": { "ID": {"type": "integer"} } }',
      '{ "scalars": { "ID": {"type": "integer"},"Opaque": {"type":"string"} } }',
    ],
  ])('adds the conventions of scalars to %j, and keeps the others as they are', async (conventions, extended) => {
    const sdl = `${SDL} scalar Opaque extend type Query { opaque: Opaque }`;
    const folder = makeFolder({ ...TOMES, 'schema.graphql': sdl, 'rest/conventions.json': conventions });
    await addTo(folder, 'opaque');
    expect(readFolder(folder)['rest/conventions.json']).toBe(extended);
  });

  test.each([
    ['book', undefined, 'Query.book already has an endpoint: GET /v1/tomes/{id}, in rest/v1/getTome.graphql\n', 1],
    ['boook', undefined, 'The schema has no root field "boook"; did you mean "book"?', 2],
    ['createBook', '3', '--version must be 1, or 2 for a new version.', 2],
    ['book', '2', 'Query.book already has an endpoint: GET /v2/tomes/{id}, in rest/v1/getTome.graphql\n', 1],
    ['search', undefined, 'Query.search cannot have an endpoint. Its argument filters is required', 1],
  ] as const)('refuses %s in version %s, and writes nothing', async (field, version, message, code) => {
    const sdl = `${SDL} extend type Query { search(filters: [Filter!]!): Int } input Filter { name: String }`;
    const files = { ...TOMES, 'schema.graphql': sdl };
    const folder = makeFolder(files);
    expect(await addTo(folder, field, version)).toEqual(refusal(message, code));
    expect(readFolder(folder)).toEqual(files);
  });

  test('reports documents that are not valid, and writes nothing', async () => {
    const files = { 'schema.graphql': SDL, 'rest/v1/getTome.graphql': GET_BOOK };
    const folder = makeFolder(files);
    expect(await addTo(folder, 'createBook')).toEqual(refusal('getTome.graphql:1:'));
    expect(readFolder(folder)).toEqual(files);
  });
});

describe('the field', () => {
  const files = {
    'schema.graphql': `
      schema { query: Root mutation: Mutation }
      type Root { user(id: ID!): User node: Int a: Int b: Int items(first: Int, after: String, last: Int, before: String): Items! }
      type User { id: ID! name: String posts: [Post!]! } type Post { id: ID! }
      type Items { nodes: [Int!]! pageInfo: PageInfo! }
      type PageInfo { hasNextPage: Boolean! endCursor: String }
      type Mutation { node: Int }`,
    'rest/v1/getNode.graphql': 'query getNode @endpoint(method: GET, path: "/node") { renamed: node }',
    'rest/v1/postNode.graphql': 'mutation postNode @endpoint(method: POST, path: "/node") { node }',
    'rest/v1/getBoth.graphql': 'query getBoth @endpoint(method: GET, path: "/both") { a b }',
    'rest/v1/listItems.graphql':
      'query listItems @endpoint(method: GET, path: "/items") { items @paginate(styles: [CURSOR]) { nodes } }',
    'rest/v1/listUserPosts.graphql':
      'query listUserPosts($id: ID!) @endpoint(method: GET, path: "/users/{id}/posts") { user(id: $id) @unwrap { posts { id } } }',
  };

  test.each([
    ['Root.node', 'getNode'],
    ['Mutation.node', 'postNode'],
    ['items', 'listItems'],
    ['User.posts', 'listUserPosts'],
  ])('%s is that of the endpoint %s', async (field, name) => {
    const message = new RegExp(`${field} already has an endpoint: [A-Z]+ /v1/\\S+, in rest/v1/${name}\\.graphql\\n$`);
    expect(await addTo(makeFolder(files), field)).toEqual(refusal(message));
  });

  test('whose route an endpoint has that selects more is refused', async () => {
    const folder = makeFolder({
      ...files,
      'rest/v1/getA.graphql': 'query getA @endpoint(method: GET, path: "/a") { a b }',
    });
    expect(await addTo(folder, 'a')).toEqual(
      refusal('portico: Root.a cannot have an endpoint. GET /a is already its endpoint: getA.graphql.\n'),
    );
  });

  test.each(['a', 'Root.user'])('%s is that of no endpoint which selects more, or something in it', async (field) => {
    expect(await addTo(makeFolder(files), field)).toMatchObject({ code: 0, stderr: '' });
  });

  test.each([
    ['User.post', 'Unknown field "User.post"; did you mean "User.posts"?'],
    ['Usr.posts', 'Unknown type "Usr" in "Usr.posts"; did you mean "User"?'],
    ['String.posts', 'The schema has no root field "String.posts"'],
    ['rest/v1/getUser.graphql', 'no root field "rest/v1/getUser.graphql"; did you mean "user"?'],
    ['GET /v1/users/{id}/xyzzy', 'no root field "GET /v1/users/{id}/xyzzy"; known fields are "user"'],
    ['Root.usr', 'The schema has no root field "Root.usr"; did you mean "Root.user"?'],
  ])('%s is none', async (field, message) => {
    expect(await addTo(makeFolder(files), field)).toEqual(refusal(message, 2));
  });
});

const USERS = `
  scalar Score
  type Query {
    user(id: ID!): User
    users(take: Int, skip: Int, search: String): [User!]!
    teams(take: Int, skip: Int): [Team!]!
    old: Int @deprecated
    "[INTERNAL] For tools."
    internal: Int
    userScores(id: ID!): [Score!]!
  }
  type User { id: ID! firstName: String! team: Team }
  type Team { id: ID! name: String! }
  input UserInput { firstName: String! teamId: ID }
  type Mutation { createUser(input: UserInput!): User! registerUser(firstName: String!): User! }
`;

describe('one more endpoint', () => {
  /** What it adds to a folder with the proposed endpoints of these fields, and other files. All of it passes the check. */
  async function addBeside(
    { fields, files = {}, version }: { fields?: string; files?: Record<string, string>; version?: string },
    field: string,
  ): Promise<Record<string, string | undefined>> {
    const folder = makeFolder({ 'schema.graphql': USERS, ...files });
    if (fields !== undefined) await runPortico(['init', '--yes', '--fields', fields], folder);
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    const before = readFolder(folder);
    expect(await addTo(folder, field, version)).toMatchObject({ code: 0, stderr: '' });
    expect(await runPortico(['check', ...API], folder)).toMatchObject({ code: 0 });
    return Object.fromEntries(Object.entries(readFolder(folder)).filter(([file, text]) => before[file] !== text));
  }

  test.each([
    ['users', ['rest/v1/users/listUsers.graphql']],
    ['teams', ['rest/v1/shapes/Team.graphql', 'rest/v1/teams/listTeams.graphql']],
  ])('has its shapes, and reuses those that exist: %s', async (field, files) => {
    expect(Object.keys(await addBeside({ fields: 'user' }, field))).toEqual(files);
  });

  test('reuses no shape with variables, and takes another name', async () => {
    const files = {
      'rest/v1/getUser.graphql': `query getUser($id: ID!, $team: Boolean = false @expand) @endpoint(method: GET, path: "/users/{id}") {
        user(id: $id) { ...User } }`,
      'rest/v1/shapes/User.graphql': 'fragment User on User { id team @include(if: $team) { name } }',
    };
    const added = await addBeside({ files }, 'users');
    expect(Object.keys(added)).toEqual(['rest/v1/listUsers.graphql', 'rest/v1/shapes/UserShape.graphql']);
  });

  test('keeps the conventions of the folder', async () => {
    const files = {
      'rest/conventions.json': JSON.stringify({
        case: 'snake_case',
        connection: { first: 'take', offset: 'skip' },
        page: { styles: ['OFFSET'], parameters: { offset: 'search' } },
      }),
      'rest/v1/listTeams.graphql': 'query listTeams @endpoint(method: GET, path: "/teams") { teams @paginate { id } }',
      'rest/v1/shapes/User.graphql': 'fragment User on User { id }',
    };
    expect(await addBeside({ files }, 'users')).toEqual({
      'rest/v1/listUsers.graphql': `"List users."
query listUsers($userSearch: String) @endpoint(method: GET, path: "/users") {
  users(search: $userSearch) @paginate {
    ...User
  }
}
`,
    });
    const { 'rest/conventions.json': conventions } = await addBeside({ files }, 'userScores');
    expect(JSON.parse(conventions!)).toMatchObject({ case: 'snake_case', scalars: { Score: { type: 'string' } } });
  });

  test.each([
    ['user', true],
    ['teams', false],
  ])('beside %s has a location: %s', async (fields, hasLocation) => {
    const { 'rest/v1/users/createUser.graphql': text } = await addBeside({ fields }, 'createUser');
    expect(text!.includes('location: "/users/{id}"')).toBe(hasLocation);
  });

  test('takes a free route, a free name and a free file', async () => {
    const files = {
      'rest/v1/users/registerUser.graphql': 'query registerUsers @endpoint(method: GET, path: "/a") { users { id } }',
      'rest/v1/users/b.graphql': 'query addUser @endpoint(method: GET, path: "/b") { users { id } }',
      'rest/v1/users/createUser.graphql':
        'mutation createUser($firstName: String!) @endpoint(method: POST, path: "/users") { createUser(input: {firstName: $firstName}) { id } }',
    };
    const { 'rest/v1/users/registerUser2.graphql': text } = await addBeside({ files }, 'registerUser');
    expect(text).toContain('mutation registerUser($firstName: String!)');
    expect(text).toMatch(/method: POST,?\s+path: "\/users\/register"/);
  });

  test.each(['old', 'internal'])('can be %s, if that is what is wanted', async (field) => {
    expect(Object.keys(await addBeside({ fields: 'user' }, field))).toHaveLength(1);
  });
});
