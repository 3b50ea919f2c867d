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

interface Case {
  line: string;
  answer: Answer;
  status: number;
  json: unknown;
  /** What the log has of each null. */
  causes?: string[];
  body?: unknown;
}

const title = 'Notes';
const cases: Record<string, Case> = {
  'data that keeps the promise': {
    line: 'GET /v1/book',
    answer: { data: { book: BOOK } },
    status: 200,
    json: { id: '1', title, note: null, author: { name: 'Ann', motto: null } },
  },
  'null in a field fails the response': {
    line: 'GET /v1/book',
    answer: { data: { book: NO_TITLE } },
    status: 502,
    json: { error: expect.any(String) as string },
    causes: ['Book.title'],
  },
  'null is caught by the nearest @catch': {
    line: 'GET /v1/book',
    answer: { data: { book: UNNAMED } },
    status: 200,
    json: { id: '1', title, note: null, author: null },
    causes: ['Author.name'],
  },
  'null that is caught beside null that is not': {
    line: 'GET /v1/book',
    answer: { data: { book: { ...UNNAMED, title: null } } },
    status: 502,
    json: { error: expect.any(String) as string },
    causes: ['Book.title'],
  },
  'null in an expanded part fails it, but not its items': {
    line: 'GET /v1/book?expand=tags',
    answer: { data: { book: BOOK } },
    status: 200,
    json: { id: '1', title, note: null, author: { name: 'Ann', motto: null }, tags: [null] },
  },
  'null instead of an expanded list': {
    line: 'GET /v1/book?expand=tags',
    answer: { data: { book: { ...BOOK, tags: null } } },
    status: 502,
    json: { error: expect.any(String) as string },
    causes: ['Book.tags'],
  },
  'null on the data path is 404': {
    line: 'GET /v1/book',
    answer: { data: { book: null } },
    status: 404,
    json: { error: 'No Book was found.' },
  },
  'a list of what keeps the promise': {
    line: 'GET /v1/books',
    answer: { data: { books: [BOOK, { ...BOOK, author: null }, null] } },
    status: 200,
    json: [{ title, author: { name: 'Ann' } }, { title, author: null }, null],
  },
  'null in an item of a list': {
    line: 'GET /v1/books',
    answer: { data: { books: [BOOK, UNNAMED] } },
    status: 502,
    json: { error: expect.any(String) as string },
    causes: ['Author.name'],
  },
  'null among items that may not be null': {
    line: 'GET /v1/recent',
    answer: { data: { recent: [{ id: '1', tags: null }, null] } },
    status: 502,
    json: { error: expect.any(String) as string },
    causes: ['Query.recent[]'],
  },
  'null among items of items': {
    line: 'GET /v1/recent',
    answer: { data: { recent: [{ id: '1', tags: ['a'] }, BOOK] } },
    status: 502,
    json: { error: expect.any(String) as string },
    causes: ['Book.tags[]'],
  },
  'null instead of a list whose items are never null': {
    line: 'GET /v1/recent',
    answer: { data: { recent: [{ id: '1', tags: null }] } },
    status: 200,
    json: [{ id: '1', tags: null }],
  },
  'null in an item is caught in this item, and reported once': {
    line: 'GET /v1/shelf',
    answer: { data: { shelf: { name: 'A', books: [{ id: '1' }, { id: null }, { id: null }] } } },
    status: 200,
    json: { name: 'A', books: [{ id: '1', link: '/v1/books/1' }, null, null] },
    causes: ['Book.id'],
  },
  'another error comes first': {
    line: 'GET /v1/shelf',
    answer: { data: { shelf: { name: null, books: [{ id: null }] } }, error: 'no' },
    status: 403,
    json: { error: 'no' },
  },
  'a write': {
    line: 'POST /v1/books',
    body: { title },
    answer: { data: { save: { book: BOOK } } },
    status: 201,
    json: { id: '1', title },
  },
  'an input that is never null': {
    line: 'POST /v1/books',
    body: { title: null, note: null, pages: null },
    answer: { data: {} },
    status: 400,
    json: { error: 'title must not be null; note must not be null' },
  },
  'a variable that fills one': {
    line: 'PATCH /v1/book',
    body: { title: null, note: null },
    answer: { data: {} },
    status: 400,
    json: { error: 'title must not be null' },
  },
};

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

  test.each(Object.entries(cases))('%s', async (_, { line, body, status, json, causes = [], ...given }) => {
    ({ answer } = given);
    const response = await api.send(line, { body });
    const expected = status === 502 ? [500, { error: 'Internal server error; it has been logged.' }] : [status, json];
    expect([response.status, response.json]).toEqual(expected);
    expect(api.reports.map(({ error }) => (error.cause as Error & { cause: Error }).cause.message)).toEqual(
      causes.map((coordinate) => expect.stringContaining(cause(coordinate)) as string),
    );
  });

  test('the location of what was created may have it', async () => {
    answer = { data: { save: { book: BOOK } } };
    const { headers } = await api.send('POST /v1/books', { body: {} });
    expect(headers.get('location')).toBe('/v1/books/1');
  });
});

describe('with an upstream', async () => {
  const upstream = await stubUpstream();
  const files = Object.fromEntries(Object.entries(documents).map(([path, text]) => [path.replace('v1/', ''), text]));
  const facade = await openFacade({ upstream, sdl: SDL, files });
  beforeEach(() => void (facade.reports.length = 0));
  afterAll(() => Promise.all([facade.close(), upstream.close()]));

  test.each(Object.entries(cases))('%s', async (_, { line, body: sent, status, json, causes = [], ...given }) => {
    ({ answer } = given);
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
    expect(facade.reports.map(({ error }) => (error.cause as Error & { cause: Error }).cause.message)).toEqual(
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
