import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { drainBody, expectContinue, hasBody, readBody } from '../../../src/gateway/serve/readBody.ts';

function requestOf(...chunks: string[]): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  for (const chunk of chunks) request.push(chunk);
  return request;
}

describe('readBody', () => {
  test('reads a whole body, and no longer waits for the request to close then', async () => {
    const request = requestOf('{"a":', '1}');
    const body = readBody(request, 7);
    let waiting: number | undefined;
    request.once('end', () => (waiting = request.listenerCount('close')));
    request.push(null);
    expect(String(await body)).toBe('{"a":1}');
    expect(waiting).toBe(0);
  });

  test('refuses a body that is too large, and one that ends before it is complete', async () => {
    const large = requestOf('12345678');
    large.push(null);
    await expect(readBody(large, 7)).rejects.toMatchObject({ code: 'CONTENT_TOO_LARGE' });
    const broken = requestOf('1234');
    const body = readBody(broken, 7);
    broken.destroy();
    await expect(body).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

function incoming(headers: object = {}): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { headers });
}

describe('drainBody', () => {
  test.each<[object, boolean]>([
    [{}, false],
    [{ 'content-length': '0' }, false],
    [{ 'content-length': '1' }, true],
    [{ 'transfer-encoding': 'chunked' }, true],
  ])('%j announces a body: %s', (headers, expected) => {
    expect(hasBody({ headers } as IncomingMessage)).toBe(expected);
  });

  test('a body is read to its end', async () => {
    const request = incoming();
    request.push('abc');
    request.push(null);
    await expect(drainBody(request)).resolves.toBeUndefined();
    expect(request.readableEnded).toBe(true);
  });

  test('a body of more than 1 MiB is refused', async () => {
    const headers = { 'content-length': String(1024 * 1024 + 1) };
    await expect(drainBody(incoming(headers))).rejects.toMatchObject({ code: 'CONTENT_TOO_LARGE' });
  });

  test('a client that waits for 100 (Continue) is not waited for', async () => {
    const request = incoming();
    expectContinue(request, new ServerResponse(request));
    await drainBody(request);
    expect(request.readableDidRead).toBe(false);
  });
});
