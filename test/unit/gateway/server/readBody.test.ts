import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readBody } from '../../../../src/gateway/server/readBody.ts';

function requestOf(...chunks: string[]): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  for (const chunk of chunks) request.push(chunk);
  return request;
}

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
