// What the timeouts of a server end: they are milliseconds here.
import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, createServer, request as openRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { handleClientErrors } from '../../../../src/gateway/serve/ports/handleClientErrors.ts';
import { streamBody } from '../../../../src/gateway/serve/readBody.ts';
import { exchangeBytes } from '../../../library/support/exchangeBytes.ts';

async function start(options: Parameters<typeof createServer>[0], listener: RequestListener) {
  const server = createServer(options as object, listener);
  handleClientErrors(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { server, port: (server.address() as AddressInfo).port };
}

test('a request that takes too long to arrive is 408', async () => {
  const short = { headersTimeout: 1, requestTimeout: 1, connectionsCheckingInterval: 1 };
  const { port } = await start(short, () => {});
  const [head, body] = (await exchangeBytes(port, 'GET / HTTP/1.1\r\nHost: a\r\n')).split('\r\n\r\n') as [
    string,
    string,
  ];
  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(head).toMatch(/^connection: close$/im);
  expect(JSON.parse(body)).toEqual({ error: 'Request timeout: the headers or the body did not arrive in time.' });
});

test('a body is left alone whose reader decides how long it may take', async () => {
  const { server, port } = await start({ connectionsCheckingInterval: 5 }, async (request, response) => {
    // The headers have arrived, however long that took.
    server.headersTimeout = server.requestTimeout = 20;
    let size = 0;
    for await (const chunk of streamBody(request)) size += chunk.length;
    response.end(`read ${size}`);
  });
  const request = openRequest({ port, method: 'PUT' });
  const responded = once(request, 'response') as Promise<[IncomingMessage]>;
  request.write('abc');
  // Node says so when its time is over, once.
  const [{ code }] = (await once(server, 'clientError')) as [NodeJS.ErrnoException];
  expect(code).toBe('ERR_HTTP_REQUEST_TIMEOUT');
  request.end('def');
  expect(await readText((await responded)[0])).toBe('read 6');
});

test('a request in another transfer coding that has not begun is refused, beside many others', async () => {
  // Its listener waits for a turn of the event loop, before which the parser stops.
  const { port } = await start({ requireHostHeader: false }, () => {});
  const text = await exchangeBytes(port, 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\nabc');
  expect(text).toMatch(/^HTTP\/1\.1 501 Not Implemented\r\n/);
  expect(text).toContain('Transfer-Encoding must be chunked; other transfer codings are not implemented.');
});
