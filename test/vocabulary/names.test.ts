import { buildSchema, executeSync, parse } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { faultsOf } from './support/faults.ts';
import { ask } from './support/ask.ts';
import { openFacade, stubUpstream } from './support/upstreams.ts';
import { serveSchema } from './support/serveSchema.ts';
import { openShop } from './support/shop.ts';
import { seen, toyEngine, toySchema } from './support/toy.ts';

const conventions = {
  case: 'snake_case',
  names: { 'User.email': 'mail', 'Login.userErrors': 'errors', 'ProductInput.sizeLabel': 'size-label' },
};

test('fields and input fields without an alias have the names of the conventions, before the case', async () => {
  const shop = openShop({
    'v1/login.graphql': `mutation add($email: String!) @endpoint(method: POST, path: "/logins") {
      login(email: $email) { account { email alias: email } userErrors { message } }
    }`,
    'v1/make.graphql': `mutation make($product: ProductInput!) @endpoint(method: POST, path: "/products", body: "product") {
      makeProduct(product: $product) { product { name } }
    }`,
    'conventions.json': JSON.stringify(conventions),
  });
  expect(await shop.ask('POST /v1/logins', { email: 'ada@example.com' })).toEqual([
    200,
    { account: { mail: 'ada@example.com', alias: 'ada@example.com' }, errors: [] },
  ]);
  const made = await shop.ask('POST /v1/products', { 'size-label': 'XL', product_name: 'Hat' });
  expect(made).toEqual([200, { product: { name: 'Hat XL' } }]);
  const [status, body] = await shop.ask('POST /v1/products', { size_label: 'XL', product_name: 'Hat' });
  expect([status, body]).toEqual([400, { error: expect.stringContaining('size_label') }]);
  const { schemas } = shop.describe(1).components;
  expect(Object.keys(schemas['ProductInput']!['properties'] as object)).toEqual(['size-label', 'product_name']);
});

describe('a placeholder of the path', () => {
  const by = (name: string, path: string, more = '', parameter = '') =>
    `query ${name}($bookId: SafeInt! ${parameter}) @endpoint(method: GET, path: "${path}"${more}) { book(id: $bookId) { title ${
      more === '' ? 'self: title @template(value: "/books/{bookId}")' : ''
    } } }`;
  const toy = toyEngine({
    'conventions.json': '{ "case": "snake_case" }',
    'v1/variable.graphql': by('variable', '/books/{bookId}'),
    'v1/wire.graphql': by('wire', '/wire/{book_id}'),
    'v1/named.graphql': by('named', '/named/{bookId}:show', '', '@param(name: "no")'),
    'v1/moved.graphql': by('moved', '/moved/{bookId}', ', status: 303, location: "/books/{bookId}"'),
    'v2/wire.graphql': by('wire', '/wire/{bookId}'),
  });
  test.each([
    ['/v1/books/1', 200, { title: 'Book 1', self: '/v1/books/1' }],
    ['/v1/wire/1', 200, { title: 'Book 1', self: '/v1/books/1' }],
    ['/v1/named/1:show', 200, { title: 'Book 1', self: '/v1/books/1' }],
    ['/v2/wire/1', 200, { title: 'Book 1', self: '/v2/books/1' }],
    ['/v1/books/x', 400, { error: 'book_id must be an integer between -9007199254740991 and 9007199254740991' }],
    ['/v1/named/x:show', 400, { error: 'no must be an integer between -9007199254740991 and 9007199254740991' }],
    ['/v1/books/100', 404, { error: 'No Book was found for book_id 100.' }],
  ])('may be the name of the variable or of the parameter: GET %s is %i', async (target, status, body) => {
    expect(seen(await toy.send(`GET ${target}`))).toEqual([status, body]);
  });
  test('is that of a location, too', async () => {
    const { status, headers } = await toy.send('GET /v1/moved/7');
    expect([status, headers['location']]).toEqual([303, '/v1/books/7']);
  });
  test('has the name of the parameter in OpenAPI', () => {
    const { paths } = toy.openApi.get('/v1/openapi.json') as Record<string, Record<string, never>>;
    expect(Object.keys(paths!)).toEqual([
      '/books/{book_id}',
      '/moved/{book_id}',
      '/named/{no}:show',
      '/wire/{book_id}',
    ]);
    expect(paths!['/books/{book_id}']).toMatchObject({ get: { parameters: [{ name: 'book_id', in: 'path' }] } });
  });
  test('that is a parameter and a variable is the parameter', async () => {
    const both = toyEngine({
      'v1/a.graphql': `query a($id: SafeInt! @param(name: "other"), $other: Edition @param(name: "edition")) @endpoint(method: GET, path: "/a/{other}") {
        book(id: $id, edition: $other) { id }
      }`,
    });
    expect(seen(await both.send('GET /v1/a/2?edition=FIRST'))).toEqual([200, { id: 2 }]);
  });
  test('that is ignored is no variable', async () => {
    const ignoring = toyEngine({
      'v1/a.graphql': `query a($id: SafeInt! @param(name: "book")) @endpoint(method: GET, path: "/{id}/a", ignore: ["id"]) {
        book(id: $id) { id }
      }`,
    });
    expect(seen(await ignoring.send('GET /v1/x/a?book=2'))).toEqual([200, { id: 2 }]);
  });
  test('is there once, whatever it is called', () => {
    const path = '"/a/{bookId}/{book_id}"';
    const twice = by('a', '/a').replace('"/a"', path);
    expect(faultsOf(toySchema, { 'conventions.json': '{ "case": "snake_case" }', 'v1/a.graphql': twice })).toEqual([
      'v1/a.graphql:1:58: The path has the placeholder {book_id} more than once. Rename one.',
    ]);
  });
});

describe('names that every object of JavaScript has', async () => {
  const SDL = `
    type Query { thing(id: ID, toString: String): Thing }
    type Mutation { add(input: ThingInput): Thing }
    type Thing { id: ID toString: String valueOf: String }
    input ThingInput { id: ID toString: String list: [ThingInput] constructor: ThingInput }
  `;
  const schema = buildSchema(SDL);
  const thing = { id: 'a', toString: null, valueOf: 'v' };
  schema.getQueryType()!.getFields()['thing']!.resolve = () => thing;
  schema.getMutationType()!.getFields()['add']!.resolve = (_, { input }) => ({ ...thing, id: JSON.stringify(input) });
  const template = (text: string) => `id @template(value: "${text}")`;
  const files = {
    'get.graphql': `query get($id: ID! @param(name: "__proto__"), $more: Boolean = false @expand(name: "more")) @endpoint(method: GET, path: "/things/{__proto__}") {
      thing(id: $id) {
        valueOf @include(if: $more) toString @include(if: $more)
        a: ${template('{valueOf}')} b: ${template('{toString? }{}')} c: ${template('p-{__proto__}')} d: ${template('{__proto__}')}
      }
    }`,
    'own.graphql': `query own @endpoint(method: GET, path: "/own") {
      thing { __proto__: valueOf a: ${template('p-{__proto__}')} b: ${template('/{__proto__}')} c: ${template('{__proto__}')} }
    }`,
    'add.graphql':
      'mutation add($input: ThingInput) @endpoint(method: POST, path: "/things", body: "input") { add(input: $input) { id } }',
  };
  const api = await serveSchema(
    schema,
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`v1/${name}`, text])),
  );
  const upstream = await stubUpstream();
  upstream.answer = ({ body: { query, variables = {} } }) => ({
    body: executeSync({ schema, document: parse(query), variableValues: variables }),
  });
  const facade = await openFacade({ upstream, sdl: SDL, files });
  afterAll(() => Promise.all([api.close(), facade.close(), upstream.close()]));

  test.each([
    ['/v1/things/x', '{"b":"a","c":"p-x","d":"x"}'],
    ['/v1/things/x?expand=more', '{"valueOf":"v","toString":null,"a":"v","b":"a","c":"p-x","d":"x"}'],
    ['/v1/own', '{"__proto__":"v","a":"p-v","b":"/v1/v","c":"v"}'],
  ])('are those of fields and placeholders: GET %s', async (target, expected) => {
    const [served, passed] = await Promise.all([api.send(`GET ${target}`), fetch(facade.url + target)]);
    expect([served.text, await passed.text()]).toEqual([expected, expected]);
  });

  test('are those of input fields, which may be absent', async () => {
    const input = '{"id":"1","list":[{}],"constructor":{"toString":"x"}}';
    expect((await api.send('POST /v1/things', { body: input })).text).toBe(JSON.stringify({ id: input }));
  });
});

describe('the text of a name', () => {
  const SCHEMA = `type Query { reason: Reason item: Item }
    enum Reason { TOO_HEATED SPAM }
    union Item = OrderItem | Order
    type Order { id: ID }
    type OrderItem { createdAt: Int htmlURL: Int HTMLPage: Int page2Size: Int already_snake: Int ID: ID }`;
  const read = async (selection: string, own: object) => {
    const files = {
      'conventions.json': JSON.stringify(own),
      'v1/a.graphql': `query a @endpoint(method: GET, path: "/a", unwrap: false) { ${selection} }`,
    };
    const root = { reason: 'TOO_HEATED', item: { __typename: 'OrderItem', createdAt: 1 } };
    return (await ask(SCHEMA, files, 'GET /v1/a', { root })).body;
  };

  test('in snake case has an underscore where a word begins', async () => {
    const selection =
      'item { ... on OrderItem { createdAt htmlURL HTMLPage page2Size already_snake ID } ... on Order { id } }';
    const { item } = (await read(selection, { case: 'snake_case' })) as { item: object };
    expect(Object.keys(item)).toEqual(['created_at', 'html_url', 'html_page', 'page2_size', 'already_snake', 'id']);
  });

  test.each<[enums: object, reason: string, type: string]>([
    [{}, 'TOO_HEATED', 'OrderItem'],
    [{ '*': 'lowercase' }, 'too_heated', 'OrderItem'],
    [{ '*': 'lowercase', Reason: 'schema', __typename: 'schema' }, 'TOO_HEATED', 'OrderItem'],
    [{ '*': 'lowercase', Reason: { TOO_HEATED: 'too heated' }, __typename: 'lowercase' }, 'too heated', 'orderitem'],
    [{ '*': 'lowercase', Reason: { SPAM: 'spam' }, __typename: 'snake_case' }, 'TOO_HEATED', 'order_item'],
    [{ __typename: 'kebab-case' }, 'TOO_HEATED', 'order-item'],
    [{ __typename: { OrderItem: 'items' } }, 'TOO_HEATED', 'items'],
    [{ __typename: { Order: 'orders' } }, 'TOO_HEATED', 'OrderItem'],
  ])('of an enum and of a type by %j', async (enums, reason, type) => {
    expect(await read('reason item { __typename }', { enums })).toEqual({ reason, item: { __typename: type } });
  });
});
