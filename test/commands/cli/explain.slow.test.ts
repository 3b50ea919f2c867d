import { GraphQLScalarType, buildSchema } from 'graphql';
import { describe, expect, it, test } from 'vitest';
import { createPortico } from '../../../src/gateway/index.ts';
import { Folder, type RunOptions } from '../support/runPortico.ts';
import { DOCUMENTS, openShop } from './support/shop.ts';

/** What is asserted of the JSON. */
interface Explained {
  version: number;
  shapes: object;
  inputs: { name: string }[];
  operations: Record<string, string>;
  fragments: string;
  scopes: object;
  statuses: object;
  request: { problems: { field: string; message: string }[]; executes: Record<string, string> };
  status: number;
  error: string;
  nearest: { method: string; path: string }[];
}

interface Options extends RunOptions {
  headers?: Readonly<Record<string, string>>;
}

const argumentsOf = (request: string, headers: Options['headers'] = {}) => [
  'explain',
  ...request.split(' '),
  ...Object.entries(headers).flatMap(([name, value]) =>
    name === 'accept' ? ['--accept', value] : ['--header', `${name}: ${value}`],
  ),
];

const explainIn = async (folder: Folder, request: string, { headers, ...options }: Options = {}) => {
  const { code, json } = await folder.runJson(argumentsOf(request, headers), options);
  return { code, json: json as Explained };
};
const textIn = async (folder: Folder, request: string, { headers, ...options }: Options = {}) =>
  (await folder.run(argumentsOf(request, headers), options)).stdout;

const shop = openShop();
/** One endpoint of the shop. */
const openOne = (document: string) =>
  openShop({ 'conventions.json': DOCUMENTS['conventions.json']!, 'v1/one.graphql': document });
const text = (request: string) => textIn(shop, request);
const explained = async (request: string, options?: Options, folder = shop) => {
  const { code, json } = await explainIn(folder, request, options);
  expect(code).toBe(0);
  return json;
};

/** A small library, whose schema has a scalar that checks its values. */
const library = buildSchema(`
  scalar SafeInt
  scalar Isbn
  type Query {
    book(id: SafeInt!): Book
    books(first: Int, after: String, offset: Int, shelf: String): BookConnection!
    echo(text: String, isbn: Isbn): Echo!
    titled(titles: [String]): Echo!
    hello(to: String @deprecated(reason: "Since 2026-05-01.")): String!
  }
  type Mutation { addBook(input: BookInput!): Book!  fill(filter: Filter, pages: Int! = 3): Echo! }
  input BookInput { title: String! }
  input Filter { genre: Genre }
  enum Genre { FICTION FACT }
  type Book { id: SafeInt! title: String! author: Author tags: [Tag!]! }
  type Author { name: String! motto: String }
  type Tag { label: String! }
  type Echo { json: String! }
  type BookConnection { nodes: [Book]! edges: [BookEdge!]! pageInfo: PageInfo! totalCount: Int! }
  type BookEdge { node: Book! cursor: String! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }`);
(library.getType('Isbn') as GraphQLScalarType).parseValue = (value) => {
  if (/^\d{10}$/.test(String(value))) return value;
  throw new TypeError('ten digits');
};
const pageInfo = { hasNextPage: true, endCursor: '3' };
library.getQueryType()!.getFields()['books']!.resolve = () => ({ nodes: [], edges: [], pageInfo, totalCount: 9 });

/** Endpoint documents over it. */
function openLibrary(documents: Readonly<Record<string, string>>): { folder: Folder; options: RunOptions } {
  const folder = new Folder({ 'rest/conventions.json': '{ "scalars": { "SafeInt": { "type": "integer" } } }' });
  for (const [name, content] of Object.entries(documents)) folder.write({ [`rest/${name}`]: content });
  const defaults = { endpoints: folder.at('rest'), root: folder.path, loadSchema: async () => library };
  return { folder, options: { defaults } };
}

describe('the endpoint', () => {
  const accept = 'application/vnd.portico.v2+json';
  test.each<[string, Options & { api?: object }, number, string, string]>([
    ['GET /v1/users/5', {}, 1, 'getUser', 'v1/getUser.graphql'],
    ['GET /v2/users/5', {}, 2, 'getUser', 'v1/getUser.graphql'],
    ['POST /v2/users', {}, 2, 'createUser', 'v2/createUser.graphql'],
    ['GET /users/5', { api: { defaultVersion: 2 } }, 2, 'getUser', 'v1/getUser.graphql'],
    ['GET /users/5', { headers: { accept } }, 2, 'getUser', 'v1/getUser.graphql'],
    ['HEAD /v1/users/5/', {}, 1, 'getUser', 'v1/getUser.graphql'],
    ['GET /api/v1/users/5', { env: { BASE_PATH: '/api' } }, 1, 'getUser', 'v1/getUser.graphql'],
    ['GET http://localhost:4000/v1/users/5', {}, 1, 'getUser', 'v1/getUser.graphql'],
  ])('%s with %j reaches version %d of %s', async (request, { api, ...options }, version, operation, file) => {
    const folder = api ? openShop({ ...DOCUMENTS, 'api.json': JSON.stringify(api) }) : shop;
    expect(await explained(request, options, folder)).toMatchObject({ version, operation, file: `rest/${file}` });
  });

  test('has the fields that are null where they fail', async () => {
    const { folder, options } = openLibrary({
      'v1/get.graphql': `query get @endpoint(method: GET, path: "/book") {
        book(id: 1) { id author @catch { name motto @catch } }
      }`,
    });
    expect(await explained('GET /v1/book', options, folder)).toMatchObject({
      catches: ['book.author', 'book.author.motto'],
    });
  });

  test('says when it ends, and what of it is deprecated', async () => {
    const { folder, options } = openLibrary({
      'v1/conventions.json':
        '{"deprecated": "2027-01-01", "sunset": "2027-06-01", "afterSunset": "gone", "brownouts": ["2027-02-01T12:00+02:00/PT90M"]}',
      'v1/hello.graphql': 'query hello($to: String) @endpoint(method: GET, path: "/hello") { hello(to: $to) }',
    });
    expect(await textIn(folder, 'GET /v1/hello', options)).toContain(`Deprecation
  since         2027-01-01
  sunset        2027-06-01, then 410
  brownouts     2027-02-01T10:00:00Z/2027-02-01T11:30:00Z
  parameter to  Since 2026-05-01.
`);
    expect(await explained('GET /v1/hello', options, folder)).toMatchObject({
      deprecated: '2027-01-01',
      sunset: '2027-06-01',
      afterSunset: 'gone',
      brownouts: ['2027-02-01T10:00:00Z/2027-02-01T11:30:00Z'],
      deprecations: { 'parameter to': 'Since 2026-05-01.' },
      statuses: { 410: expect.any(String) as string },
    });
    folder.write({ 'rest/v1/conventions.json': '{"sunset": "2027-06-01"}' });
    expect(await textIn(folder, 'GET /v1/hello', options)).toContain('sunset        2027-06-01, then as before\n');
  });
});

describe('what it takes', () => {
  it('names the source, the variable and the bounds of every input', async () => {
    expect((await explained('GET /v1/users/5')).inputs).toEqual([
      expect.objectContaining({ name: 'id', in: 'path', required: true, variables: { id: 'SafeInt!' } }),
    ]);
    expect((await explained('POST /v1/users')).inputs).toEqual([
      {
        name: 'name',
        in: 'body',
        required: true,
        variables: { name: 'PersonName!' },
        schema: expect.objectContaining({ type: 'string', minLength: 1, maxLength: 200 }) as object,
      },
      expect.objectContaining({ name: 'email', in: 'body', required: false, variables: { email: 'EmailAddress' } }),
    ]);
  });

  it('has the lookup, the media types, the headers and the caching that its document declares', async () => {
    const folder = openShop({
      ...DOCUMENTS,
      'v1/lookups/find.graphql': 'query find($userId: SafeInt!) { user(id: $userId) { id @export(as: "id") } }',
      'v1/getOwn.graphql': `query getOwn($id: SafeInt!)
@endpoint(method: GET, path: "/own/{userId}", lookup: "find", produces: ["application/hal+json"], maxAge: 5) {
  user(id: $id) { id name @header(name: "X-Name") }
}`,
    });
    expect((await explainIn(folder, 'GET /v1/own/1')).json).toMatchObject({
      lookup: 'rest/v1/lookups/find.graphql',
      produces: ['application/hal+json'],
      headers: { 'X-Name': 'user.name' },
      cacheControl: 'private, max-age=5',
    });
    expect(await textIn(folder, 'GET /v1/own/1')).toMatch(/\n {2}produces +application\/hal\+json\n/);
    expect(await textIn(folder, 'GET /v1/own/1', { headers: { accept: 'text/html' } })).toContain(
      'available media types: application/hal+json, application/vnd.portico.v1+json',
    );
  });

  it('has the rows of a whole list, where Accept asks for them', async () => {
    const folder = openShop({
      ...DOCUMENTS,
      'v1/export.graphql':
        'query export @endpoint(method: GET, path: "/export", stream: true, produces: ["application/json", "application/jsonl"]) { orders @paginate { nodes { id } } }',
    });
    const lines = { headers: { accept: 'application/jsonl' } };
    expect((await explainIn(folder, 'GET /v1/export', lines)).json).toMatchObject({
      stream: true,
      request: { runs: 'CURSOR', page: { style: 'CURSOR', limit: 100, cursor: '', rows: 1_000_000 } },
    });
    expect(await textIn(folder, 'GET /v1/export', lines)).toMatch(
      /stream +yes: types other than JSON are the whole list/,
    );
    const plain = { headers: { accept: 'application/json' } };
    expect((await explainIn(folder, 'GET /v1/export', plain)).json).toMatchObject({
      request: { page: { style: 'DEFAULT', limit: 20 } },
    });
  });

  it('has what only the lookup takes, and the lookup itself', async () => {
    const folder = openShop({
      ...DOCUMENTS,
      'v1/listOwn.graphql': `query find($userId: SafeInt!) { user(id: $userId) { id @export(as: "id") } }
query listOwn($id: SafeInt!, $brief: Boolean = false @param(in: HEADER, name: "x-brief")) @endpoint(method: GET, path: "/own/{userId}") {
  user(id: $id) { id name @skip(if: $brief) }
}`,
    });
    const { inputs, operations } = await explained('GET /v1/own/1', {}, folder);
    expect(inputs).toEqual([
      expect.objectContaining({ name: 'x-brief', in: 'header', variables: { brief: 'Boolean!' } }),
      expect.objectContaining({ name: 'userId', in: 'path', variables: { userId: 'SafeInt!' } }),
    ]);
    expect(Object.keys(operations)).toEqual(['LOOKUP', 'UNPAGED']);
    expect(operations['LOOKUP']).not.toContain('@export');
    expect(await textIn(folder, 'GET /v1/own/1')).toContain('Operation LOOKUP\n  query find($userId: SafeInt!) {');
  });

  it('has the parameters of the page and the values of expand', async () => {
    const { inputs } = await explained('GET /v1/orders');
    expect(inputs.map(({ name }) => name)).toEqual(['limit', 'offset', 'page', 'cursor', 'expand']);
    expect(inputs.at(-1)).toMatchObject({ schema: { items: { enum: ['items', 'user'] } } });
  });

  it('shows what texts stand for, what is ignored, and the status of a missing precondition', async () => {
    const { folder, options } = openLibrary({
      'v1/a.graphql': `mutation order(
        $filter: Filter! @param(values: [{ text: "fact", value: { genre: FACT } }, { text: "any", value: {} }])
        $pages: Int! @param(in: HEADER, name: "If-Match")
      ) @endpoint(method: PUT, path: "/{tenant}/order", ignore: ["tenant", "data.type"]) {
        fill(filter: $filter, pages: $pages) { json }
      }`,
      'v1/conventions.json': '{"ignore": ["$alt"]}',
    });
    const request = 'PUT /v1/acme/order?$alt=1';
    const { code, json } = await explainIn(folder, request, options);
    expect(code).toBe(1);
    expect(json.inputs).toMatchObject([
      { name: 'If-Match', in: 'header', required: true, variables: { pages: 'Int!' } },
      { name: 'tenant', in: 'path', ignored: true, variables: {} },
      { name: '$alt', in: 'query', ignored: true, variables: {} },
      { name: 'filter', in: 'body', values: { fact: { genre: 'FACT' }, any: {} } },
      { name: 'data.type', in: 'body', ignored: true },
      { name: '$alt', in: 'body', ignored: true },
    ]);
    const printed = await textIn(folder, request, options);
    expect(printed).toMatch(/^ {2}filter +body +\$filter: Filter! +required$/m);
    expect(printed).toMatch(/^ {2}tenant +path +ignored$/m);
    expect(printed).toContain(
      'This request is refused with 428\n  If-Match  If-Match is required: send the entity tag',
    );
    expect(await explained(request, { ...options, headers: { 'if-match': '"5"' } }, folder)).toMatchObject({
      request: { variables: { pages: 5 } },
    });
  });

  it('names the body, the variables and what is required', async () => {
    const printed = await text('POST /v2/users');
    expect(printed).toMatch(/^ {2}the whole body {2}body {2}\$user: CreateUserInput! {2}required$/m);
    expect(printed).toMatch(/^ {2}body +not read$/m);
    expect(await text('GET /v1/orders')).toMatch(/^ {2}limit +query *$/m);
  });
});

describe('what it runs, needs and answers', () => {
  it('has one operation without pages, and the fragments that it spreads', async () => {
    const { operations, fragments, shapes } = await explained('GET /v2/users/5');
    expect(shapes).toEqual({ User: 'rest/v2/shapes/User.graphql' });
    expect(operations).toEqual({ UNPAGED: 'query getUser($id: SafeInt!) {\n  user(id: $id) {\n    ...User\n  }\n}' });
    expect(fragments).toBe('fragment User on User {\n  id\n  firstName\n  lastName\n}');
    expect(await text('GET /v2/users/5')).toContain('\nFragments\n  fragment User on User {\n    id\n');
  });

  it('has an operation for each way to ask for a page, and counts only where the style shows it', async () => {
    const { operations } = await explained('GET /v1/orders');
    expect(Object.keys(operations)).toEqual(['DEFAULT', 'OFFSET', 'PAGE', 'CURSOR']);
    expect(operations['OFFSET']).toContain('totalCount');
    expect(operations['CURSOR']).not.toContain('totalCount');
  });

  it('has the scopes, those of expand among them', async () => {
    expect((await explained('GET /v1/orders')).scopes).toEqual({
      always: [['orders:read']],
      expand: { items: [['products:read']], user: [['users:read']] },
    });
    expect(await text('GET /v1/orders')).toContain(
      'Scopes\n  always        orders:read\n  expand=items  products:read\n  expand=user   users:read\n',
    );
  });

  it('says whether a caller is required, and with which values of expand', async () => {
    expect(await text('GET /v1/users/5')).toMatch(/^ {2}auth +REQUIRED$/m);
    const folder = openOne(`query a($user: Boolean = false @expand) @endpoint(method: GET, path: "/a", auth: OPTIONAL) {
  type: __typename
  user(id: 1) @include(if: $user) { id }
}`);
    expect(await textIn(folder, 'GET /v1/a')).toMatch(/^ {2}auth +OPTIONAL, expand=user requires a caller$/m);
    expect(await explained('GET /v1/a', {}, folder)).toMatchObject({ auth: { auth: 'OPTIONAL', expand: ['user'] } });
  });

  test.each([
    ['GET /v1/users/5', '200 400 401 403 404 406 429 500 502 503 504'],
    ['POST /v1/users', '201 400 401 403 404 406 409 412 413 415 429 500 502 503 504'],
  ])('%s has the responses %s', async (request, statuses) => {
    expect(Object.keys((await explained(request)).statuses).join(' ')).toBe(statuses);
  });
});

describe('what becomes of this request', () => {
  test.each<[string, object]>([
    ['GET /v1/users/5', { runs: 'UNPAGED', variables: { id: 5 }, page: null, problems: [] }],
    ['GET /v1/orders?expand=user', { runs: 'DEFAULT', variables: { withUser: true }, problems: [] }],
    ['GET /v1/orders?page=3&limit=5', { runs: 'PAGE', page: { style: 'PAGE', limit: 5, page: 3 }, problems: [] }],
    ['GET /v1/orders?limit=0', { problems: [{ field: 'limit', message: 'must be an integer between 1 and 100' }] }],
  ])('%s', async (request, expected) => {
    const { code, json } = await explainIn(shop, request);
    expect(json).toMatchObject({ request: expected });
    expect(code).toBe(json.request.problems.length === 0 ? 0 : 1);
  });

  test.each<[string, string, object]>([
    ['/users', 'application/vnd.portico.v2+json', { version: 2 }],
    ['/users', 'application/json', { version: 1 }],
    ['/users', 'application/vnd.portico.v9+json', { status: 415 }],
    ['/v1/users', 'application/vnd.portico.v2+json', { status: 400 }],
  ])('POST %s with a body of %s is %j', async (target, type, expected) => {
    const { code, json } = await explainIn(shop, `POST ${target}`, { headers: { 'content-type': type } });
    expect(json).toMatchObject(expected);
    expect(code).toBe('version' in expected ? 0 : 1);
  });

  const remove = (type: string, more = '') => `mutation remove($id: SafeInt!)
@endpoint(method: POST, path: "/removals", status: 204, consumes: ["${type}"]${more}) { deleteUser(id: $id) { id } }`;

  it('takes the forms that the endpoint consumes, and says how large files may be', async () => {
    const [form, multipart] = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    const folder = openOne(remove(`${form}", "${multipart}`));
    const send = (type: string) => explainIn(folder, 'POST /v1/removals', { headers: { 'content-type': type } });
    const json = { consumes: [form, multipart], uploads: { maxBytes: 2 ** 24, maxFiles: 0 } };
    expect(await send(form)).toMatchObject({ code: 0, json });
    for (const type of [`${form}; charset=latin1`, 'application/json'])
      expect((await send(type)).json).toMatchObject({ status: 415 });
    const printed = await textIn(folder, 'POST /v1/removals');
    expect(printed).toMatch(/consumes +application\/x-www-form-urlencoded, multipart\/form-data\n/);
    expect(printed).toMatch(/files +none\n/);
  });

  it('comes first, and the GraphQL that it executes last', async () => {
    expect((await text('GET /v1/orders?page=2&limit=5')).match(/^\w.*$/gm)).toEqual([
      'GET /v1/orders?page=2&limit=5',
      'This request',
      'Endpoint',
      'Inputs',
      'Scopes',
      'Responses',
      'Operation PAGE',
    ]);
  });

  it('shows what it executes, where that is a part of its operation', async () => {
    const { folder, options } = openLibrary({
      'v1/shapes/Echo.graphql': 'fragment Echo on Echo { json }',
      'v1/titles.graphql': `query titles($a: String, $b: String @param(template: "%{}%")) @endpoint(method: GET, path: "/titles") {
        titled(titles: [$a, $b]) { ...Echo }
      }`,
    });
    const printed = await textIn(folder, 'GET /v1/titles?b=y', options);
    expect(printed).toContain(
      'Operation UNPAGED\n  query titles($b: String) {\n    titled(titles: [$b]) {\n      ...Echo\n    }\n  }\n',
    );
    expect(printed).not.toContain('\nFragments\n');
    expect(printed).toContain('variables  {"b":"%y%"}');
    expect(printed).toMatch(/^ {2}b +query +\$b: String as %\{\}%/m);
    const { executes } = (await explained('GET /v1/titles?b=y', options, folder)).request;
    expect(executes['UNPAGED']).toContain('fragment Echo on Echo');
  });

  it('is explained in words', async () => {
    const page = await text('GET /v1/orders?page=3&limit=5');
    expect(page).toMatch(/^ {2}runs +listOrders, PAGE$/m);
    expect(page).toMatch(/^ {2}page +\{"style":"PAGE","limit":5,"page":3\}$/m);
    expect(page).toMatch(/^ {2}route +GET \/orders of version 1$/m);
    expect(page).toMatch(/^ {2}file +rest\/v1\/listOrders\.graphql:1$/m);
    expect(await text('GET /v1/orders?cursor=')).toMatch(/\nThis request\n {2}runs {7}listOrders, CURSOR\n/);
    const refused = await text('GET /v1/users/x');
    expect(refused).toMatch(/\nThis request is refused with 400\n {2}id {2}must be an integer/);
    expect(refused).toMatch(/^ {2}purpose +Read one user\.$/m);
  });
});

describe('a request is read as the engine reads it', () => {
  const { folder, options } = openLibrary({
    'v1/a.graphql': `query get($id: SafeInt!, $isbn: Isbn, $brief: Boolean! @param(in: HEADER, name: "X-Brief"))
      @endpoint(method: GET, path: "/books/{id}") {
        book(id: $id) { id title @skip(if: $brief) } echo(isbn: $isbn) { json }
      }`,
    'v1/b.graphql': `query list($shelf: String, $author: Boolean = false @expand) @endpoint(method: GET, path: "/books") {
      books(shelf: $shelf) @paginate { nodes { id author @include(if: $author) { name } } } }`,
    'v1/e.graphql': `query titles($a: String, $b: String) @endpoint(method: GET, path: "/titles") {
      titled(titles: [$a, $b]) { json } }`,
    'v1/f.graphql': `query shelved @endpoint(method: GET, path: "/shelved") { book(id: 1) @fields { id title tags { label } } }`,
    'v1/c.graphql': `mutation m($title: String!, $dry: Boolean = false @param(in: QUERY)) @endpoint(method: POST, path: "/books") {
      addBook(input: { title: $title }) { id author @include(if: $dry) { name } } }`,
  });
  const explain = async (request: string, headers: Record<string, string> = {}) =>
    (await explainIn(folder, request, { ...options, headers })).json.request;
  const portico = createPortico({
    schema: library,
    endpoints: folder.at('rest'),
    authenticate: () => ({ subject: 'ada', scopes: [] }),
  });
  const send = (target: string, headers: Record<string, string> = {}) =>
    portico.fetch(new Request(`http://api.example.com${target}`, { headers }));

  /** A cursor of the list of one shelf. */
  async function readCursor(): Promise<string> {
    const response = await send('/v1/books?shelf=low&cursor=');
    return /[?&]cursor=([\w-]+)/.exec(response.headers.get('link')!)![1]!;
  }

  test('a cursor is read, and refused in another list', async () => {
    const cursor = await readCursor();
    expect(await explain(`GET /v1/books?shelf=low&cursor=${cursor}`)).toMatchObject({
      runs: 'CURSOR',
      variables: { shelf: 'low', pageAfter: '3' },
      page: { style: 'CURSOR', limit: 20, cursor },
      problems: [],
    });
    expect((await explain(`GET /v1/books?shelf=high&cursor=${cursor}`)).problems).toMatchObject([{ field: 'cursor' }]);
  });

  test.each<[string, object]>([
    ['GET /v1/titles?a=x&b=y', {}],
    ['GET /v1/titles?b=y', { UNPAGED: 'query titles($b: String) {\n  titled(titles: [$b]) {\n    json\n  }\n}' }],
    ['GET /v1/titles', { UNPAGED: 'query titles {\n  titled {\n    json\n  }\n}' }],
    ['GET /v1/shelved', {}],
    [
      'GET /v1/shelved?fields=tags',
      { UNPAGED: 'query shelved {\n  book(id: 1) {\n    tags {\n      label\n    }\n  }\n}' },
    ],
  ])('%s executes a part of its operation', async (request, expected) => {
    expect((await explain(request)).executes).toEqual(expected);
  });

  test.each<[string, Record<string, string>]>([
    ['/v1/books/5', {}],
    ['/v1/books/x', { 'x-brief': 'maybe' }],
    ['/v1/books/5?isbn=12', { 'x-brief': 'true' }],
    ['/v1/books?cursor=x', {}],
    ['/v1/books?shelf=high&cursor=CURSOR', {}],
    ['/v1/books?expand=autor&limit=0&page=1&offset=2&shelf=a&shelf=b', {}],
  ])('%s with %j has the problems for which it is refused', async (given, headers) => {
    const target = given.replace('CURSOR', await readCursor());
    const response = await send(target, { ...headers, accept: 'application/problem+json' });
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: object[] };
    expect(errors.length).toBeGreaterThan(0);
    expect((await explain(`GET ${target}`, headers)).problems).toEqual(errors);
  });
});

describe('a request without an endpoint', () => {
  const v2 = { headers: { accept: 'application/vnd.portico.v2+json' } };
  test.each<[string, Options & { api?: object }, number, string]>([
    ['GET /v1/user/5', {}, 404, 'GET /v1/users/{id}'],
    ['GET v1/orders', {}, 404, 'GET /v1/orders'],
    ['GET /user/5', {}, 404, 'GET /v1/users/{id}'],
    ['DELETE /v1/orders', {}, 405, 'GET /v1/orders'],
    ['GET /orders', { api: { versioning: 'path' } }, 404, 'GET /v1/orders'],
    ['GET /v1/orders', { api: { versioning: 'header' } }, 404, 'GET /orders'],
    ['GET /v1/orders', { env: { BASE_PATH: '/api' } }, 404, 'GET /api/v1/orders'],
    ['GET /v1/orders', v2, 400, 'GET /v1/orders'],
    ['GET /orders', { headers: { accept: 'text/html' } }, 406, 'GET /v1/orders'],
    ['GET /v1/users/%zz', {}, 400, 'GET /v1/users/{id}'],
  ])('%s with %j is %d, and near is %s', async (request, { api, ...options }, status, near) => {
    const folder = api ? openShop({ ...DOCUMENTS, 'api.json': JSON.stringify(api) }) : shop;
    const { code, json } = await explainIn(folder, request, options);
    expect(code).toBe(1);
    expect(json).toMatchObject({ status, error: expect.any(String) as string });
    expect(json.nearest.map(({ method, path }) => `${method} ${path}`)).toContain(near);
    expect(await textIn(folder, request, options)).toMatch(/\nNearest routes:\n {2}\S/);
  });

  test('OPTIONS runs no operation', async () => {
    expect(await text('OPTIONS /v1/orders')).toContain(
      'OPTIONS runs no operation; its response is 204 with Allow: GET, HEAD, OPTIONS.\nNearest routes:\n  GET  /v1/orders',
    );
  });

  test.each([
    ['the root', '/'],
    ['what is no endpoint', '/health/live'],
    ['a very long path', `/${'x'.repeat(100_000)}`],
  ])('%s has nothing near, and is referred to the list', async (_, target) => {
    expect(await explainIn(shop, `GET ${target}`)).toMatchObject({ code: 1, json: { status: 404, nearest: [] } });
    expect(await text(`GET ${target}`)).toMatch(/\n"portico routes" lists all routes\.\n$/);
  });

  const numbered = Array.from({ length: 9 }, (_, index) => `/number${index}`);
  const paths = ['/books', '/books/{id}', '/shelves/{id}', '/pages/{a}...{b}', '/contents/{+path}', ...numbered];
  const { folder, options } = openLibrary(
    Object.fromEntries(
      paths.map((path, index) => {
        const names = [...path.matchAll(/\{\+?(\w+)\}/g)].map(([, name]) => name!);
        const variables = names.map((name) => `$${name}: String!`).join(' ');
        const echoes = names.map((name) => `${name}: echo(text: $${name}) { json }`).join(' ');
        const document = `query e${index}${variables && `(${variables})`} @endpoint(method: GET, path: "${path}") { titled { json } ${echoes} }`;
        return [`v1/e${index}.graphql`, document];
      }),
    ),
  );
  test.each<[target: string, env: Record<string, string>, nearest: string | undefined]>([
    ['/v1/bokos/7', {}, '/v1/books/{id}'],
    ['/boks', {}, '/v1/books'],
    ['/v1/boks', { BASE_PATH: '/api' }, '/api/v1/books'],
    ['/v1/page/1...2', {}, '/v1/pages/{a}...{b}'],
    ['/v1/content/a/b/c/d', {}, '/v1/contents/{+path}'],
  ])('the nearest route to %s with %j is %j', async (target, env, nearest) => {
    const { json } = await explainIn(folder, `GET ${target}`, { ...options, env });
    expect(json.nearest[0]?.path).toBe(nearest);
  });

  test('has at most five routes near', async () => {
    expect((await explainIn(folder, 'GET /v1/number', options)).json.nearest).toHaveLength(5);
  });
});

describe('the path of the tools', () => {
  const tools = JSON.stringify({ ...JSON.parse(DOCUMENTS['conventions.json']!), tools: ['GET'] });
  const tooled = openShop({ ...DOCUMENTS, 'conventions.json': tools });
  const env = { BASE_PATH: '/api' };

  test.each([
    ['/api/mcp', 1],
    ['/api/v1/mcp', 1],
    ['/api/v2/mcp?a=1', 2],
  ])('POST %s has those of version %d', async (target, version) => {
    expect(await explainIn(tooled, `POST ${target}`, { env })).toEqual({
      code: 0,
      json: {
        version,
        tools: [
          { name: 'getUser', method: 'GET', path: '/users/{id}' },
          { name: 'listOrders', method: 'GET', path: '/orders' },
        ],
        request: { method: 'POST', target },
      },
    });
    expect(await textIn(tooled, `POST ${target}`, { env })).toBe(
      [
        `POST ${target}`,
        '',
        `The tools of version ${version}, by the Model Context Protocol; a call of one is a request to its endpoint`,
        '  getUser     GET /users/{id}',
        '  listOrders  GET /orders',
        '',
      ].join('\n'),
    );
  });

  test('has no other method', async () => {
    expect(await explainIn(tooled, 'GET /api/mcp', { env })).toMatchObject({ code: 1, json: { status: 405 } });
    expect(await textIn(tooled, 'GET /api/mcp', { env })).toMatch(
      /^GET is not allowed; allowed methods: POST, OPTIONS\n/,
    );
  });

  test.each([
    ['/mcp', tooled],
    ['/api/v3/mcp', tooled],
    ['/api/mcp/x', tooled],
    ['/api/mcp', shop],
  ])('is not %s', async (target, folder) => {
    expect(await explainIn(folder, `POST ${target}`, { env })).toMatchObject({ code: 1, json: { status: 404 } });
  });

  test('leads to endpoints that say that they are tools', async () => {
    expect(await textIn(tooled, 'GET /v1/users/5')).toMatch(/\n {2}tool +yes, for agents\n/);
    expect((await explainIn(tooled, 'GET /v1/users/5')).json).toMatchObject({ tool: true });
    expect(await text('GET /v1/users/5')).not.toContain('for agents');
  });
});
