import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readRequestId } from '../../../src/gateway/serve/readRequest.ts';

test('a request without a valid id has one UUID, however often it is read', () => {
  const request = new IncomingMessage(new Socket());
  const generated = readRequestId(request);
  expect(generated).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(readRequestId(request)).toBe(generated);
  expect(readRequestId(new IncomingMessage(new Socket()))).not.toBe(generated);
});
