import { expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

const toy = toyEngine({
  'v1/addBook.graphql': `mutation addBook($title: String!)
  @endpoint(method: POST, path: "/books", status: 201, location: "/books/{id}") { addBook(input: { title: $title }) { id } }`,
});
test.each([
  ['text/plain', 415],
  ['application/json; charset=latin1', 415],
  ['application/json; charset=UTF-8', 201],
  ['application/json; Charset = "utf-8"', 201],
  ['application/json; charset=', 415],
  ['application/json; a=b', 201],
  ['application/merge-patch+json', 201],
  ['application/jsonp', 415],
])('a body of %s is %i', async (type, status) => {
  const reply = await toy.send('POST /v1/books', { body: { title: 'New' }, headers: { 'content-type': type } });
  expect(reply.status).toBe(status);
});
test('a body that is not UTF-8, and one that is compressed, is refused', async () => {
  const latin1 = await toy.send('POST /v1/books', { body: Buffer.from('{"title":"Löwe"}', 'latin1') });
  expect(seen(latin1)).toEqual([400, { error: 'The body is not valid UTF-8.' }]);
  const gzip = await toy.send('POST /v1/books', { body: { title: 'x' }, headers: { 'content-encoding': 'gzip' } });
  expect([gzip.status, gzip.headers['accept-encoding']]).toEqual([415, 'identity']);
});
