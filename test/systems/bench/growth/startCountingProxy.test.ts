import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createHttpClient, sendRequests } from '../../../../bench/src/growth/sendRequests.ts';
import { type CountingProxy, startCountingProxy } from '../../../../bench/src/growth/startCountingProxy.ts';
import { countHttpRequests } from '../../../../bench/src/facade/countHttpRequests.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

/** A server that answers whatever comes in one chunk, behind a proxy. */
async function startProxied(answer: string): Promise<CountingProxy> {
  const server = createServer((socket) => socket.on('data', () => socket.write(answer)).on('error', () => {}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => server.close());
  const proxy = await startCountingProxy(
    { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    countHttpRequests,
  );
  stops.push(proxy.stop);
  return proxy;
}

test('passes everything on, and counts requests and connections', async () => {
  const proxy = await startProxied('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  const client = createHttpClient(`http://127.0.0.1:${proxy.port}`, 2);
  stops.push(client.close);
  const requests = [{ path: '/a' }, { method: 'POST' as const, path: '/b', body: '{"text":" HTTP/1.1"}' }];
  expect(await sendRequests(client, requests, { count: 7, connections: 2 })).toBe(14);
  expect(proxy.count()).toBe(7);
  expect(proxy.connections()).toBe(2);
});

test('rejects where the status is no success', async () => {
  const proxy = await startProxied('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 4\r\n\r\nbusy');
  const client = createHttpClient(`http://127.0.0.1:${proxy.port}`, 1);
  stops.push(client.close);
  await expect(sendRequests(client, [{ path: '/a' }], { count: 3, connections: 1 })).rejects.toThrow(
    'GET /a is answered with 503: busy',
  );
});
