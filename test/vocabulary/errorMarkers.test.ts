import { expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

const attempt = (selection: string) =>
  `mutation m($title: String!) @endpoint(method: POST, path: "/tries") { tryBook(title: $title) ${selection} }`;
const toy = toyEngine({
  'v1/a.graphql': attempt(
    '@unwrap { book { title } errors @error(status: 422) { message } warning @error(status: 409) }',
  ),
  'v1/c.graphql': `mutation m($about: String) @endpoint(method: POST, path: "/complaints", status: 204) {
  complain(about: $about) @error(status: 410) }`,
  'v2/a.graphql': attempt('{ book { title } errors @error { message } }'),
});
const send = (version: string, title: string) => toy.send(`POST /${version}/tries`, { body: { title } });

test('an error may be all that a root field selects', async () => {
  expect(seen(await toy.send('POST /v1/complaints', { body: { about: 'noise' } }))).toEqual([410, { error: 'noise' }]);
  expect((await toy.send('POST /v1/complaints', { body: {} })).status).toBe(204);
});
test('errors are never sent', async () => {
  expect(seen(await send('v1', 'good'))).toEqual([200, { title: 'good' }]);
  expect(seen(await send('v2', 'good'))).toEqual([200, { book: { title: 'good' } }]);
  expect((await send('v2', 'bad')).status).toBe(400);
});
