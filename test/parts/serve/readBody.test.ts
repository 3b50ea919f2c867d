import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readBody } from '../../../src/gateway/serve/readBody.ts';

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
