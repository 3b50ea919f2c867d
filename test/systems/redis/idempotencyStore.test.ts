// The store of Idempotency-Keys in a real Redis.
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { recordKey } from '../../../src/gateway/guard/idempotency/IdempotencyStore.ts';
import { createRedisIdempotencyStore } from '../../../src/gateway/guard/idempotency/createRedisIdempotencyStore.ts';
import { expectEarlierRecord } from '../../parts/guard/idempotency/support/expectEarlierRecord.ts';
import { expectOneExecution } from '../../parts/guard/idempotency/support/expectOneExecution.ts';
import { openOrders } from '../../library/support/openOrders.ts';
import { again, keyedRequest, testStore } from '../../parts/guard/idempotency/support/testStore.ts';

const url = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const prefix = `portico_test_${randomUUID()}:`;
const clients = [new Redis(url), new Redis(url)] as const;
afterAll(async () => {
  const keys = await clients[0].keys(`${prefix}*`);
  if (keys.length > 0) await clients[0].del(keys);
  for (const client of clients) client.disconnect();
});

describe('the store in Redis', () => {
  testStore(() => [createRedisIdempotencyStore(clients[0], prefix), createRedisIdempotencyStore(clients[1], prefix)]);

  test('lets records expire after a day, whether they have a response or not', async () => {
    const store = createRedisIdempotencyStore(clients[0], prefix);
    const request = keyedRequest();
    const key = prefix + recordKey(request);
    const day = 24 * 60 * 60 * 1000;
    await store.begin(request);
    expect(await clients[0].pttl(key)).toSatisfy((left: number) => left > day - 60_000 && left <= day);
    await clients[0].pexpire(key, day / 2);
    await store.finish(request, { status: 200, headers: {}, body: '' });
    expect(await clients[0].pttl(key)).toSatisfy((left: number) => left > 0 && left <= day / 2);
    await clients[0].pexpire(key, 0);
    expect(await store.begin(again(request))).toBeNull();
  });

  test('keeps APIs with different prefixes apart', async () => {
    const request = keyedRequest();
    await createRedisIdempotencyStore(clients[0], prefix).begin(request);
    expect(await createRedisIdempotencyStore(clients[0], `${prefix}other:`).begin(again(request))).toBeNull();
  });
});

test('a record of version 0.2 is replayed until it expires', () =>
  expectEarlierRecord(createRedisIdempotencyStore(clients[0], prefix)));

test('retries reach any process, and one of many executes', async () => {
  const open = (client: Redis) => openOrders({ idempotency: createRedisIdempotencyStore(client, prefix) });
  await expectOneExecution(open(clients[0]), open(clients[1]));
});
