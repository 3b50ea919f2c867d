import { expect, test } from 'vitest';
import { toyEngine } from './support/toy.ts';

test('OpenAPI says that the endpoints of a version are deprecated, and not those of the next', () => {
  const { openApi } = toyEngine({
    'v1/a.graphql': 'query get @endpoint(method: GET, path: "/a") { shelves { name } }',
    'v1/conventions.json': JSON.stringify({ deprecated: '2027-01-31' }),
    'v2/shapes/None.graphql': 'fragment None on Book { id }',
  });
  const operation = (version: number) => (openApi.get(`/v${version}/openapi.json`) as never)['paths']['/a']['get'];
  expect([operation(1), operation(2)].map((each) => each['deprecated'])).toEqual([true, undefined]);
});

test('nothing links to a page of changes where none is served', async () => {
  const toy = toyEngine({
    'v1/b.graphql':
      'query get @endpoint(method: GET, path: "/b", deprecated: "2027-01-31", sunset: "2027-07-31") { book(id: 1) { id } }',
  });
  expect((await toy.send('GET /v1/b')).headers['link']).toBeUndefined();
});
