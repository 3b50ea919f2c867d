import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { readMountedBody, readMountedHeaders, wasRead } from '../../../src/gateway/serve/readBody.ts';

const parsed = (body: unknown, headers: object = {}) =>
  ({ headers, body, readableDidRead: true, readableEnded: true }) as unknown as IncomingMessage;

test.each([
  [false, false, false],
  [true, false, true],
  [false, true, true],
])('a body that was begun (%s) or ended (%s) was read: %s', (readableDidRead, readableEnded, expected) => {
  expect(wasRead({ readableDidRead, readableEnded } as IncomingMessage)).toBe(expected);
});

describe('a body that a middleware has read', () => {
  test.each<[string, unknown, object, string]>([
    ['an object', { a: 1 }, {}, '{"a":1}'],
    ['null', null, {}, 'null'],
    ['text', 'Zürich', {}, 'Zürich'],
    ['bytes', Buffer.from('abc'), {}, 'abc'],
    ['an empty one', {}, { 'content-length': '0' }, ''],
    ['a form', { a: { b: ['x y'] } }, { 'content-type': 'Application/x-www-form-urlencoded' }, 'a%5Bb%5D%5B0%5D=x%20y'],
    ['the text of a form', 'a[b]=1', { 'content-type': 'application/x-www-form-urlencoded' }, 'a[b]=1'],
  ])('is %s', async (_, body, headers, expected) => {
    expect(String(Buffer.from(await readMountedBody(parsed(body, headers), 100)))).toBe(expected);
  });
  test('and not stored is a defect', async () => {
    await expect(readMountedBody(parsed(undefined), 100)).rejects.toEqual(
      new Error(
        'The request body was consumed by another middleware, and neither request.body nor request.rawBody is set; mount Portico before it.',
      ),
    );
  });
  test('is bounded, and leaves the connection open', async () => {
    expect(await readMountedBody(parsed('abc'), 3)).toHaveLength(3);
    await expect(readMountedBody(parsed('abcd'), 3)).rejects.toMatchObject({
      code: 'CONTENT_TOO_LARGE',
      message: 'The body must not be larger than 3 bytes.',
      headers: {},
    });
  });
});

describe('headers', () => {
  const headers = { host: 'a', 'content-encoding': 'gzip', 'content-type': 'application/json; charset=utf-16' };
  test('of a parsed body have neither coding nor charset', () => {
    expect(readMountedHeaders(parsed({}, headers))).toEqual({ host: 'a', 'content-type': 'application/json' });
  });
  test('of decompressed bytes have the charset', () => {
    const { 'content-encoding': _, ...kept } = headers;
    expect(readMountedHeaders(parsed(Buffer.from(''), headers))).toEqual(kept);
  });
  test('without a Content-Type get none', () => {
    expect(readMountedHeaders(parsed({}, { host: 'a' }))).toEqual({ host: 'a' });
  });
  test('of a body that was not read or not stored are unchanged', () => {
    expect(readMountedHeaders(parsed(undefined, headers))).toBe(headers);
    const unread = { ...parsed({}, headers), readableDidRead: false, readableEnded: false } as IncomingMessage;
    expect(readMountedHeaders(unread)).toBe(headers);
  });
});
