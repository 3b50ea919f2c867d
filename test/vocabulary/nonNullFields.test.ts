// Fields that are never null although the schema allows it: by @nonNull, and by the conventions.
import { GraphQLError, type GraphQLObjectType, type GraphQLScalarType, buildSchema, executeSync, parse } from 'graphql';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openFacade, stubUpstream } from './support/upstreams.ts';
import { serveSchema } from './support/serveSchema.ts';

const SDL = /* GraphQL */ `
  type Query {
    book(id: ID): Book
    books: [Book]
    recent: [Book]
    shelf: Shelf
  }
  type Mutation {
    save(input: BookInput): Payload
  }
  type Payload {
    book: Book
  }
  interface Named {
    name: String
  }
  type Book {
    id: ID
    title: String
    note: String
    author: Author
    tags: [String]
  }
  type Author implements Named {
    name: String
    motto: String
  }
  type Shelf implements Named {
    name: String
    books: [Book]
  }
  input BookInput {
    title: String
    note: String
    pages: Int = null
  }
`;
const BOOK = { id: '1', title: 'Notes', note: null, author: { name: 'Ann', motto: null }, tags: [null] };
const documents = {
  'v1/conventions.json': JSON.stringify({
    nonNull: ['Book.title', 'Named.name', 'BookInput.*', 'Query.recent[]'],
  }),
  'v1/getBook.graphql': `query getBook($id: ID, $more: Boolean = false @expand(name: "tags")) @endpoint(method: GET, path: "/book") {
    book(id: $id) { id @nonNull title note author @catch { name motto } tags @include(if: $more) @nonNull }
  }`,
  'v1/listBooks.graphql': `query listBooks @endpoint(method: GET, path: "/books") { books { title author { name } } }`,
  'v1/listRecent.graphql': `query listRecent @endpoint(method: GET, path: "/recent") { recent { id tags @nonNull(levels: [1]) } }`,
  'v1/getShelf.graphql': `query getShelf @endpoint(method: GET, path: "/shelf") {
    shelf { name books @catch { id @nonNull link: __typename @template(value: "/books/{id}") } }
  }`,
  'v1/save.graphql': `mutation save($input: BookInput @nonNull) @endpoint(method: POST, path: "/books", body: "input", status: 201, location: "/books/{id}") {
    save(input: $input) @unwrap { book { id @nonNull title } }
  }`,
  'v1/rename.graphql': `mutation rename($title: String, $note: String = null) @endpoint(method: PATCH, path: "/book") {
    save(input: { title: $title, note: $note }) @unwrap { book { id title note } }
  }`,
};
const NO_TITLE = { ...BOOK, title: null };
const UNNAMED = { ...BOOK, author: { name: null, motto: 'on' } };
const cause = (coordinate: string) => `${coordinate} is null`;

/** The data of each root field, and the message of an error of the name of a shelf. */
interface Answer {
  data: Record<string, unknown>;
  error?: string;
}

/** `causes` are what the log has of each null. */
type More = { causes?: string[]; body?: unknown; error?: string };
type Case = [promise: string, line: string, data: Answer['data'], status: number, json: unknown, more?: More];

const title = 'Notes';
const ann = { name: 'Ann', motto: null };
const failed = { error: expect.any(String) as string };
const cases: Case[] = [
  ['data that keeps the promise', 'GET /v1/book', { book: BOOK }, 200, { id: '1', title, note: null, author: ann }],
  ['null in a field fails the response', 'GET /v1/book', { book: NO_TITLE }, 502, failed, { causes: ['Book.title'] }],
  [
    'null is caught by the nearest @catch',
    'GET /v1/book',
    { book: UNNAMED },
    200,
    { id: '1', title, note: null, author: null },
    { causes: ['Author.name'] },
  ],
  [
    'null that is caught beside null that is not',
    'GET /v1/book',
    { book: { ...UNNAMED, title: null } },
    502,
    failed,
    { causes: ['Book.title'] },
  ],
  [
    'null in an expanded part fails it, but not its items',
    'GET /v1/book?expand=tags',
    { book: BOOK },
    200,
    { id: '1', title, note: null, author: ann, tags: [null] },
  ],
  [
    'null instead of an expanded list',
    'GET /v1/book?expand=tags',
    { book: { ...BOOK, tags: null } },
    502,
    failed,
    { causes: ['Book.tags'] },
  ],
  ['null on the data path is 404', 'GET /v1/book', { book: null }, 404, { error: 'No Book was found.' }],
  [
    'a list of what keeps the promise',
    'GET /v1/books',
    { books: [BOOK, { ...BOOK, author: null }, null] },
    200,
    [{ title, author: { name: 'Ann' } }, { title, author: null }, null],
  ],
  ['null in an item of a list', 'GET /v1/books', { books: [BOOK, UNNAMED] }, 502, failed, { causes: ['Author.name'] }],
  [
    'null among items that may not be null',
    'GET /v1/recent',
    { recent: [{ id: '1', tags: null }, null] },
    502,
    failed,
    { causes: ['Query.recent[]'] },
  ],
  [
    'null among items of items',
    'GET /v1/recent',
    { recent: [{ id: '1', tags: ['a'] }, BOOK] },
    502,
    failed,
    { causes: ['Book.tags[]'] },
  ],
  [
    'null instead of a list whose items are never null',
    'GET /v1/recent',
    { recent: [{ id: '1', tags: null }] },
    200,
    [{ id: '1', tags: null }],
  ],
  [
    'null in an item is caught in this item, and reported once',
    'GET /v1/shelf',
    { shelf: { name: 'A', books: [{ id: '1' }, { id: null }, { id: null }] } },
    200,
    { name: 'A', books: [{ id: '1', link: '/v1/books/1' }, null, null] },
    { causes: ['Book.id'] },
  ],
  [
    'another error comes first',
    'GET /v1/shelf',
    { shelf: { name: null, books: [{ id: null }] } },
    403,
    { error: 'no' },
    { error: 'no' },
  ],
  ['a write', 'POST /v1/books', { save: { book: BOOK } }, 201, { id: '1', title }, { body: { title } }],
  [
    'an input that is never null',
    'POST /v1/books',
    {},
    400,
    { error: 'title must not be null; note must not be null' },
    { body: { title: null, note: null, pages: null } },
  ],
  [
    'a variable that fills one',
    'PATCH /v1/book',
    {},
    400,
    { error: 'title must not be null' },
    { body: { title: null, note: null } },
  ],
];

let answer: Answer;
const schema = buildSchema(SDL);
for (const type of [schema.getQueryType()!, schema.getMutationType()!]) {
  for (const field of Object.values(type.getFields())) field.resolve = () => answer.data[field.name];
}
(schema.getType('Shelf') as GraphQLObjectType).getFields()['name']!.resolve = ({ name }: { name: unknown }) => {
  if (answer.error === undefined) return name;
  throw new GraphQLError(answer.error, { extensions: { code: 'FORBIDDEN' } });
};

describe('with resolvers', async () => {
  const api = await serveSchema(schema, documents);
  beforeEach(() => void (api.reports.length = 0));
  afterAll(() => api.close());

  test.each(cases)('%s', async (_, line, data, status, json, { causes = [], body, error } = {}) => {
    answer = { data, ...(error !== undefined && { error }) };
    const response = await api.send(line, { body });
    const expected = status === 502 ? [500, { error: 'Internal server error; it has been logged.' }] : [status, json];
    expect([response.status, response.json]).toEqual(expected);
    expect(api.reports.map((each) => (each.error.cause as Error & { cause: Error }).cause.message)).toEqual(
      causes.map((coordinate) => expect.stringContaining(cause(coordinate)) as string),
    );
  });
});

describe('with an upstream', async () => {
  const upstream = await stubUpstream();
  const files = Object.fromEntries(Object.entries(documents).map(([path, text]) => [path.replace('v1/', ''), text]));
  const facade = await openFacade({ upstream, sdl: SDL, files });
  beforeEach(() => void (facade.reports.length = 0));
  afterAll(() => Promise.all([facade.close(), upstream.close()]));

  test.each(cases)('%s', async (_, line, data, status, json, { causes = [], body: sent, error } = {}) => {
    answer = { data, ...(error !== undefined && { error }) };
    upstream.answer = ({ body: { query, variables } }) => ({
      body: executeSync({ schema, document: parse(query), ...(variables && { variableValues: variables }) }),
    });
    const [method = '', target = ''] = line.split(' ');
    const response = await facade.send(target, {
      method,
      ...(sent !== undefined && { body: JSON.stringify(sent), headers: { 'content-type': 'application/json' } }),
    });
    const invalid = { error: 'The upstream service returned an invalid response; it has been logged.' };
    expect([response.status, response.body]).toEqual([status, status === 502 ? invalid : json]);
    expect(facade.reports.map((each) => (each.error.cause as Error & { cause: Error }).cause.message)).toEqual(
      causes.map((coordinate) => expect.stringContaining(cause(coordinate)) as string),
    );
  });

  test('a write that breaks its promise has an unknown outcome', async () => {
    upstream.answer = () => ({ body: { data: { save: { book: { id: null, title } } } } });
    const response = await facade.send('/v1/books', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect([response.status, response.body]).toEqual([
      500,
      { error: expect.stringContaining('The outcome of the request is unknown') as string },
    ]);
  });
});

describe('a null that should not be there', async () => {
  const values = buildSchema(`
    scalar Money
    scalar JSON
    type Query { wallet: Wallet }
    type Mutation { pay: Payment }
    type Wallet { balance: Money settings: JSON last: Entry }
    type Entry { id: ID }
    type Payment { note: String errors: [Failure!] }
    type Failure { message: String }
  `);
  // As a Decimal does: what is sent is what its method says.
  (values.getType('Money') as GraphQLScalarType).serialize = (value) => ({ toJSON: () => `${value as number}.00` });
  const theme = Object.freeze({ dark: Object.freeze([true]) });
  const settings = Object.freeze({
    theme,
    get size() {
      return { in: 1 };
    },
  });
  const wallet = { balance: 1, settings, last: { id: null } };
  Object.assign(values.getQueryType()!.getFields()['wallet']!, { resolve: () => wallet });
  const pay = values.getMutationType()!.getFields()['pay']!;
  const served = await serveSchema(values, {
    'v1/getWallet.graphql':
      'query getWallet @endpoint(method: GET, path: "/wallet") { wallet { balance settings last @catch { id @nonNull } } }',
    'v1/pay.graphql':
      'mutation pay @endpoint(method: POST, path: "/payments") { pay { note @nonNull errors @error(status: 422) { message } } }',
  });
  afterAll(() => served.close());

  test('and is caught leaves values of any class, frozen or not, as they are', async () => {
    const { status, text } = await served.send('GET /v1/wallet');
    const body = '{"balance":"1.00","settings":{"theme":{"dark":[true]},"size":{"in":1}},"last":null}';
    expect([status, text]).toEqual([200, body]);
  });

  test('comes after errors as data', async () => {
    pay.resolve = () => ({ note: null, errors: [{ message: 'No funds.' }] });
    const { status, json } = await served.send('POST /v1/payments', { body: {} });
    expect([status, json]).toEqual([422, { error: 'No funds.' }]);
    pay.resolve = () => ({ note: null, errors: [] });
    expect((await served.send('POST /v1/payments', { body: {} })).status).toBe(500);
  });
});
