import { describe, expect, test } from 'vitest';
import { diagnosticsOf } from '../compile/support/compileDocuments.ts';
import { openShop } from './support/shop.ts';
import { compileToy, seen, toyEngine, toySchema } from './support/toy.ts';

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
  test('has the name of the parameter in OpenAPI and in plans', () => {
    const { paths } = toy.openApi.get('/v1/openapi.json') as Record<string, Record<string, never>>;
    expect(Object.keys(paths!)).toEqual([
      '/books/{book_id}',
      '/moved/{book_id}',
      '/named/{no}:show',
      '/wire/{book_id}',
    ]);
    expect(paths!['/books/{book_id}']).toMatchObject({ get: { parameters: [{ name: 'book_id', in: 'path' }] } });
    const { versions } = compileToy({
      'conventions.json': '{ "case": "snake_case" }',
      'v1/a.graphql': by('a', '/a/{bookId}'),
    });
    expect(versions[0]!.endpoints).toMatchObject([{ path: '/a/{book_id}', segments: [{}, { names: ['book_id'] }] }]);
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
    expect(diagnosticsOf(toySchema, { 'conventions.json': '{ "case": "snake_case" }', 'v1/a.graphql': twice })).toEqual(
      ['v1/a.graphql:1:58 The path has the placeholder {book_id} more than once. | Rename one.'],
    );
  });
});
