import { describe, expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

const API = 'application/vnd.api+json';
const documents = {
  'v1/get.graphql':
    'query get($id: SafeInt!) @endpoint(method: GET, path: "/books/{id}", maxAge: 60) { book(id: $id) { id } }',
  'v1/put.graphql':
    'mutation m($id: SafeInt!) @endpoint(method: PUT, path: "/books/{id}") { removeBook(id: $id) { id } }',
  'v1/post.graphql':
    'mutation m($title: String!) @endpoint(method: POST, path: "/books", consumes: ["application/json", "application/hal+json"]) { addBook(input: { title: $title }) { id } }',
};
const toy = toyEngine({ 'conventions.json': `{ "consumes": ["${API}"], "produces": ["${API}"] }`, ...documents });
const post = (type: string) => toy.send('POST /v1/books', { body: { title: 'a' }, headers: { 'content-type': type } });
const put = (type: string, target = '/v1/books/1') =>
  toy.send(`PUT ${target}`, { body: {}, headers: { 'content-type': type } });

describe('the media type of a response', () => {
  test('is that of the conventions', async () => {
    const reply = await toy.send('GET /v1/books/1');
    expect([...seen(reply), reply.headers['content-type']]).toEqual([200, { id: 1 }, API]);
  });
  test('is a part of what the entity tag stands for', async () => {
    const { etag } = (await toy.send('GET /v1/books/1')).headers;
    const read = (accept: string) => toy.send('GET /v1/books/1', { headers: { accept, 'if-none-match': etag! } });
    expect((await read(API)).status).toBe(304);
    expect((await read('application/vnd.toy.v1+json')).status).toBe(200);
  });
});

describe('the media type of a body', () => {
  test('is one of those that are declared', async () => {
    expect((await put(API)).status).toBe(200);
    expect((await put(`${API}; charset=UTF-8`)).status).toBe(200);
    expect(seen(await put('application/json'))).toEqual([
      415,
      { error: `Content-Type application/json is not supported; send ${API}.` },
    ]);
    expect((await post('application/hal+json')).status).toBe(200);
    expect(seen(await post(API))).toEqual([
      415,
      { error: `Content-Type ${API} is not supported; send application/json or application/hal+json.` },
    ]);
  });
  test('can also be that of a version', async () => {
    expect((await put('application/vnd.toy.v1+json', '/books/1')).status).toBe(200);
    const known = 'application/json, application/vnd.toy.v1+json';
    for (const [version, shown] of [
      ['9', '9'],
      ['x'.repeat(21), `${'x'.repeat(19)}…`],
    ]) {
      const error = `Content-Type names version ${shown}, which does not exist; supported media types: ${known}`;
      expect(seen(await put(`application/vnd.toy.v${version}+json`, '/books/1'))).toEqual([415, { error }]);
    }
  });
});
