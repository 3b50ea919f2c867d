import { expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

const toy = toyEngine({
  'v1/a.graphql': `
    query find($id: SafeInt!) { book(id: $id) { id @export(as: "shelfId") } }
    mutation add($shelfId: SafeInt!, $title: String!) @endpoint(method: POST, path: "/books/{id}/copies", status: 201, location: "/books/{id}/copies/{id2}") {
      tryBook(title: $title, shelfId: $shelfId) @unwrap { book { id2: id title } }
    }`,
  'v1/b.graphql': `
    query find($name: String!) { author(name: $name) { name @export(as: "title") } }
    mutation m($title: String!) @endpoint(method: POST, path: "/tries") { tryBook(title: $title) { book { title } } }`,
  'v1/fail.graphql':
    'query get($code: String, $inside: Boolean) @endpoint(method: GET, path: "/fail") { fail(code: $code, inside: $inside) { value } }',
  'v1/several.graphql':
    'query get($a: String!, $b: String!) @endpoint(method: GET, path: "/several") { a: fail(code: $a) { value } b: fail(code: $b) { value } }',
});

test('a lookup fills variables of the endpoint, and its own come from the client', async () => {
  const reply = await toy.send('POST /v1/books/7/copies', { body: { title: 'x' } });
  expect([...seen(reply), reply.headers['location']]).toEqual([201, { id2: 7, title: 'x' }, '/v1/books/7/copies/7']);
  expect(toy.trace.variables.slice(-2)).toEqual([{ id: 7 }, { title: 'x', shelfId: 7 }]);
});
test('a lookup that finds nothing by another input is 400, and names it', async () => {
  expect(seen(await toy.send('POST /v1/tries', { body: { name: 'Ann' } }))).toEqual([200, { book: { title: 'Ann' } }]);
  const unknown = [400, { error: 'name does not match an existing resource' }];
  expect(seen(await toy.send('POST /v1/tries', { body: { name: 'Bob' } }))).toEqual(unknown);
});
test('a lookup counts for the scopes', async () => {
  expect((await toy.send('POST /v1/tries', { body: { name: 'Ann' }, scopes: 'none' })).status).toBe(403);
});
test('no exported variable is an input', async () => {
  expect(seen(await toy.send('POST /v1/books/7/copies', { body: { title: 'x', shelfId: 1 } }))[0]).toBe(400);
  const { requestBody } = (toy.openApi.get('/v1/openapi.json') as never)['paths']['/books/{id}/copies']['post'];
  expect(JSON.stringify(requestBody)).not.toContain('shelfId');
});
test.each([
  ['fail?code=BAD_USER_INPUT', 400, 'failed: BAD_USER_INPUT'],
  ['fail?code=UNAUTHENTICATED', 401, 'failed: UNAUTHENTICATED'],
  ['fail?code=NOT_FOUND', 404, 'failed: NOT_FOUND'],
  ['fail?code=NOT_FOUND&inside=true', 500, undefined],
  ['fail?code=UNAVAILABLE', 503, 'failed: UNAVAILABLE'],
  ['fail?code=SOMETHING_ELSE', 500, undefined],
  ['fail?code=constructor', 500, undefined],
  ['fail', 500, undefined],
  ['several?a=CONFLICT&b=TIMEOUT', 504, 'failed: TIMEOUT'],
  ['several?a=CONFLICT&b=NOT_FOUND', 500, undefined],
  ['several?a=UNKNOWN&b=FORBIDDEN', 403, 'failed: FORBIDDEN'],
  ['several?a=FORBIDDEN&b=UNAUTHENTICATED', 401, 'failed: UNAUTHENTICATED'],
  ['several?a=BAD_USER_INPUT&b=BAD_REQUEST', 400, 'failed: BAD_USER_INPUT; failed: BAD_REQUEST'],
])('%s is %i', async (target, status, message) => {
  const reply = await toy.send(`GET /v1/${target}`);
  expect(seen(reply)).toEqual([status, { error: message ?? 'Internal server error; it has been logged.' }]);
  expect(reply.headers['retry-after']).toBe(status === 503 ? '1' : undefined);
  expect(reply.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
});
