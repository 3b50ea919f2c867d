// A façade that keeps the responses to requests with an Idempotency-Key in a real Redis, whatever becomes of that.
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { stubUpstream } from '../../support/stubUpstream.ts';
import { signToken } from '../../promises/support/signToken.ts';
import { openFacade } from './support/openFacade.ts';
import { startRedis } from './support/startRedis.ts';

const SDL =
  'type Query { order: Order } type Mutation { createOrder(item: String!): Order } type Order { id: Int! item: String! }';
const ORDER =
  'mutation createOrder($item: String!) @endpoint(method: POST, path: "/orders", status: 201, idempotencyKey: OPTIONAL) { createOrder(item: $item) { id item } }';

const upstream = await stubUpstream();
afterAll(() => upstream.close());
let created = 0;
beforeEach(() => {
  upstream.answer = ({ body }) => ({
    body: { data: { createOrder: { id: ++created, item: String(body.variables?.['item']) } } },
  });
});

async function open(env: Record<string, string>, name: string = `test-${randomUUID()}`) {
  const facade = await openFacade({ upstream: upstream.url, sdl: SDL, document: ORDER, name, env });
  onTestFinished(facade.close);
  // Of its readiness.
  created = 0;
  upstream.received.length = 0;
  const post = async (key?: string, headers: Record<string, string> = {}) =>
    facade.send('/v1/orders', {
      method: 'POST',
      body: JSON.stringify({ item: 'tea' }),
      headers: {
        authorization: `Bearer ${await signToken({ sub: 'ada' })}`,
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
        ...headers,
      },
    });
  return { ...facade, post };
}

async function startOwn() {
  const redis = await startRedis();
  onTestFinished(redis.remove);
  return redis;
}

describe('a façade with Redis', () => {
  test('executes a mutation once for all its retries, in any process', async () => {
    const env = { REDIS_URL: process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379' };
    const name = `test-${randomUUID()}`;
    const client = new Redis(env.REDIS_URL);
    onTestFinished(async () => {
      await client.del(await client.keys(`${name}:*`));
      client.disconnect();
    });
    const [one, other] = [await open(env, name), await open(env, name)];
    const key = randomUUID();
    const first = await one.post(key, { 'accept-encoding': 'identity' });
    expect(first).toMatchObject({ status: 201, body: { id: 1, item: 'tea' } });
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    for (const facade of [one, other]) {
      const { status, body, headers } = await facade.post(key);
      expect([status, body, headers.get('idempotency-replayed')]).toEqual([201, first.body, 'true']);
    }
    expect(created).toBe(1);
    expect(await client.keys(`${name}:idempotency:*`)).toHaveLength(1);
  });

  test('leaves the outcome unknown where the upstream breaks off, and releases what it did not reach', async () => {
    const { url } = await startOwn();
    const facade = await open({ REDIS_URL: url });
    const key = randomUUID();
    upstream.answer = (_, response) => void response.destroy();
    expect(await facade.post(key)).toMatchObject({ status: 500 });
    expect(await facade.post(key, { accept: 'application/problem+json' })).toMatchObject({
      status: 409,
      body: { code: 'OUTCOME_UNKNOWN' },
    });
    upstream.answer = () => ({ status: 503, headers: { 'retry-after': '7' }, body: '{}' });
    const refused = randomUUID();
    expect(await facade.post(refused)).toMatchObject({ status: 503 });
    upstream.answer = () => ({ body: { data: { createOrder: { id: 5, item: 'tea' } } } });
    expect(await facade.post(refused)).toMatchObject({ status: 201, body: { id: 5 } });
  });

  test('refuses requests with a key while Redis is stopped, and serves all others', async () => {
    const redis = await startOwn();
    const facade = await open({ REDIS_URL: redis.url });
    await redis.kill();
    await expect.poll(facade.messages).toContain('the Redis of idempotency keys does not respond');
    const key = randomUUID();
    const { status, headers, body } = await facade.post(key);
    expect([status, headers.get('retry-after'), body]).toEqual([
      503,
      '1',
      { error: 'The store of Idempotency-Keys is not available; nothing was executed. Try again shortly.' },
    ]);
    expect(upstream.received).toEqual([]);
    expect(await facade.post()).toMatchObject({ status: 201 });
    expect((await facade.send('/health/ready')).status).toBe(200);
    await redis.start();
    await expect.poll(async () => (await facade.post(key)).status).toBe(201);
    await expect
      .poll(() => facade.messages().filter((message) => message === 'the Redis of idempotency keys responds again'))
      .toHaveLength(1);
  });

  test('does not wait for a Redis that hangs, and a key it could not use is free again', async () => {
    const redis = await startOwn();
    const facade = await open({ REDIS_URL: redis.url });
    redis.pause();
    const key = randomUUID();
    expect(await facade.post(key)).toMatchObject({ status: 503 });
    expect(upstream.received).toEqual([]);
    redis.resume();
    await expect.poll(async () => (await facade.post(key)).status).toBe(201);
    expect(created).toBe(1);
  });

  test('starts without Redis, and closes its connection', async () => {
    const redis = await startOwn();
    await redis.kill();
    const facade = await open({ REDIS_URL: redis.url });
    expect(await facade.post(randomUUID())).toMatchObject({ status: 503 });
    await redis.start();
    const key = randomUUID();
    await expect.poll(async () => (await facade.post(key)).status).toBe(201);
    const client = new Redis(redis.url);
    onTestFinished(() => client.disconnect());
    const connections = async () => /connected_clients:(\d+)/.exec(await client.info('clients'))?.[1];
    // That of the limits, that of the keys, and the one that counts.
    await expect.poll(connections).toBe('3');
    await facade.close();
    await expect.poll(connections).toBe('1');
  });
});
