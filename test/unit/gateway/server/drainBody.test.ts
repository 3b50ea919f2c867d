import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { drainBody, hasBody } from '../../../../src/gateway/server/drainBody.ts';
import { expectContinue } from '../../../../src/gateway/server/expectContinue.ts';

test.each<[object, boolean]>([
  [{}, false],
  [{ 'content-length': '0' }, false],
  [{ 'content-length': '1' }, true],
  [{ 'transfer-encoding': 'chunked' }, true],
])('%j announces a body: %s', (headers, expected) => {
  expect(hasBody({ headers } as IncomingMessage)).toBe(expected);
});

function incoming(headers: object = {}): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { headers });
}

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
