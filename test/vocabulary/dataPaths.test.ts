import { expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

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
