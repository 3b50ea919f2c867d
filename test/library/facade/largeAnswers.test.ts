// Upstream responses larger than UPSTREAM_MAX_BYTES: the façade stops reading and ends the connection.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { stubUpstream } from '../../support/stubUpstream.ts';
import { failuresIn, openFacade } from './support/openFacade.ts';

const MAX_BYTES = 100_000;
const stub = await stubUpstream();
const facade = await openFacade({
  upstream: stub,
  sdl: 'type Query { text: String! }\ntype Mutation { write: String! }',
  files: {
    'text.graphql': 'query text @endpoint(method: GET, path: "/text") { text }',
    'write.graphql': 'mutation write @endpoint(method: POST, path: "/text", status: 200) { write }',
  },
  env: { UPSTREAM_MAX_BYTES: String(MAX_BYTES) },
});
afterAll(async () => {
  await facade.close();
  await stub.close();
});
beforeEach(() => void (facade.logged.length = 0));

const BAD_GATEWAY = { error: 'The upstream service returned an invalid response; it has been logged.' };
const send = async (method = 'GET') => {
  const { status, headers, body } = await facade.send('/v1/text', { method, headers: { 'x-request-id': 'mine' } });
  return { status, wait: headers.get('retry-after'), body };
};

/** Writes without end, and counts the bytes that were accepted. */
function streamEndlessly(response: ServerResponse, chunk: Buffer): { accepted: () => number } {
  let bytes = 0;
  const write = () => {
    while (!response.destroyed) {
      bytes += chunk.length;
      if (!response.write(chunk)) break;
    }
  };
  response.on('drain', write);
  write();
  return { accepted: () => bytes };
}

describe.each([
  ['GET', { status: 502, wait: null, body: BAD_GATEWAY }],
  ['POST', { status: 500, wait: null, body: { error: expect.stringContaining('outcome of the request is unknown') } }],
])('an upstream response to a %s that is too large', (method, expected) => {
  test.each<[string, Record<string, string>, Buffer]>([
    ['never ends', {}, Buffer.alloc(16_384, 'x')],
    // Four megabytes of zeros, compressed to a thousandth.
    ['is large after decompression', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(2 ** 22))],
    ['has a large Content-Length', { 'content-length': '1000000000' }, Buffer.alloc(16_384, 'x')],
  ])('is not read to its end where it %s, and its connection ends', async (_, headers, chunk) => {
    let closed: Promise<unknown> | undefined;
    let stream: ReturnType<typeof streamEndlessly> | undefined;
    stub.answer = (_request, response) => {
      closed = once(response, 'close');
      response.writeHead(200, { 'content-type': 'application/json', ...headers });
      stream = streamEndlessly(response, chunk);
      return undefined;
    };
    expect(await send(method)).toEqual(expected);
    await closed;
    // Bytes in the buffers of sockets count as accepted.
    expect(stream!.accepted()).toBeLessThan(100 * 2 ** 20);
    expect(failuresIn(facade.logged, 'mine')).toContain(`larger than ${MAX_BYTES} bytes (UPSTREAM_MAX_BYTES)`);
  });
});

test.each([
  ['with its length', {}, (text: string) => text],
  ['in chunks', { 'transfer-encoding': 'chunked' }, (text: string) => text],
  ['compressed', { 'content-encoding': 'gzip' }, (text: string) => gzipSync(text)],
])('an upstream response of just that size is read, %s', async (_, headers, encode) => {
  const text = 'é'.repeat((MAX_BYTES - '{"data":{"text":""}}'.length) / 2);
  stub.answer = (_request, response) => {
    response.writeHead(200, headers);
    response.end(encode(JSON.stringify({ data: { text } })));
    return undefined;
  };
  expect(await send()).toEqual({ status: 200, wait: null, body: text });
});
