import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Orders } from '../../../../library/support/openOrders.ts';

/** Sends requests with one key to two processes over one store: a replay, and many at the same time. */
export async function expectOneExecution(one: Orders, other: Orders): Promise<void> {
  const key = randomUUID();
  const first = await one.send('POST /v1/orders', { key });
  expect(await other.send('POST /v1/orders', { key })).toEqual({ ...first, isReplayed: true });
  const crowded = randomUUID();
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).send('POST /v1/orders', { key: crowded })),
  );
  expect(all.filter(({ status, isReplayed }) => status === 201 && !isReplayed)).toHaveLength(1);
  expect(all.every(({ status, isReplayed }) => status === 201 || (status === 409 && !isReplayed))).toBe(true);
  expect(one.executed.length + other.executed.length).toBe(2);
}
