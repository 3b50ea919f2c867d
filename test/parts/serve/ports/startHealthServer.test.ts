import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conventions } from '../../../../src/gateway/plan/conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/plan/conventions/defaultConventions.ts';
import { ServiceError } from '../../../../src/gateway/base/errors/ServiceError.ts';
import { readSettings } from '../../../../src/gateway/base/settings/readSettings.ts';
import { type HttpServer, startHttpServer } from '../../../../src/gateway/serve/ports/startHttpServer.ts';
import {
  type HealthServer,
  type HealthServerOptions,
  startHealthServer,
} from '../../../../src/gateway/serve/ports/startHealthServer.ts';
import { createLogger } from '../../../../src/gateway/base/telemetry/createLogger.ts';

/** Their errors have the id of the request, and codes of their own. */
const conventions: Conventions = {
  ...DEFAULT_CONVENTIONS,
  errors: { ...DEFAULT_CONVENTIONS.errors, body: { code: '{code}', detail: '{message}', id: '{requestId}' } },
};

let ping: () => Promise<void>;
let logged: { msg: string; path?: string; requestId?: string }[];
let main: HttpServer;
let health: HealthServer;
beforeEach(() => {
  ping = async () => {};
  logged = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await health.close();
  await main.close();
});

const log = createLogger('warn', { write: (line) => logged.push(JSON.parse(line) as (typeof logged)[0]) });
const { host } = readSettings({});

async function start(options: Partial<HealthServerOptions> = {}): Promise<void> {
  main = await startHttpServer({
    host,
    port: 0,
    basePath: '',
    api: () => ({
      rest: { handle: () => Promise.reject(new ServiceError('NOT_FOUND', 'Not found.')), conventions },
      docs: { find: () => undefined },
    }),
    ping: () => ping(),
    log,
  });
  health = await startHealthServer({
    host,
    port: 0,
    health: { conventions, check: main.check },
    log,
    // No test waits for these, or fails on a slow machine.
    maxSilenceMs: 3_600_000,
    answerTimeoutMs: 3_600_000,
    ...options,
  });
}

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** Sends a request on a connection of its own; what differs by connection and time is left out. */
async function send(url: string, method = 'GET', headers: Record<string, string> = {}): Promise<Answer> {
  const sent = sendRequest(url, { method, headers, agent: false }).end();
  const [response] = await once(sent, 'response');
  const { date: _, connection: __, 'keep-alive': ___, ...fields } = response.headers;
  return { status: response.statusCode, headers: fields, body: await text(response) };
}

const ID = { 'x-request-id': 'probe-1' };
const refusal = (code: string, detail: string, id = 'probe-1') => JSON.stringify({ code, detail, id });
const SILENT = 'The process is not responding; try again shortly.';

describe('the responses', () => {
  const PATHS = ['/health/live', '/health/ready', '/health/live/', '/health/ready?x=1'];
  const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'];
  const CASES = PATHS.flatMap((path) => METHODS.map((method) => [method, path] as const));

  it('are those of PORT', async () => {
    await start();
    for (const [method, path] of CASES) {
      const [expected, actual] = await Promise.all([main, health].map(({ url }) => send(url + path, method, ID)));
      expect([method, path, actual]).toEqual([method, path, expected]);
    }
  });

  it.each([
    ['an error that clients see', new ServiceError('UNAVAILABLE', 'The router is not responding.')],
    ['another error', new Error('password: hunter2')],
  ])('are those of PORT after %s, in the media type that the client prefers', async (_, error) => {
    await start();
    ping = () => Promise.reject(error);
    for (const accept of ['*/*', 'application/problem+json']) {
      const [expected, actual] = await Promise.all(
        [main, health].map(({ url }) => send(`${url}/health/ready`, 'GET', { ...ID, accept })),
      );
      expect(actual).toEqual(expected);
      expect(actual!.status).toBe(503);
    }
    expect(logged.map(({ msg, path, requestId }) => ({ msg, path, requestId }))).toEqual(
      Array.from({ length: 4 }, () => ({ msg: 'request failed', path: '/health/ready', requestId: 'probe-1' })),
    );
  });

  it.each(['/', '/v1/users', '/health', '/health/other', '/api/health/live'])('%s is 404', async (path) => {
    await start();
    const detail = 'Not found. This port has /health/live and /health/ready.';
    expect(await send(health.url + path, 'GET', ID)).toEqual({
      status: 404,
      headers: {
        'content-type': 'application/json',
        'content-length': expect.any(String),
        vary: 'Accept',
        'cache-control': 'private, no-store',
        'x-request-id': 'probe-1',
        'x-content-type-options': 'nosniff',
      },
      body: refusal('NOT_FOUND', detail),
    });
  });
});

describe('a drain', () => {
  it('shows at once, and leaves the process alive', async () => {
    await start();
    main.drain();
    const { status, body } = await send(`${health.url}/health/ready`, 'GET', ID);
    expect({ status, body }).toEqual({
      status: 503,
      body: refusal('UNAVAILABLE', 'The server is shutting down; try again shortly.'),
    });
    expect((await send(`${health.url}/health/live`)).status).toBe(200);
    expect(logged).toEqual([]);
  });
});

/** Sends requests from another thread, while nothing runs in this one. */
function sendWhileBlocked(paths: readonly string[]): { status: number; body: string }[] {
  const shared = new SharedArrayBuffer(8 + 4_096);
  const [state, bytes] = [new Int32Array(shared, 0, 2), new Uint8Array(shared, 8)];
  const client = `
    const { get } = require('node:http');
    const { text } = require('node:stream/consumers');
    const { workerData: { urls, headers, shared } } = require('node:worker_threads');
    const send = (url) => new Promise((resolve, reject) => get(url, { headers, agent: false }, async (response) =>
      resolve({ status: response.statusCode, body: await text(response) })).on('error', reject));
    (async () => {
      const answers = [];
      for (const url of urls) answers.push(await send(url));
      return answers;
    })().catch((error) => [String(error)]).then((answers) => {
      const { written } = new TextEncoder().encodeInto(JSON.stringify(answers), new Uint8Array(shared, 8));
      const state = new Int32Array(shared, 0, 2);
      state[1] = written;
      Atomics.store(state, 0, 1);
      Atomics.notify(state, 0);
    });`;
  const urls = paths.map((path) => health.url + path);
  new Worker(client, { eval: true, execArgv: [], workerData: { urls, headers: ID, shared } });
  Atomics.wait(state, 0, 0);
  return JSON.parse(new TextDecoder().decode(bytes.slice(0, state[1])));
}

describe('while the main thread is busy', () => {
  const OK = { status: 200, body: '{"status":"ok"}' };

  it('the process is alive, and as ready as it was', async () => {
    await start({ answerTimeoutMs: 500 });
    await expect.poll(async () => (await send(`${health.url}/health/ready`)).status).toBe(200);
    expect(sendWhileBlocked(['/health/live', '/health/ready'])).toEqual([OK, OK]);
    ping = () => Promise.reject(new ServiceError('UNAVAILABLE', 'The router is not responding.'));
    await expect.poll(async () => (await send(`${health.url}/health/ready`)).body).toContain('The router');
    expect(sendWhileBlocked(['/health/live', '/health/ready'])).toEqual([
      OK,
      { status: 503, body: refusal('UNAVAILABLE', SILENT) },
    ]);
  });

  it('the process is not ready before it has been', async () => {
    await start({ answerTimeoutMs: 0 });
    expect(sendWhileBlocked(['/health/ready'])).toEqual([{ status: 503, body: refusal('UNAVAILABLE', SILENT) }]);
  });

  it('a drain shows', async () => {
    await start({ answerTimeoutMs: 0 });
    health.drain();
    expect(sendWhileBlocked(['/health/live', '/health/ready'])).toEqual([
      OK,
      { status: 503, body: refusal('UNAVAILABLE', SILENT) },
    ]);
  });

  it('the process is not alive when it has been busy for too long', async () => {
    await start({ maxSilenceMs: 0 });
    const silent = { status: 503, body: refusal('UNAVAILABLE', SILENT) };
    expect(sendWhileBlocked(['/health/live', '/health/ready', '/other'])).toEqual([silent, silent, silent]);
  });
});

describe('a check that takes longer than a probe waits', () => {
  it('counts for the next probe', async () => {
    await start({ answerTimeoutMs: 0 });
    const statusOfReady = async () => (await send(`${health.url}/health/ready`, 'GET', ID)).status;
    await expect.poll(statusOfReady).toBe(200);
    ping = () => Promise.reject(new ServiceError('UNAVAILABLE', 'The database is not responding.'));
    await expect.poll(statusOfReady).toBe(503);
    ping = async () => {};
    await expect.poll(statusOfReady).toBe(200);
  });
});

it('the length of a body counts its bytes', async () => {
  const { errors } = conventions;
  const german = { ...conventions, errors: { ...errors, body: { fehler: 'Störung: {message}' } } };
  await start({ maxSilenceMs: 0, health: { conventions: german, check: async () => {} } });
  const { headers, body } = await send(`${health.url}/health/live`, 'GET', ID);
  expect(JSON.parse(body)).toEqual({ fehler: `Störung: ${SILENT}` });
  expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
});

describe('the sign of life', () => {
  it('is that of the process which has been silent for longest, and recovers with it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let silentMs = 0;
    await start({ silentMs: () => silentMs });
    const statusOfLive = async () => (await send(`${health.url}/health/live`, 'GET', ID)).status;
    const statuses: number[] = [];
    for (const each of [0, 2 * 3_600_000, 0]) {
      silentMs = each;
      vi.advanceTimersByTime(1_000);
      statuses.push(await statusOfLive());
    }
    expect(statuses).toEqual([200, 503, 200]);
  });
});

describe('the start and the end', () => {
  it('rejects with the error of an address that is in use', async () => {
    await start();
    const other = createServer().listen(0, host);
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const options = { host, port, health: { conventions, check: main.check }, log };
    await expect(startHealthServer(options)).rejects.toMatchObject({ code: 'EADDRINUSE', port });
    other.close();
  });
});
