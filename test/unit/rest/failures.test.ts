import { describe, expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

const attempt = (selection: string) =>
  `mutation m($title: String!) @endpoint(method: POST, path: "/tries") { tryBook(title: $title) ${selection} }`;
const toy = toyEngine({
  'v1/a.graphql': attempt(
    '@unwrap { book { title } errors @error(status: 422) { message field code } warning @error(status: 409) }',
  ),
  'v1/b.graphql': `query get($kind: String!) @endpoint(method: GET, path: "/outcomes/{kind}") {
    result(kind: $kind) { ... on Denied @error(status: 403) { message } ... on Book { id title } } }`,
  'v2/a.graphql': attempt('{ book { title } errors @error { message } }'),
});
const send = (version: string, title: string, headers: Record<string, string> = {}) =>
  toy.send(`POST /${version}/tries`, { body: { title }, headers });

describe('failure told as data', () => {
  test('is an error with its status, its problems and its code', async () => {
    expect(seen(await send('v1', 'bad'))).toEqual([422, { error: 'is bad; is late' }]);
    expect(seen(await send('v1', 'bad', { accept: 'application/problem+json' }))[1]).toMatchObject({
      status: 422,
      code: 'TASTE',
      errors: [{ field: 'input.title', message: 'is bad' }],
    });
  });
  test('may be a text', async () => {
    expect(seen(await send('v1', 'warn'))).toEqual([409, { error: 'careful' }]);
  });
  test('is never sent', async () => {
    expect(seen(await send('v1', 'good'))).toEqual([200, { title: 'good' }]);
    expect(seen(await send('v2', 'good'))).toEqual([200, { book: { title: 'good' } }]);
    expect((await send('v2', 'bad')).status).toBe(400);
    const text = JSON.stringify([...toy.openApi.values()]);
    for (const name of [
      '"errors":{"type":"array","items":{"type":"object","required":["message"],"properties":{"message":{"type":"string"}}}',
      '_type',
      'warning',
    ]) {
      expect(text).not.toContain(`"properties":{"${name}`);
    }
  });
  test('may be a type', async () => {
    expect(seen(await toy.send('GET /v1/outcomes/book'))).toEqual([200, { id: 1, title: 'Book 1' }]);
    expect(seen(await toy.send('GET /v1/outcomes/none'))).toEqual([403, { error: 'not for you' }]);
  });
  test.each([
    [attempt('@unwrap { book { title } errors @error(status: 200) { message } }'), 'A status of 200 is no error.'],
    [attempt('@unwrap { book { title } errors @error { code } }'), '@error has no message to tell.'],
    [attempt('{ book { title shelf { name @error } } }'), '@error stands off the way to the answer.'],
  ])('is a mistake: %s', (document, message) => {
    expect(() => toyEngine({ 'v1/a.graphql': document })).toThrow(message);
  });
});
