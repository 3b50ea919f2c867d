// Selected properties: what executes, and what is answered.
import { rmSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createPortico } from '../../src/gateway/index.ts';
import { executeRoots, printLine } from './support/executeRoots.ts';
import { sendTo } from './support/sendTo.ts';
import { openFacade, stubUpstream } from './support/upstreams.ts';
import { folderOf } from './support/toy.ts';

const SDL = `
  directive @requiresScopes(scopes: [[String!]!]!) on OBJECT | FIELD_DEFINITION
  interface Node { id: ID! }
  type Query { book(id: ID!): Book, books(first: Int, after: String, offset: Int): Books!, thing: Thing, me: Author }
  type Mutation { addBook(title: String!): AddPayload }
  type AddPayload { book: Book errors: [Refusal!] }
  type Refusal { message: String! }
  type Books { nodes: [Book!]! totalCount: Int! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Book implements Node {
    id: ID! number: Int! title: String! pages: Int language(of: String): String author: Author! editors: [Author!]! shelf: Shelf
    cost: Int @requiresScopes(scopes: [["costs"]])
  }
  type Author implements Node @requiresScopes(scopes: [["authors"]]) { id: ID! name: String! email: String @requiresScopes(scopes: [["mails"]]) books: [Book!]! }
  type Shelf { room: String floor: Int }
  union Thing = Book | Shelf
`;
const author = { __typename: 'Author', id: 'a1', name: 'Ann', email: 'a@x', books: [] as unknown[] };
const book = {
  __typename: 'Book',
  id: 'b1',
  number: 7,
  title: 'One',
  pages: 9,
  language: 'en',
  author,
  editors: [author, { ...author, id: 'a2' }],
  shelf: { room: 'R', floor: 2 },
  cost: 3,
};
author.books.push(book);
const rootValue = {
  book: ({ id }: { id: string }) => (id === '404' ? null : { ...book, id }),
  books: () => ({
    nodes: [book, { ...book, id: 'b2' }],
    totalCount: 2,
    pageInfo: { hasNextPage: true, endCursor: 'c' },
  }),
  thing: () => book,
  me: () => author,
  addBook: ({ title }: { title: string }) => ({ book: { ...book, title }, errors: [] }),
};
const schema = buildSchema(SDL);

const fragments = `fragment Person on Author { id name email }`;
const documents = {
  'v1/book.graphql': `query book($id: ID!, $of: String, $shelf: Boolean = false @expand) @endpoint(method: GET, path: "/books/{id}", maxAge: 5) {
    book(id: $id) @fields {
      id title count: pages language(of: $of) author { ...Person } editors { ...Person }
      shelf @include(if: $shelf) { room floor }
    } } ${fragments}`,
  'v1/list.graphql': `query list @endpoint(method: GET, path: "/books") {
    books @paginate @fields { nodes { __typename title cost author @unwrap { name } } } }`,
  'v1/parts.graphql': `query parts @endpoint(method: GET, path: "/parts") {
    books @paginate(styles: [CURSOR]) { nodes { id author @fields(name: "fields[author]") { name email } title } } }`,
  'v1/thing.graphql': `query thing @endpoint(method: GET, path: "/thing") {
    thing @fields { ... on Book { title pages } ... on Shelf { room } } }`,
  'v1/me.graphql': `query me @endpoint(method: GET, path: "/me", unwrap: false) { user: me @fields(name: "only") { name email } }`,
  'v1/api.graphql': `query api($id: ID!) @endpoint(method: GET, path: "/api/{id}") { data: book(id: $id) @fields(name: "fields[books]") { ...Book } }
    fragment Book on Book {
      type: __typename id
      ... @wrap(as: "attributes") { title pages place: shelf @spread { room floor } }
      ... @wrap(as: "relationships") { author @wrap(as: "data") { type: __typename id name } }
    }`,
  'v1/made.graphql': `query made($id: ID!) @endpoint(method: GET, path: "/made/{id}") {
    book(id: $id) @fields {
      number @header(name: "X-Number") title pages
      label: title @template(value: "{pages} pages of {}") self: id @template(value: "/made/{}")
      shelf @spread { room floor }
    } }`,
  'v1/plain.graphql': `query plain @endpoint(method: GET, path: "/plain") {
    me { books @fields { id title shelf @wrap(as: "in") { room } tags: editors @unwrap { name } } } }`,
  'v1/unwrapped.graphql': `query unwrapped @endpoint(method: GET, path: "/unwrapped") {
    books(first: 1) @unwrap @fields { nodes { id title author { name } } } }`,
  'v1/add.graphql': `mutation addIt($title: String!) @endpoint(method: POST, path: "/books", status: 201, location: "/books/{number}") {
    addBook(title: $title) @unwrap { errors @error { message } book @fields { number title pages } } }`,
};

const executed = executeRoots(schema, rootValue);

function open(texts: Readonly<Record<string, string>>) {
  const endpoints = folderOf(texts);
  const portico = createPortico({
    schema,
    endpoints,
    authenticate: ({ authorization = '' }) => ({ subject: 'me', scopes: authorization.split(' ') }),
  });
  rmSync(endpoints, { recursive: true });
  const sendOwn = async (
    line: string,
    {
      scopes = 'authors mails costs',
      body,
      headers = {},
    }: { scopes?: string; body?: object; headers?: Record<string, string> } = {},
  ) => {
    const { reply } = await sendTo(portico, line, { body, headers: { authorization: scopes, ...headers } });
    return { ...reply, json: reply.body === null ? null : (JSON.parse(reply.body) as unknown) };
  };
  return { openApi: portico.openApi.get('/v1/openapi.json')!, send: sendOwn };
}

const { send, openApi } = open(documents);

/** What a request executes, without the name and the variables of the operation, and its body. */
async function run(line: string) {
  executed.length = 0;
  const { status, json } = await send(line);
  return [status, executed.map((each) => printLine(each).replace(/^query \w+(\(.*?\))? /, '')).join('\n'), json];
}

const person = (id: string) => ({ id, name: 'Ann', email: 'a@x' });
test.each<[line: string, executed: string, body: unknown]>([
  ['GET /v1/books/b1?fields=title', '{ book(id: $id) { id title } }', { id: 'b1', title: 'One' }],
  ['GET /v1/books/b1?fields=t%69tle,title', '{ book(id: $id) { id title } }', { id: 'b1', title: 'One' }],
  ['GET /v1/books/b1?fields=', '{ book(id: $id) { id } }', { id: 'b1' }],
  ['GET /v1/books/b1?fields=id', '{ book(id: $id) { id } }', { id: 'b1' }],
  [
    'GET /v1/books/b1?fields=author.name&fields=title',
    '{ book(id: $id) { id title author { ... on Author { id name } } } }',
    { id: 'b1', title: 'One', author: { id: 'a1', name: 'Ann' } },
  ],
  [
    'GET /v1/books/b1?fields=editors.name,author',
    '{ book(id: $id) { id author { ...Person } editors { ... on Author { id name } } } } fragment Person on Author { id name email }',
    {
      id: 'b1',
      author: person('a1'),
      editors: [
        { id: 'a1', name: 'Ann' },
        { id: 'a2', name: 'Ann' },
      ],
    },
  ],
  // A part must be expanded and listed.
  ['GET /v1/books/b1?fields=shelf', '{ book(id: $id) { id shelf @include(if: $shelf) { room floor } } }', { id: 'b1' }],
  [
    'GET /v1/books/b1?fields=shelf.room&expand=shelf',
    '{ book(id: $id) { id shelf @include(if: $shelf) { room } } }',
    { id: 'b1', shelf: { room: 'R' } },
  ],
  ['GET /v1/books/b1?fields=title&expand=shelf', '{ book(id: $id) { id title } }', { id: 'b1', title: 'One' }],
  ['GET /v1/thing?fields=room', '{ thing { ... on Shelf { room } } }', {}],
  ['GET /v1/thing?fields=pages', '{ thing { ... on Book { pages } } }', { pages: 9 }],
  ['GET /v1/thing?fields=', '{ thing { __typename } }', {}],
  ['GET /v1/me?only=name', '{ user: me { name } }', { user: { name: 'Ann' } }],
  [
    'GET /v1/api/b1?fields[books]=room,author.data.name',
    '{ data: book(id: $id) { ... on Book { type: __typename id ... { place: shelf { room } } ... { author { type: __typename id name } } } } }',
    {
      type: 'Book',
      id: 'b1',
      attributes: { room: 'R' },
      relationships: { author: { data: { type: 'Author', id: 'a1', name: 'Ann' } } },
    },
  ],
  // What a template is made from executes and is not sent; a header is sent in any case.
  ['GET /v1/made/b1?fields=label', '{ book(id: $id) { number pages label: title } }', { label: '9 pages of One' }],
  [
    'GET /v1/made/b1?fields=self,room',
    '{ book(id: $id) { number self: id shelf { room } } }',
    { self: '/v1/made/b1', room: 'R' },
  ],
])('%s', async (line, expected, body) => expect(await run(line)).toEqual([200, expected, body]));

describe('pages', () => {
  const page = '_total: totalCount _page: pageInfo { hasNextPage endCursor }';
  test('select the properties of each item', async () => {
    const [status, text, body] = await run('GET /v1/books?fields=title');
    expect([status, text]).toEqual([200, `{ books(first: $pageFirst) { nodes { __typename title } ${page} } }`]);
    const item = { __typename: 'Book', title: 'One' };
    expect(body).toMatchObject({ data: [item, item], pagination: { total: 2, hasMore: true } });
  });
  test('keep the parameter in links, and cursors do not depend on it', async () => {
    const { headers, json } = await send('GET /v1/books?fields=title&limit=1');
    expect(headers['link']).toContain('/v1/books?fields=title&cursor=');
    const { nextCursor } = (json as { pagination: { nextCursor: string } }).pagination;
    expect((await send(`GET /v1/books?fields=cost&cursor=${nextCursor}`)).json).toMatchObject({
      data: [{ cost: 3 }, { cost: 3 }],
    });
  });
  test('can have a parameter for an object in each item', async () => {
    const [, text, body] = await run('GET /v1/parts?fields[author]=name');
    expect(text).toContain('nodes { id author { name } title }');
    expect(body).toMatchObject({ data: [{ id: 'b1', author: { name: 'Ann' }, title: 'One' }, { id: 'b2' }] });
  });
});

/** Whether JSON is a part of other JSON: each property, and each item, is one of it. */
function isPart(part: unknown, whole: unknown): boolean {
  if (typeof part !== 'object' || part === null) return part === whole;
  if (typeof whole !== 'object' || whole === null) return false;
  return Object.entries(part).every(([key, value]) => isPart(value, (whole as Record<string, unknown>)[key]));
}

/** The names of properties that a parameter of a GET lists. */
function namesOf(path: string, parameter: string): string[] {
  const { paths } = openApi as { paths: Record<string, { get: { parameters: Described[] } }> };
  return paths[path]!.get.parameters.find(({ name }) => name === parameter)!.schema.items.enum;
}
interface Described {
  name: string;
  schema: { items: { enum: string[] } };
}

test.each<[target: string, parameter: string]>([
  ['/v1/books/b1?expand=shelf', 'fields'],
  ['/v1/api/b1?', 'fields[books]'],
  ['/v1/made/b1?', 'fields'],
  ['/v1/thing?', 'fields'],
  ['/v1/plain?', 'fields'],
  ['/v1/unwrapped?', 'fields'],
])('each name alone answers a part of GET %s', async (target, parameter) => {
  const { json: whole } = await send(`GET ${target}`);
  const { json: error } = await send(`GET ${target}&${parameter}=?`, {
    headers: { accept: 'application/problem+json' },
  });
  expect(error).toMatchObject({ status: 400 });
  const path = target.split('?')[0]!.replace('/v1', '').replace('b1', '{id}');
  const names = namesOf(path, parameter);
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) {
    const { status, json } = await send(`GET ${target}&${parameter}=${name}`);
    expect([name, status, isPart(json, whole)]).toEqual([name, 200, true]);
    if (!target.includes('thing')) expect(JSON.stringify(json)).toContain(`"${name.split('.').at(-1)}"`);
  }
});

test('a header is read from a value that is not selected', async () => {
  const { headers, json } = await send('GET /v1/made/b1?fields=title');
  expect([headers['x-number'], json]).toEqual(['7', { title: 'One' }]);
});

test('a location is read from a property that is not sent', async () => {
  executed.length = 0;
  const { status, headers, json } = await send('POST /v1/books?fields=title', { body: { title: 'Two' } });
  expect([status, headers['location'], json]).toEqual([201, '/v1/books/7', { title: 'Two' }]);
  expect(printLine(executed[0]!)).toContain('addBook(title: $title) { errors { message } book { number title } }');
});

test.each<[line: string, field: string, ...messages: string[]]>([
  [
    'GET /v1/books/b1?fields=titel,author.nam,title',
    'fields',
    'does not support "titel"; did you mean "title"?',
    'does not support "author.nam"; did you mean "author.name"?',
  ],
  ['GET /v1/me?only=x', 'only', 'does not support "x"; known values are "name", "email"'],
  ['GET /v1/me?fields=name', 'fields', 'is not a known parameter; known parameters are "only"'],
])('%s is 400', async (line, field, ...messages) => {
  executed.length = 0;
  const { status, json } = await send(line, { headers: { accept: 'application/problem+json' } });
  const problems = messages.map((message) => ({ field, message }));
  expect([status, (json as { errors: unknown }).errors, executed]).toEqual([400, problems, []]);
});

test.each<[line: string, scopes: string, status: number]>([
  ['GET /v1/books/b1', 'authors', 403],
  ['GET /v1/books/b1?fields=title', '', 200],
  ['GET /v1/books/b1?fields=author', 'authors', 403],
  ['GET /v1/books/b1?fields=author.name', '', 403],
  ['GET /v1/books/b1?fields=author.name', 'authors', 200],
  ['GET /v1/books/b1?fields=author.name,editors.email', 'authors', 403],
  ['GET /v1/books?fields=title', '', 200],
  ['GET /v1/books?fields=cost', 'authors', 403],
  ['GET /v1/books?fields=cost', 'costs', 200],
  ['GET /v1/api/b1?fields[books]=room', '', 200],
  ['GET /v1/api/b1?fields[books]=author.data.name', '', 403],
])('%s with the scopes "%s" is %i', async (line, scopes, status) => {
  expect((await send(line, { scopes })).status).toBe(status);
});

test('the entity tag is that of what is answered', async () => {
  const tag = async (line: string) => (await send(line)).headers['etag'];
  const tags = [
    await tag('GET /v1/books/b1'),
    await tag('GET /v1/books/b1?fields=title'),
    await tag('GET /v1/books/b1?fields=id'),
  ];
  expect(new Set(tags).size).toBe(3);
  const again = await send('GET /v1/books/b1?fields=title', { headers: { 'if-none-match': tags[1]! } });
  expect(again.status).toBe(304);
});

test('OpenAPI lists the names', () => {
  const { paths } = openApi as { paths: Record<string, { get: { parameters: { name: string }[] } }> };
  const { parameters } = paths['/books/{id}']!.get;
  const namesIn = (name: string) => `${name}.id ${name}.name ${name}.email`;
  expect(parameters.find(({ name }) => name === 'fields')).toEqual({
    name: 'fields',
    in: 'query',
    required: false,
    description: 'The properties that are answered, separated by commas; all of them by default.',
    style: 'form',
    explode: false,
    schema: {
      type: 'array',
      items: {
        type: 'string',
        enum: `id title count language author ${namesIn('author')} editors ${namesIn('editors')} shelf shelf.room shelf.floor`.split(
          ' ',
        ),
      },
      examples: [['id']],
    },
  });
});

test.each<[name: string, field: string, required: Record<string, string[]>]>([
  ['the id', 'book(id: "b1") @fields { id title author { name id } }', { '': ['id'], author: ['id'] }],
  ['the id under another name', 'book(id: "b1") @fields { key: id number }', { '': ['key'] }],
  ['the type', 'book(id: "b1") @fields { __typename title }', { '': ['__typename'] }],
  ['a constant', 'book(id: "b1") @fields { v: __typename @template(value: 1) title }', { '': ['v'] }],
  ['an id that is a template', 'book(id: "b1") @fields { id @template(value: "/{}") title }', { '': [] }],
  ['an id that may be left out', 'book(id: "b1") @fields { id @include(if: $all) title }', { '': [] }],
  ['an id in a spread object', 'book(id: "b1") @fields { title author @spread { id } }', { '': [] }],
  [
    'an id in a group, and that group',
    'book(id: "b1") @fields { ... @wrap(as: "a") { id pages ... @wrap(as: "b") { title } } }',
    { '': ['a'], a: ['id'] },
  ],
  ['the id of one type', 'thing @fields { ... on Book { id title } ... on Shelf { room } }', { '': [] }],
  [
    'the names of each type',
    'thing @fields { ... on Book { id: __typename title } ... on Shelf { id: __typename room } }',
    { '': ['id'] },
  ],
  ['the id of items', 'books @paginate @fields { nodes { id title } }', { 'data.[]': ['id'] }],
])('OpenAPI requires what is always answered: %s', async (_, field, required) => {
  const expand = field.includes('$all') ? '($all: Boolean = false @expand)' : '';
  const text = `query one${expand} @endpoint(method: GET, path: "/one") { ${field} }`;
  const own = open({ 'v1/one.graphql': text });
  const { paths, components } = own.openApi as unknown as Record<string, Record<string, never>>;
  type Schema = { required?: string[]; properties?: Record<string, Schema>; items?: Schema; $ref?: string };
  const { responses } = paths!['/one']!['get'] as { responses: Record<string, Record<string, never>> };
  const { schema: body } = responses['200']!['content']!['application/json'] as { schema: Schema };
  const found: Record<string, string[]> = {};
  const visit = (node: Schema, place: string) => {
    const { $ref, ...inPlace } = node;
    const {
      required: names = [],
      properties = {},
      items,
    } = $ref ? (components!['schemas'] as unknown as Record<string, Schema>)[$ref.split('/').at(-1)!]! : inPlace;
    if (names.length > 0 || place in required) found[place] = names;
    const below = (step: string) => [...(place === '' ? [] : [place]), step].join('.');
    for (const [name, each] of Object.entries(properties)) visit(each, below(name));
    if (items) visit(items, below('[]'));
  };
  visit(body, '');
  for (const place of ['pagination', ...(field.startsWith('books') ? [''] : [])]) delete found[place];
  expect(found).toEqual(required);
  const { json } = await own.send('GET /v1/one?fields=');
  const least = field.startsWith('books') ? (json as { data: object[] }).data[0] : json;
  expect(Object.keys(least as object)).toEqual(expect.arrayContaining(required[''] ?? required['data.[]']!));
});

test('an upstream gets what is selected, and the variables of that', async () => {
  const stub = await stubUpstream();
  stub.answer = () => ({ body: { data: { book: { id: 'b1', title: 'One' } } } });
  const facade = await openFacade({ upstream: stub, sdl: SDL, files: { 'a.graphql': documents['v1/book.graphql'] } });
  try {
    expect((await facade.send('/v1/books/b1?fields=title&of=x')).body).toEqual({ id: 'b1', title: 'One' });
    expect(stub.received.map(({ body }) => body)).toEqual([
      { query: 'query book($id:ID!){book(id:$id){id title}}', operationName: 'book', variables: { id: 'b1' } },
    ]);
  } finally {
    await facade.close();
    await stub.close();
  }
});
