// The conditions of a read, RFC 9110, section 13: its entity tag, and what If-None-Match and If-Match make of it.
import { expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

const toy = toyEngine({
  'v1/a.graphql': 'query get @endpoint(method: GET, path: "/a", maxAge: 60) { book(id: 1) { id } }',
  'v2/conventions.json': '{}',
});
const TAG = '"WoGn3sL93rH2l1aSvRQILc"';
const read = (headers: Record<string, string>, line = 'GET /v1/a') => toy.send(line, { headers });

test('are those of its entity tag, which changes with the version', async () => {
  const headers = { vary: 'Accept, Authorization', 'cache-control': 'private, max-age=60', etag: TAG };
  expect((await read({})).headers).toEqual({ ...headers, 'content-type': 'application/json', 'content-length': '8' });
  for (const method of ['GET', 'HEAD']) {
    const reply = await read({ 'if-none-match': TAG }, `${method} /v1/a`);
    expect(reply).toEqual({ status: 304, headers, body: null });
  }
  expect(seen(await read({ 'if-match': '"x"' }))).toEqual([
    412,
    { error: 'If-Match does not match the current entity tag; nothing was changed.' },
  ]);
  expect((await read({ 'if-none-match': TAG }, 'GET /v2/a')).status).toBe(200);
  expect((await read({ 'if-none-match': TAG }, 'GET /a')).status).toBe(304);
});

// The table of RFC 9110, section 8.8.3.2, and lists.
test.each([
  [`W/${TAG}`, 304],
  ['W/"2"', 200],
  ['*', 304],
  [' * ', 304],
  ['"*"', 200],
  ['', 200],
  [TAG.slice(1, -1), 200],
  [`"2", ${TAG}`, 304],
  [`"2","3",W/${TAG}`, 304],
  [` , "2" ,, ${TAG} `, 304],
  [`"2, ${TAG}`, 304],
  [TAG.replace(/"$/, '.gzip"'), 200],
  ['"1" '.repeat(300), 200],
])('If-None-Match: %s is %i', async (header, status) => {
  expect((await read({ 'if-none-match': header })).status).toBe(status);
});

test.each([
  [TAG, 200],
  ['*', 200],
  [' * ', 200],
  [`W/${TAG}`, 412],
  [`W/${TAG}, ${TAG}`, 200],
  [`"2", ${TAG}`, 200],
  [TAG.replace(/"$/, '.gzip"'), 200],
  [TAG.replace(/"$/, '.a.gzip"'), 412],
  ['', 412],
])('If-Match: %s is %i', async (header, status) => {
  expect((await read({ 'if-match': header })).status).toBe(status);
});

test.each<[Record<string, string>, number]>([
  [{ 'if-match': TAG, 'if-none-match': `W/${TAG}` }, 304],
  [{ 'if-match': '"2"', 'if-none-match': TAG }, 412],
  [{ 'if-modified-since': 'Sat, 29 Oct 2094 19:43:31 GMT' }, 200],
])('%j is %i', async (headers, status) => expect((await read(headers)).status).toBe(status));
