import { describe, expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

const documents = {
  'v1/get.graphql':
    'query get($id: SafeInt!) @endpoint(method: GET, path: "/books/{id}", maxAge: 60) { book(id: $id) { id title } }',
  'v1/list.graphql': 'query list @endpoint(method: GET, path: "/books") { books @paginate { nodes { id } } }',
  'v1/post.graphql':
    'mutation m($title: String!) @endpoint(method: POST, path: "/books", status: 201, location: "/books/{id}") { addBook(input: { title: $title }) { id } }',
  'v1/put.graphql':
    'mutation m($id: SafeInt!) @endpoint(method: PUT, path: "/books/{id}", status: 204) { removeBook(id: $id) { id } }',
};
const toy = toyEngine({ 'conventions.json': '{ "body": { "data": "{body}", "ok": true } }', ...documents });

describe('the template of bodies', () => {
  test('is around every success that has a body and is not a page', async () => {
    expect(seen(await toy.send('GET /v1/books/1'))).toEqual([200, { data: { id: 1, title: 'Book 1' }, ok: true }]);
    const created = await toy.send('POST /v1/books', { body: { title: 'New' } });
    expect([...seen(created), created.headers['location']]).toEqual([
      201,
      { data: { id: 99 }, ok: true },
      '/v1/books/99',
    ]);
    expect((await toy.send('PUT /v1/books/1', { body: {} })).body).toBeNull();
    expect(seen(await toy.send('GET /v1/books?limit=1'))[1]).toHaveProperty('pagination');
    expect(seen(await toy.send('GET /v1/books/100'))).toEqual([404, { error: 'No Book was found for id 100.' }]);
  });
  test('is a part of what the entity tag stands for', async () => {
    const { etag } = (await toy.send('GET /v1/books/1')).headers;
    const plain = await toyEngine(documents).send('GET /v1/books/1');
    expect(etag).not.toBe(plain.headers['etag']);
    expect((await toy.send('GET /v1/books/1', { headers: { 'if-none-match': etag! } })).status).toBe(304);
  });
  test('is not around the schema of a page', () => {
    expect(JSON.stringify(toy.openApi.get('/v1/openapi.json'))).toContain(
      '"schema":{"$ref":"#/components/schemas/BookList"}',
    );
  });
  test.each([
    ['relative', ''],
    ['absolute', 'http://api.example'],
  ])('has the %s URL of the request', async (urls, host) => {
    const linked = toyEngine({
      'conventions.json': JSON.stringify({ body: { links: { self: '{self}' }, data: '{body}' }, urls }),
      ...documents,
      'v1/get.graphql': documents['v1/get.graphql'].replace('maxAge: 60', 'ignore: ["tag"]'),
    });
    const headers = { host: 'api.example' };
    expect(seen(await linked.send('GET /v1/books/1?tag=a%20b,c&tag=%C3%BC', { headers }))).toEqual([
      200,
      { links: { self: `${host}/v1/books/1?tag=a%20b,c&tag=%C3%BC` }, data: { id: 1, title: 'Book 1' } },
    ]);
    expect(seen(await linked.send('POST /v1/books', { headers, body: { title: 'New' } }))).toEqual([
      201,
      { links: { self: `${host}/v1/books` }, data: { id: 99 } },
    ]);
  });
  test('can be dropped by a later version', async () => {
    const both = toyEngine({
      'v1/conventions.json': '{ "body": ["{body}"] }',
      'v2/conventions.json': '{ "body": null }',
      ...documents,
    });
    expect(seen(await both.send('GET /v1/books/1'))[1]).toEqual([{ id: 1, title: 'Book 1' }]);
    expect(seen(await both.send('GET /v2/books/1'))[1]).toEqual({ id: 1, title: 'Book 1' });
  });
});
