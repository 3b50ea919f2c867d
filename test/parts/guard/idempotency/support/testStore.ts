// The promises of a store of Idempotency-Keys, wherever it keeps its records.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { IdempotencyRequest, IdempotencyStore } from '../../../../../src/gateway/index.ts';

/** A request with a key of its own. */
export function keyedRequest(request: Partial<IdempotencyRequest> = {}): IdempotencyRequest {
  return {
    subject: 'ada',
    route: 'v1 POST /orders',
    key: randomUUID(),
    fingerprint: 'first',
    execution: randomUUID(),
    deadline: Date.now() + 30_000,
    ...request,
  };
}

/** The same request, sent again. */
export function again(request: IdempotencyRequest, change: Partial<IdempotencyRequest> = {}): IdempotencyRequest {
  return { ...request, execution: randomUUID(), ...change };
}

/** Defines the tests of a store, which `open` returns twice, as two processes have it. */
export function testStore(open: () => readonly [IdempotencyStore, IdempotencyStore]): void {
  const response = {
    status: 201,
    headers: { 'content-type': 'application/json', location: '/v1/orders/1' },
    body: '{"name":"Zoë \\u0000 \\"😀\\""}',
  };

  test('creates a record once, and returns it with its response', async () => {
    const [first, second] = open();
    const request = keyedRequest();
    expect(await first.begin(request)).toBeNull();
    expect(await second.begin(again(request))).toMatchObject({ fingerprint: 'first', response: null });
    await first.finish(request, response);
    expect(await second.begin(again(request, { fingerprint: 'other' }))).toMatchObject({
      fingerprint: 'first',
      response,
    });
  });

  test('keeps a response without a body', async () => {
    const [store] = open();
    const request = keyedRequest();
    await store.begin(request);
    await store.finish(request, { status: 204, headers: {}, body: null });
    expect(await store.begin(again(request))).toMatchObject({ response: { status: 204, headers: {}, body: null } });
  });

  test('creates a record again that was released', async () => {
    const [first, second] = open();
    const request = keyedRequest();
    await first.begin(request);
    await first.finish(request, null);
    expect(await second.begin(again(request))).toBeNull();
  });

  test('lets one of many requests at the same time execute', async () => {
    const stores = open();
    const request = keyedRequest();
    const records = await Promise.all(
      Array.from({ length: 40 }, (_, n) => stores[n % 2 ? 1 : 0].begin(again(request))),
    );
    expect(records.filter((record) => record === null)).toHaveLength(1);
  });

  test('counts a record as created where the command was sent twice', async () => {
    const [store] = open();
    const request = keyedRequest();
    expect(await store.begin(request)).toBeNull();
    expect(await store.begin(request)).toBeNull();
  });

  test('leaves the record of another execution as it is', async () => {
    const [first, second] = open();
    const released = keyedRequest();
    await first.begin(released);
    await first.finish(released, null);
    const request = again(released);
    await second.begin(request);
    await first.finish(released, null);
    await first.finish(released, response).catch(() => {});
    expect(await second.begin(again(request))).toMatchObject({ response: null });
  });

  test('keeps the keys of different callers and routes apart', async () => {
    const [store] = open();
    const request = keyedRequest({ subject: 'a', route: 'b', key: randomUUID() });
    await store.begin(request);
    for (const change of [{ subject: 'b' }, { route: 'a' }, { key: randomUUID() }, { subject: 'a"', route: '"b' }]) {
      expect(await store.begin(again(request, change))).toBeNull();
    }
  });

  test('rejects a response whose record is gone', async () => {
    const [store] = open();
    await expect(store.finish(keyedRequest(), response)).rejects.toThrow('record');
  });
}
