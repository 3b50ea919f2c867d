// PORT, HEALTH_PORT and METRICS_PORT have the same limits. Their timeouts are milliseconds here, where one of them is tested.
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../../../src/gateway/base/telemetry/createLogger.ts';
import { startHealthServer } from '../../../../src/gateway/serve/ports/startHealthServer.ts';
import { type PortSettings, startHttpServer } from '../../../../src/gateway/serve/ports/startHttpServer.ts';
import { startMetricsServer } from '../../../../src/gateway/serve/ports/startMetricsServer.ts';

const NEVER = 3_600_000;
const { timeouts } = vi.hoisted(() => ({ timeouts: {} as Record<string, number> }));
vi.mock('../../../../src/gateway/serve/ports/createBoundedServer.js', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  SERVER_TIMEOUTS: timeouts,
}));

let logged: { msg: string; address?: string }[];
const log = createLogger('warn', { write: (line) => logged.push(JSON.parse(line) as (typeof logged)[0]) });

const health = { conventions: undefined, check: async () => {} };
const PORTS = {
  PORT: (settings: PortSettings) =>
    startHttpServer({
      ...settings,
      basePath: '',
      api: () => ({ rest: { handle: () => Promise.reject(new Error()) }, docs: { find: () => undefined } }),
      ping: health.check,
    }),
  HEALTH_PORT: (settings: PortSettings) => startHealthServer({ ...settings, health }),
  METRICS_PORT: (settings: PortSettings) => startMetricsServer({ ...settings, render: async () => 'up 1\n' }),
};

describe.each(Object.entries(PORTS))('%s', (name, start) => {
  const path = name === 'METRICS_PORT' ? '/metrics' : '/health/live';
  let server: Awaited<ReturnType<typeof start>>;
  let clients: Socket[];
  beforeEach(() => {
    logged = [];
    clients = [];
    const never = { keepAliveTimeout: NEVER, headersTimeout: NEVER, requestTimeout: NEVER, timeout: NEVER };
    Object.assign(timeouts, never, { connectionsCheckingInterval: 5 });
  });
  afterEach(async () => {
    for (const client of clients) client.destroy();
    await server.close();
  });

  async function serve(settings: Pick<PortSettings, 'maxConnectionsPerAddress'> = {}): Promise<void> {
    server = await start({ host: '127.0.0.1', port: 0, log, ...settings });
  }

  /** Sends the beginning of a request; gives what the server sends until it closes the connection. */
  async function send(bytes: string, localAddress = '127.0.0.1'): Promise<string> {
    const client = open(bytes, localAddress);
    let received = '';
    client.on('data', (data) => (received += data.toString()));
    await new Promise((resolve) => client.once('close', resolve));
    return received;
  }

  function open(bytes: string, localAddress = '127.0.0.1'): Socket {
    const client = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', localAddress });
    clients.push(client.on('error', () => {}));
    client.write(bytes);
    return client;
  }

  it.each([
    ['the headers', { headersTimeout: 20, requestTimeout: NEVER }, `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Slow: `],
    ['the first byte', { headersTimeout: 20, requestTimeout: NEVER }, ''],
    [
      'the request',
      { headersTimeout: 20, requestTimeout: 20 },
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n`,
    ],
  ])('closes the connection of a client whose time for %s is over', async (_, short, bytes) => {
    Object.assign(timeouts, short);
    await serve();
    expect(await send(bytes)).toMatch(/^HTTP\/1\.1 \d{3} /);
  });

  it('closes a connection without a byte in either direction', async () => {
    timeouts['timeout'] = 20;
    await serve();
    expect(await send('')).toBe('');
  });

  it('closes an idle connection', async () => {
    timeouts['keepAliveTimeout'] = 20;
    await serve();
    expect(await send(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('closes the connections of an address beyond MAX_CONNECTIONS_PER_ADDRESS', async () => {
    await serve({ maxConnectionsPerAddress: 1 });
    const request = `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const [response] = (await once(open(request), 'data')) as [Buffer];
    expect(response.toString()).toMatch(/^HTTP\/1\.1 200 /);
    expect([await send(request), await send(request)]).toEqual(['', '']);
    await once(open(request, '127.0.0.2'), 'data');
    await expect
      .poll(() => logged)
      .toEqual([
        expect.objectContaining({
          msg: 'an address has too many connections; further ones are closed',
          address: '127.0.0.1',
          max: 1,
        }),
      ]);
  });
});
