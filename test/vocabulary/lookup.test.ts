import { describe, expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

const toy = toyEngine({
  'v1/lookups/shelf.graphql': 'query shelf($id: SafeInt!) { book(id: $id) { title @export(as: "title") } }',
  'v1/get.graphql':
    'query get($title: String!) @endpoint(method: GET, path: "/echo/{id}", lookup: "shelf") { echo(text: $title) { json } }',
  'v1/order.graphql':
    'mutation add($title: String!) @endpoint(method: POST, path: "/books", lookup: "shelf") { tryBook(title: $title) @unwrap { book { title } } }',
});

describe('a lookup of the version', () => {
  test('fills variables of every endpoint that names it', async () => {
    expect(seen(await toy.send('GET /v1/echo/7'))).toEqual([200, { json: '{"text":"Book 7"}' }]);
    expect(seen(await toy.send('POST /v1/books', { body: { id: 8 } }))).toEqual([200, { title: 'Book 8' }]);
  });
  test('that finds nothing by the path is 404, and 400 by the body', async () => {
    expect(seen(await toy.send('GET /v1/echo/700'))).toEqual([404, { error: 'No Book was found for id 700.' }]);
    expect(seen(await toy.send('POST /v1/books', { body: { id: 700 } }))).toEqual([
      400,
      { error: 'id does not match an existing resource' },
    ]);
  });
});
