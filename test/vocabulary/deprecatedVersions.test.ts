import { expect, test } from 'vitest';
import { toyEngine } from './support/toy.ts';

test('a deprecated version says so on each of its endpoints, and the next does not', async () => {
  const old = toyEngine(
    {
      'v1/a.graphql': 'query get @endpoint(method: GET, path: "/a") { books @paginate { nodes { id } } }',
      'v1/b.graphql': 'query get @endpoint(method: GET, path: "/b", sunset: "2028-01-31") { shelves { name } }',
      'v1/conventions.json': JSON.stringify({ deprecated: '2027-01-31', sunset: '2027-07-31' }),
      'v2/shapes/None.graphql': 'fragment None on Book { id }',
    },
    { basePath: '/api' },
  );
  const a = (await old.send('GET /api/v1/a')).headers;
  expect([a['deprecation'], a['sunset']]).toEqual(['@1801353600', 'Sat, 31 Jul 2027 00:00:00 GMT']);
  const b = (await old.send('GET /api/v1/b')).headers;
  expect([b['deprecation'], b['sunset']]).toEqual(['@1801353600', 'Mon, 31 Jan 2028 00:00:00 GMT']);
  expect((await old.send('GET /api/v2/a')).headers).not.toHaveProperty('deprecation');
  const operation = (version: number) => (old.openApi.get(`/v${version}/openapi.json`) as never)['paths']['/b']['get'];
  expect([operation(1), operation(2)].map((each) => each['deprecated'])).toEqual([true, undefined]);
});

test('nothing links to a page of changes where none is served', async () => {
  const toy = toyEngine({
    'v1/b.graphql':
      'query get @endpoint(method: GET, path: "/b", deprecated: "2027-01-31", sunset: "2027-07-31") { book(id: 1) { id } }',
  });
  expect((await toy.send('GET /v1/b')).headers['link']).toBeUndefined();
});
