import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { drainBody, expectContinue, readBody } from '../../../src/gateway/serve/readBody.ts';

function requestOf(...chunks: (string | null)[]): IncomingMessage {
  const request = Object.assign(new IncomingMessage(new Socket()), { headers: {} });
  for (const chunk of chunks) request.push(chunk);
  return request;
}

test('a body that was read whole no longer waits for its request to close', async () => {
  const request = requestOf('{"a":', '1}');
  const body = readBody(request, 7);
  let waiting: number | undefined;
  request.once('end', () => (waiting = request.listenerCount('close')));
  request.push(null);
  expect(String(await body)).toBe('{"a":1}');
  expect(waiting).toBe(0);
});

test('a body is discarded to its end, but not where its client waits for 100 (Continue)', async () => {
  const request = requestOf('abc', null);
  await drainBody(request);
  expect(request.readableEnded).toBe(true);
  const waiting = requestOf();
  expectContinue(waiting, new ServerResponse(waiting));
  await drainBody(waiting);
  expect(waiting.readableDidRead).toBe(false);
});
