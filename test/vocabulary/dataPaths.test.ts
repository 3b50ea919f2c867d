import { expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

test('under 204 a scalar may be null, but no object on the way to it', async () => {
  const toy = toyEngine({
    'v1/a.graphql':
      'mutation m($gone: Boolean!) @endpoint(method: POST, path: "/drops", status: 204) { drop(gone: $gone) @unwrap { id } }',
    'v1/j.graphql': 'mutation touch @endpoint(method: POST, path: "/touch", status: 204) { touch }',
    'v1/k.graphql': 'mutation touch @endpoint(method: POST, path: "/touched") { touch }',
  });
  expect((await toy.send('POST /v1/drops', { body: { gone: false } })).status).toBe(204);
  expect((await toy.send('POST /v1/drops', { body: { gone: true } })).status).toBe(404);
  expect(JSON.stringify(toy.openApi.get('/v1/openapi.json'))).toContain('"404"');
  expect((await toy.send('POST /v1/touch')).status).toBe(204);
  expect(seen(await toy.send('POST /v1/touched'))).toEqual([404, { error: 'No Boolean was found.' }]);
});

test('the body is the value at the data path, or an object of several root fields', async () => {
  const get = (path: string, selection: string, parameters = '', more = '') =>
    `query get${parameters} @endpoint(method: GET, path: "${path}"${more}) { ${selection} }`;
  const toy = toyEngine({
    'v1/b.graphql': get('/path', 'book(id: $id) @unwrap { author { name } }', '($id: SafeInt!)'),
    'v1/c.graphql': get('/deep', 'book(id: $id) @unwrap { author @unwrap { name } }', '($id: SafeInt!)'),
    'v1/d.graphql': get('/two', 'one: book(id: 1) { id } none: book(id: 999) { id }'),
    'v1/e.graphql': get('/named', 'book(id: $id) { id }', '($id: SafeInt!)', ', unwrap: false'),
  });
  const cases: [string, number, unknown][] = [
    ['/v1/path?id=1', 200, { name: 'Ann' }],
    ['/v1/path?id=3', 404, { error: 'No Author was found for id 3.' }],
    ['/v1/path?id=999', 404, { error: 'No Book was found for id 999.' }],
    ['/v1/deep?id=1', 200, 'Ann'],
    ['/v1/deep?id=3', 404, { error: 'No Author was found for id 3.' }],
    ['/v1/two', 200, { one: { id: 1 }, none: null }],
    ['/v1/named?id=1', 200, { book: { id: 1 } }],
    ['/v1/named?id=999', 404, { error: 'No Book was found for id 999.' }],
  ];
  for (const [target, ...expected] of cases) expect(seen(await toy.send(`GET ${target}`))).toEqual(expected);
});

test('a 404 names what was looked for, and nothing of the body', async () => {
  const toy = toyEngine({
    'v1/a.graphql': `mutation m($id: SafeInt! @param(name: "key")) @endpoint(method: PUT, path: "/b/{key}") { removeBook(id: $id) { id } }`,
    'v1/b.graphql': `mutation m($id: SafeInt!) @endpoint(method: POST, path: "/c") { removeBook(id: $id) { id } }`,
  });
  expect(seen(await toy.send('PUT /v1/b/999', { body: {} }))).toEqual([
    404,
    { error: 'No Book was found for key 999.' },
  ]);
  expect(seen(await toy.send('POST /v1/c', { body: { id: 999 } }))).toEqual([404, { error: 'No Book was found.' }]);
});
