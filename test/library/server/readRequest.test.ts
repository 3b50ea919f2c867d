import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readRequestId } from '../../../src/gateway/serve/readRequest.ts';

function requestWith(id: string | undefined): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  if (id !== undefined) request.headers['x-request-id'] = id;
  return request;
}

test.each(['a', 'A-1_b.c:d/e+f=g@h', 'x'.repeat(128)])('%s is taken', (id) => {
  expect(readRequestId(requestWith(id))).toBe(id);
});

test.each([undefined, '', 'a b', 'a"b', 'a\nb', 'ü', 'x'.repeat(129)])('%j is replaced by a UUID', (id) => {
  const request = requestWith(id);
  const generated = readRequestId(request);
  expect(generated).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(readRequestId(request)).toBe(generated);
  expect(readRequestId(requestWith(id))).not.toBe(generated);
});
