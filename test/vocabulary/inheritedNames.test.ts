// Headers of requests are looked up by names of documents, one of which every object has: `constructor`.
import { expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

const header = '@param(in: HEADER, name: "constructor")';
const toy = toyEngine({
  'v1/a.graphql': `query get($text: String ${header}) @endpoint(method: GET, path: "/a") { echo(text: $text) { json } }`,
  'v1/b.graphql': `query get($text: String! ${header}) @endpoint(method: GET, path: "/b") { echo(text: $text) { json } }`,
});

test('a header named constructor is absent where the request has none, and read where it has', async () => {
  expect(seen(await toy.send('GET /v1/a'))).toEqual([200, { json: '{}' }]);
  expect(seen(await toy.send('GET /v1/b'))).toEqual([400, { error: 'constructor is required' }]);
  const sent = await toy.send('GET /v1/b', { headers: { constructor: 'x' } });
  expect(seen(sent)).toEqual([200, { json: '{"text":"x"}' }]);
});
