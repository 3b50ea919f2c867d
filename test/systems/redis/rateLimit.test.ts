// Limits of callers that processes count together in Redis, and by themselves while there is none.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { startProgram } from '../../promises/support/startProgram.ts';
import { openFacade } from './support/openFacade.ts';
import { type OwnRedis, startRedis } from './support/startRedis.ts';

const url = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
/** The keys of this run begin with it. */
const run = `t${randomUUID()}`;
const client = new Redis(url);
afterAll(async () => {
  const keys = await client.keys(`${run}*`);
  if (keys.length > 0) await client.del(keys);
  client.disconnect();
});

const upstream = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"data":{"hello":"hi"}}');
});
await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
const { port } = upstream.address() as AddressInfo;
afterAll(() => void upstream.close());

const open: Awaited<ReturnType<typeof openFacade>>[] = [];
const servers: OwnRedis[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((facade) => facade.close()));
  await Promise.all(servers.splice(0).map((redis) => redis.remove()));
});

let apis = 0;
const nextName = () => `${run}.${++apis}`;

async function start(redisUrl: string, limit: string, name = nextName()) {
  const facade = await openFacade({
    upstream: new URL(`http://127.0.0.1:${port}`),
    sdl: 'type Query { hello: String }',
    document: 'query hello @endpoint(method: GET, path: "/hello") { hello }',
    name,
    env: { AUTH_SECRET: '', RATE_LIMIT: limit, REDIS_URL: redisUrl, TRUST_PROXY: 'loopback' },
  });
  open.push(facade);
  return {
    messages: facade.messages,
    output: facade.output,
    /** The status of a response, what is left, and its body. */
    async send(address = '203.0.113.1') {
      const { status, headers, body } = await facade.send('/v1/hello', { headers: { 'x-forwarded-for': address } });
      return { status, remaining: Number(/;r=(\d+);/.exec(headers.get('ratelimit')!)![1]), body };
    },
  };
}

async function ownRedis(...options: string[]): Promise<OwnRedis> {
  const redis = await startRedis(options);
  servers.push(redis);
  return redis;
}

const OUT = 'the Redis of rate limits does not respond';
const BACK = 'the Redis of rate limits responds again';
const passed = (remaining: number) => ({ status: 200, remaining, body: 'hi' });
const refused = (requests: number) => ({
  status: 429,
  remaining: 0,
  body: { error: expect.stringContaining(`the limit is ${requests} in 86400 seconds`) },
});

describe('servers with one Redis', () => {
  test('count together, and each caller apart', async () => {
    const name = nextName();
    const [one, other] = [await start(url, '3/86400', name), await start(url, '3/86400', name)];
    expect(await one.send()).toEqual(passed(2));
    expect(await other.send()).toEqual(passed(1));
    expect(await one.send()).toEqual(passed(0));
    expect(await other.send()).toEqual(refused(3));
    expect(await one.send()).toEqual(refused(3));
    expect(await other.send('203.0.113.2')).toEqual(passed(2));
    expect([...one.messages(), ...other.messages()]).not.toContain(OUT);
  });

  test('let exactly the limit pass, whichever they reach at the same time', async () => {
    const name = nextName();
    const two = [await start(url, '10/86400', name), await start(url, '10/86400', name)];
    const all = await Promise.all(Array.from({ length: 40 }, (_, n) => two[n % 2]!.send()));
    expect(all.filter(({ status }) => status === 200).map(({ remaining }) => remaining)).toHaveLength(10);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  test('are apart with different names of the API', async () => {
    const [one, other] = [await start(url, '1/86400'), await start(url, '1/86400')];
    expect(await one.send()).toEqual(passed(0));
    expect(await other.send()).toEqual(passed(0));
  });
});

test('an operation of /graphql takes several requests at once, or none where too few are left', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-limits-'));
  const env = { DATA_DIR: folder, SEED: 'none', RATE_LIMIT: '6/60', REDIS_URL: (await ownRedis()).url };
  const program = await startProgram(env);
  onTestFinished(async () => {
    await program.end('SIGTERM');
    rmSync(folder, { recursive: true });
  });
  const send = async (first: number) => {
    const query = `{ users(first: ${first}) { nodes { orders(first: 100) { nodes { id } } } } }`;
    const { status, headers } = await program.client.post('/graphql', { query });
    return [status, /;r=(\d+);/.exec(String(headers['ratelimit']))?.[1]];
  };
  expect([await send(1), await send(10), await send(10), await send(1)]).toEqual([
    [200, '5'],
    [200, '2'],
    [429, '1'],
    [200, '0'],
  ]);
  expect(program.output()).not.toContain(OUT);
});

test('a caller has one key, which expires with the window, and gets a new expiry where it lost its own', async () => {
  const redis = await ownRedis();
  const own = new Redis(redis.url);
  onTestFinished(() => own.disconnect());
  const { send } = await start(redis.url, '10/60', 'shop');
  expect(await send()).toEqual(passed(9));
  const [key, ...others] = (await own.keys('*')) as [string];
  expect(others).toEqual([]);
  expect(key).toMatch(/^shop:.*:default:10\/60:/);
  expect(await own.pttl(key)).toSatisfy((left: number) => left > 0 && left <= 60_000);
  await own.persist(key);
  expect(await send()).toEqual(passed(8));
  expect(await own.pttl(key)).toSatisfy((left: number) => left > 0 && left <= 60_000);
  await own.script('FLUSH');
  expect(await send()).toEqual(passed(7));
  await own.pexpire(key, 0);
  expect(await send()).toEqual(passed(9));
});

describe('without Redis', () => {
  test('a server that loses it goes on, counts by itself, and counts in Redis again when it is back', async () => {
    const redis = await ownRedis();
    const { send, messages } = await start(redis.url, '5/86400');
    expect(await send()).toEqual(passed(4));
    expect(await send()).toEqual(passed(3));
    await redis.kill();
    expect(await send()).toEqual(passed(4));
    for (const remaining of [3, 2, 1, 0]) expect(await send()).toEqual(passed(remaining));
    expect(await send()).toEqual(refused(5));
    await expect.poll(() => messages().filter((message) => message === OUT)).toHaveLength(1);

    await redis.start();
    await expect.poll(send).toEqual(passed(4));
    await expect.poll(() => messages().filter((message) => message === BACK)).toHaveLength(1);
    expect(await send()).toEqual(passed(3));
  });

  test('a server goes on while Redis accepts connections and does not respond', async () => {
    const redis = await ownRedis();
    const { send, messages } = await start(redis.url, '5/86400');
    expect(await send()).toEqual(passed(4));
    redis.pause();
    const all = await Promise.all([send(), send(), send()]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expect.poll(messages).toContain(OUT);
    expect(await send()).toEqual(passed(1));
    redis.resume();
    await expect.poll(async () => (await send(), messages())).toContain(BACK);
  });

  test('a server starts, and says so once', async () => {
    const redis = await ownRedis();
    await redis.kill();
    const { send, messages } = await start(redis.url, '2/86400');
    expect([await send(), await send(), await send()]).toEqual([passed(1), passed(0), refused(2)]);
    await expect.poll(() => messages().filter((message) => message === OUT)).toHaveLength(1);
  });

  test('a server starts although Redis does not respond', async () => {
    const redis = await ownRedis();
    redis.pause();
    const { send, messages } = await start(redis.url, '2/86400');
    expect(await send()).toEqual(passed(1));
    await expect.poll(messages).toContain(OUT);
    redis.resume();
  });

  test('a wrong password is in the log as what Redis says, without the password', async () => {
    const redis = await ownRedis('--requirepass', 'right');
    const { send, output } = await start(redis.url.replace('//', '//:secret-of-the-test@'), '2/86400');
    expect(await send()).toEqual(passed(1));
    await expect.poll(output).toContain(OUT);
    expect(output()).toMatch(/WRONGPASS/);
    expect(output()).not.toContain('secret-of-the-test');
  });
});
