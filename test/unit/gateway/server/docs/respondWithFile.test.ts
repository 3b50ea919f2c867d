import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { renderFile } from '../../../../../src/gateway/server/docs/renderFile.ts';
import { respondWithFile } from '../../../../../src/gateway/server/docs/respondWithFile.ts';

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
