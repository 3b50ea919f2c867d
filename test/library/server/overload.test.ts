// Overload as clients feel it: a server that executes one request at a time, and executions that end when the test says so.
import { type ClientRequest, type IncomingMessage, request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { buildSchema } from 'graphql';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type RunningServer,
  createAdmission,
  createEngine,
  createLogger,
  loadPlan,
  readSettings,
  startGatewayServer,
} from '../../../src/gateway/server.ts';
import { folderOf } from '../support/folderOf.ts';

const schema = buildSchema('type Query { hello: String! }');
const GREETING = 'query getGreeting @endpoint(method: GET, path: "/greeting") { text: hello }';
const plan = loadPlan({ endpoints: folderOf({ 'v1/getGreeting.graphql': GREETING }) }, schema);
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

beforeEach(() => start());

async function start(overrides: { requestTimeoutMs?: number } = {}): Promise<void> {
  // What is refused waits by this clock.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  executed = [];
  ends = [];
  isOver = false;
  reports = [];
  logged = [];
  const admission = createAdmission({ maxSmallCost: 1_000, small: lane, large: lane, maxHeld: 2 });
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
    admission,
    report: (failure) => void reports.push(failure),
    settings,
  });
  const log = createLogger('info', { write: (line) => logged.push(JSON.parse(line) as (typeof logged)[0]) });
  server = await startGatewayServer(
    settings,
    {
      rest: { engine, tokenSource: { kind: 'issuer' } },
      admission,
      ping: async () => {},
      log,
    },
    overrides,
  );
}
afterEach(async () => {
  vi.useRealTimers();
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
  while (!holds()) await turn();
}

/** Sends a request whose refusal waits, and settles when it does. */
async function sendHeld(caller: string, path?: string, headers?: Record<string, string>) {
  const timers = vi.getTimerCount();
  const held = send(caller, path, headers);
  await until(() => vi.getTimerCount() > timers);
  return held;
}

const HOLD_MS = 2_500;

async function fill() {
  const running = send('flood');
  await until(() => executed.length === 1);
  return [running, await sendWaiting('flood'), await sendWaiting('flood')];
}

test('what does not fit is refused after a while, with the way back', async () => {
  await fill();
  const [held, problem] = [
    await sendHeld('flood'),
    await sendHeld('flood', '/v1/greeting', { accept: 'application/problem+json' }),
  ];
  vi.advanceTimersByTime(HOLD_MS - 1);
  await send('health', '/health/live').response;
  const refusedSoFar = () => logged.filter(({ status }) => status === 503).length;
  expect(refusedSoFar()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(await held.response).toEqual({
    status: 503,
    headers: expect.objectContaining({ 'retry-after': '1', 'content-type': 'application/json' }),
    body: '{"error":"The service is overloaded; try again shortly."}',
  });
  const { status, body } = await problem.response;
  expect([status, JSON.parse(body)]).toEqual([
    503,
    expect.objectContaining({ status: 503, detail: 'The service is overloaded; try again shortly.' }),
  ]);
  expect(executed).toEqual(['flood']);
  // The line of the request says it; a flood is no failure of the service.
  expect(reports).toEqual([]);
});

describe('a refusal', () => {
  const UNAVAILABLE = { status: 503, body: '{"error":"The service is overloaded; try again shortly."}' };

  test('of a caller without other work is sent at once', async () => {
    await fill();
    await sendWaiting('other');
    await sendWaiting('another');
    const timers = vi.getTimerCount();
    expect(await send('newcomer').response).toMatchObject(UNAVAILABLE);
    expect(vi.getTimerCount()).toBe(timers);
  });

  test('is sent at once where as many wait as may', async () => {
    await fill();
    const held = [await sendHeld('flood'), await sendHeld('flood')];
    expect(await send('flood').response).toMatchObject(UNAVAILABLE);
    vi.advanceTimersByTime(HOLD_MS);
    for (const { response } of held) expect(await response).toMatchObject(UNAVAILABLE);
    const next = await sendHeld('flood');
    vi.advanceTimersByTime(HOLD_MS);
    expect(await next.response).toMatchObject(UNAVAILABLE);
  });

  test.each(['drain', 'close'] as const)(
    'that waits is sent at once by a %s, with the end of its connection',
    async (end) => {
      const flood = await fill();
      const held = await sendHeld('flood', undefined, { connection: 'keep-alive' });
      const ended = Promise.resolve(server[end]());
      const { headers, ...refused } = await held.response;
      expect([refused, headers['connection']]).toEqual([UNAVAILABLE, 'close']);
      if (end === 'drain') expect(await send('flood').response).toMatchObject(UNAVAILABLE);
      isOver = true;
      for (const each of ends) each();
      for (const { response } of flood) expect((await response).status).toBe(200);
      await ended;
    },
  );

  test('ends when its client disconnects, and leaves its place to the next one', async () => {
    await fill();
    const timers = vi.getTimerCount();
    const [first] = [await sendHeld('flood'), await sendHeld('flood')];
    first!.disconnect();
    await until(() => vi.getTimerCount() === timers + 1);
    const next = await sendHeld('flood');
    vi.advanceTimersByTime(HOLD_MS);
    expect(await next.response).toMatchObject(UNAVAILABLE);
    expect(vi.getTimerCount()).toBe(timers);
    expect(reports).toEqual([]);
  });

  test('does not come after the deadline of its request', async () => {
    await server.close();
    await start({ requestTimeoutMs: 1_000 });
    await fill();
    const held = await sendHeld('flood');
    vi.advanceTimersByTime(1_000);
    expect(await held.response).toMatchObject(UNAVAILABLE);
  });
});

test('another caller gets its turn before what a flood has waiting', async () => {
  const flood = await fill();
  const other = await sendWaiting('other');
  const refused = await sendHeld('flood');
  for (let n = 1; n <= 4; n++) {
    ends.shift()!();
    if (n < 4) await until(() => executed.length === n + 1);
  }
  for (const { response } of [...flood, other]) expect((await response).status).toBe(200);
  expect(executed).toEqual(['flood', 'flood', 'other', 'flood']);
  vi.advanceTimersByTime(HOLD_MS);
  expect((await refused.response).status).toBe(503);
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
