import { expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

const attempt = (selection: string) =>
  `mutation m($title: String!) @endpoint(method: POST, path: "/tries") { tryBook(title: $title) ${selection} }`;
const toy = toyEngine({
  'v1/a.graphql': attempt(
    '@unwrap { book { title } errors @error(status: 422) { message field code } warning @error(status: 409) }',
  ),
  'v1/b.graphql': `query get($kind: String!) @endpoint(method: GET, path: "/outcomes/{kind}") {
  result(kind: $kind) { ... on Denied @error(status: 403) { message } ... on Book { id title } } }`,
  'v1/c.graphql': `mutation m($about: String) @endpoint(method: POST, path: "/complaints", status: 204) {
  complain(about: $about) @error(status: 410) }`,
  'v2/a.graphql': attempt('{ book { title } errors @error { message } }'),
});
const send = (version: string, title: string, headers: Record<string, string> = {}) =>
  toy.send(`POST /${version}/tries`, { body: { title }, headers });

test('an error has its status, its problems and its code', async () => {
  expect(seen(await send('v1', 'bad'))).toEqual([422, { error: 'is bad; is late' }]);
  expect(seen(await send('v1', 'bad', { accept: 'application/problem+json' }))[1]).toMatchObject({
    status: 422,
    code: 'TASTE',
    errors: [{ field: 'input.title', message: 'is bad', code: 'TASTE' }, { message: 'is late' }],
  });
});
test('an error may be all that a root field selects', async () => {
  expect(seen(await toy.send('POST /v1/complaints', { body: { about: 'noise' } }))).toEqual([410, { error: 'noise' }]);
  expect((await toy.send('POST /v1/complaints', { body: {} })).status).toBe(204);
});
test('errors are never sent', async () => {
  expect(seen(await send('v1', 'good'))).toEqual([200, { title: 'good' }]);
  expect(seen(await send('v2', 'good'))).toEqual([200, { book: { title: 'good' } }]);
  expect((await send('v2', 'bad')).status).toBe(400);
});
