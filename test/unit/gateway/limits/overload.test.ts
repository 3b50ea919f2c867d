// Overload as clients feel it: a server that executes one request at a time, and executions that end when the test says so.
import { type ClientRequest, type IncomingMessage, request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compileApi } from '../../../../src/gateway/compile/compileApi.ts';
import { readSettings } from '../../../../src/gateway/config/readSettings.ts';
import { createEngine } from '../../../../src/gateway/createEngine.ts';
import { createAdmission } from '../../../../src/gateway/limits/createAdmission.ts';
import type { RunningServer } from '../../../../src/gateway/server/RunningServer.ts';
import { startGatewayServer } from '../../../../src/gateway/startGatewayServer.ts';
import { createLogger } from '../../../../src/gateway/telemetry/createLogger.ts';

const endpoints = fileURLToPath(new URL('../../cli/support/endpoints', import.meta.url));
const schema = buildSchema('type Query { hello(name: String): String! }');
const plan = compileApi(endpoints, schema);
const settings = readSettings({ PORT: '0', DRAIN_SECONDS: '0' });

/** One request runs, and two of a caller wait. */
const lane = { budget: 1, turnCost: 100, queueCost: 4, queueLength: 4, maxWaitMs: 60_000 };

let executed: string[];
let ends: (() => void)[];
/** Whether executions end at once. */
let isOver: boolean;
let reports: unknown[];
let logged: { msg: string; status?: number }[];
let server: RunningServer;

beforeEach(async () => {
  executed = [];
  ends = [];
  isOver = false;
  reports = [];
  logged = [];
  const engine = createEngine({
    plan,
    schema,
    prepare:
      () =>
      async ({ caller }) => {
        executed.push(caller!.subject);
        if (!isOver) await new Promise<void>((resolve) => ends.push(resolve));
        return { data: { text: 'hello' } };
      },
    authenticate: async (authorization) => ({
      subject: authorization!.slice('Bearer '.length),
      scopes: new Set(),
      claims: {},
      authorization: authorization!,
    }),
    admission: createAdmission({ maxSmallCost: 1_000, small: lane, large: lane }),
    report: (failure) => void reports.push(failure),
    settings,
  });
  const log = createLogger('info', { write: (line) => logged.push(JSON.parse(line) as (typeof logged)[0]) });
  server = await startGatewayServer(settings, {
    rest: { engine, tokenSource: { kind: 'issuer' } },
    ping: async () => {},
    log,
  });
});
afterEach(async () => {
  isOver = true;
  for (const end of ends) end();
  await server.close();
});

/** Sends a request on a connection of its own. */
function send(caller: string, path = '/v1/greeting', headers: Record<string, string> = {}) {
  const sent: ClientRequest = sendRequest(server.url + path, {
    agent: false,
    headers: { authorization: `Bearer ${caller}`, ...headers },
  });
  sent.end();
  const answer = new Promise<IncomingMessage>((resolve, reject) => sent.on('response', resolve).on('error', reject));
  const response = answer.then(async (message) => {
    const { date: _, 'x-request-id': __, ...rest } = message.headers;
    return { status: message.statusCode, headers: rest, body: await text(message) };
  });
  response.catch(() => {});
  return { response, disconnect: () => sent.socket!.resetAndDestroy() };
}

/** Sends a request that waits; the next one arrives after it. */
async function sendWaiting(caller: string) {
  const waiting = send(caller);
  // Health does not wait: its response says that what was sent before has arrived.
  await send('health', '/health/live').response;
  return waiting;
}

async function until(holds: () => boolean) {
  while (!holds()) await setTimeout(2);
}

async function fill() {
  const running = send('flood');
  await until(() => executed.length === 1);
  return [running, await sendWaiting('flood'), await sendWaiting('flood')];
}

test('what does not fit is refused at once, with the way back', async () => {
  await fill();
  const refused = await send('flood').response;
  expect(refused).toEqual({
    status: 503,
    headers: expect.objectContaining({ 'retry-after': '1', 'content-type': 'application/json' }),
    body: '{"error":"The service is overloaded; try again shortly."}',
  });
  const problem = await send('flood', '/v1/greeting', { accept: 'application/problem+json' }).response;
  expect([problem.status, JSON.parse(problem.body)]).toEqual([
    503,
    expect.objectContaining({ status: 503, detail: 'The service is overloaded; try again shortly.' }),
  ]);
  expect(executed).toEqual(['flood']);
  // The line of the request says it; a flood is no failure of the service.
  expect(reports).toEqual([]);
});

test('another caller gets its turn before what a flood has waiting', async () => {
  const flood = await fill();
  const other = await sendWaiting('other');
  expect((await send('flood').response).status).toBe(503);
  for (let n = 1; n <= 4; n++) {
    ends.shift()!();
    if (n < 4) await until(() => executed.length === n + 1);
  }
  for (const { response } of [...flood, other]) expect((await response).status).toBe(200);
  expect(executed).toEqual(['flood', 'flood', 'other', 'flood']);
});

test('health is answered while nothing else fits', async () => {
  await fill();
  for (const path of ['/health/live', '/health/ready']) {
    const { status, body } = await send('health', path).response;
    expect([path, status, body]).toEqual([path, 200, '{"status":"ok"}']);
  }
});

test('errors of the request come before the 503', async () => {
  await fill();
  expect((await send('flood', '/v1/nothing').response).status).toBe(404);
  expect((await send('flood', '/v1/greeting?unknown=1').response).status).toBe(400);
});

test('a client that disconnects while it waits never executes', async () => {
  const [running, second, third] = await fill();
  second!.disconnect();
  await until(() => logged.some(({ status }) => status === 0));
  ends.shift()!();
  await until(() => executed.length === 2);
  ends.shift()!();
  expect((await running!.response).status).toBe(200);
  expect((await third!.response).status).toBe(200);
  expect(executed).toEqual(['flood', 'flood']);
  expect(reports).toEqual([]);
});
