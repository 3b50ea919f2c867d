import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../src/gateway/base/errors/ServiceError.ts';
import { renderFile } from '../../../src/gateway/serve/docs/site.ts';
import { checkHealth, redirectRoot, respondWithFile } from '../../../src/gateway/serve/readOnlyReplies.ts';

const text = 'a'.repeat(5000);
const file = renderFile('css', text);
const { etag } = file.headers;

describe('a file', () => {
  test.each(['GET', 'HEAD'])('is the response to %s', async (method) => {
    const reply = await respondWithFile(file, method, {});
    expect(reply).toMatchObject({ status: 200, headers: { etag, 'content-length': '5000', vary: 'Accept-Encoding' } });
    expect(String(reply.body)).toBe(text);
  });
  test('is compressed once', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const [first, second] = await Promise.all([1, 2].map(() => respondWithFile(file, 'GET', headers)));
    expect(String(gunzipSync(first!.body as Uint8Array))).toBe(text);
    expect(second!.body).toBe(first!.body);
    expect((await respondWithFile(file, 'GET', { 'accept-encoding': 'br' })).body).not.toBe(first!.body);
    expect((await respondWithFile(renderFile('css', text), 'GET', headers)).body).not.toBe(first!.body);
  });
  test('that the client has is 304', async () => {
    expect(await respondWithFile(file, 'GET', { 'if-none-match': etag })).toMatchObject({ status: 304, body: null });
  });
  test('has methods', async () => {
    expect(await respondWithFile(file, 'OPTIONS', {})).toEqual({
      status: 204,
      headers: { allow: 'GET, HEAD, OPTIONS' },
      body: null,
    });
    await expect(respondWithFile(file, 'DELETE', {})).rejects.toMatchObject({ status: 405 });
  });
});

describe('redirectRoot', () => {
  test.each(['GET', 'HEAD'])('%s is redirected', (method) => {
    expect(redirectRoot('/api/docs', method)).toEqual({
      status: 302,
      headers: { location: '/api/docs', 'cache-control': 'no-cache', 'content-length': '0' },
      body: null,
    });
  });

  test('OPTIONS lists the methods', () => {
    expect(redirectRoot('/', 'OPTIONS')).toEqual({ status: 204, headers: { allow: 'GET, HEAD, OPTIONS' }, body: null });
  });

  test('another method is refused', () => {
    expect(() => redirectRoot('/', 'POST')).toThrow('POST is not allowed; allowed methods: GET, HEAD, OPTIONS');
  });
});

const healthy = async () => {};

describe('checkHealth', () => {
  test.each(['GET', 'HEAD'])('%s of a healthy process is 200', async (method) => {
    expect(await checkHealth(method, healthy)).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json', 'content-length': '15', 'cache-control': 'no-store' },
      body: '{"status":"ok"}',
    });
  });

  test('OPTIONS lists the methods', async () => {
    const expected = { status: 204, headers: { allow: 'GET, HEAD, OPTIONS' }, body: null };
    expect(await checkHealth('OPTIONS', () => Promise.reject(new Error('sick')))).toEqual(expected);
  });

  test('another method is refused', async () => {
    await expect(checkHealth('POST', healthy)).rejects.toMatchObject({ status: 405 });
  });

  test('a failure is 503 with its cause', async () => {
    const cause = new Error('sick');
    await expect(checkHealth('GET', () => Promise.reject(cause))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The database is not available; try again shortly.',
      headers: { 'retry-after': '1' },
      cause,
    });
  });

  test('a ServiceError is thrown as it is', async () => {
    const error = new ServiceError('UNAVAILABLE', 'draining');
    await expect(checkHealth('GET', () => Promise.reject(error))).rejects.toBe(error);
  });
});
