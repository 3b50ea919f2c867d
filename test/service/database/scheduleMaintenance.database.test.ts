import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PrismaClient } from '../../../src/service/database/client/client.ts';
import { deleteExpiredKeys, scheduleMaintenance } from '../../../src/service/database/scheduleMaintenance.ts';
import { openTestDatabase } from '../../support/database/openTestDatabase.ts';

afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;

/** A client that records its operations, which the test settles. */
function recorder() {
  const operations: string[] = [];
  const pending: ((failure: Error | undefined, rowCount: number) => void)[] = [];
  const run = (name: string, result: (rowCount: number) => unknown) =>
    new Promise((resolve, reject) => {
      operations.push(name);
      pending.push((failure, rowCount) => (failure ? reject(failure) : resolve(result(rowCount))));
    });
  const method = (model: string) =>
    new Proxy({}, { get: (_, name: string) => () => run(`${model}.${name}`, () => []) });
  const client = new Proxy(
    {},
    {
      get: (_, name: string) =>
        name.startsWith('$')
          ? (text: string | readonly string[]) =>
              run(/\w+ (?:INTO|FROM) \w+/.exec([text].flat().join(''))?.[0] ?? name, (rowCount) => rowCount)
          : method(name),
    },
  );
  const settle = (failure?: Error, rowCount = 0) => pending.splice(0).forEach((each) => each(failure, rowCount));
  return { client: client as PrismaClient, operations, settle };
}

const CLEANUP = ['DELETE FROM idempotency_keys', 'rows FROM list_totals'];

describe('at its times', () => {
  test('deletes expired keys and merges list totals at the start, also of a process that soon ends', async () => {
    const { client, operations, settle } = recorder();
    const stop = scheduleMaintenance(client);
    await expect.poll(() => operations).toEqual(CLEANUP);
    settle();
    await stop();
  });

  test('deletes expired keys and merges list totals every ten minutes, one run at a time, and logs failures', async () => {
    vi.useFakeTimers();
    const { client, operations, settle } = recorder();
    const warn = vi.fn<(details: object, message: string) => void>();
    const stop = scheduleMaintenance(client, { info: () => {}, warn });
    await vi.advanceTimersByTimeAsync(0);
    settle();
    await vi.advanceTimersByTimeAsync(9 * MINUTE);
    expect(operations.splice(0)).toEqual(CLEANUP);
    await vi.advanceTimersByTimeAsync(20 * MINUTE);
    expect(operations).toEqual(CLEANUP);
    const failure = new Error('no');
    settle(failure);
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(warn).toHaveBeenCalledWith({ err: failure }, 'could not delete expired idempotency keys');
    expect(warn).toHaveBeenCalledWith({ err: failure }, 'could not merge list totals');
    expect(operations).toHaveLength(4);
    settle();
    await stop();
  });

  test('stops after a batch of expired keys, however many there are', async () => {
    vi.useFakeTimers();
    const { client, operations, settle } = recorder();
    const stop = scheduleMaintenance(client);
    await vi.advanceTimersByTimeAsync(0);
    settle(undefined, 1000);
    await vi.advanceTimersByTimeAsync(0);
    const deletions = () => operations.filter((each) => each === 'DELETE FROM idempotency_keys').length;
    expect(deletions()).toBe(2);
    const end = stop();
    settle(undefined, 1000);
    await vi.advanceTimersByTimeAsync(0);
    expect(deletions()).toBe(2);
    await end;
  });

  test('refreshes the forecasts every hour, and stops when the running work has ended', async () => {
    vi.useFakeTimers();
    const { client, operations, settle } = recorder();
    const stop = scheduleMaintenance(client);
    const refreshes = () => operations.filter((each) => !CLEANUP.includes(each));
    await vi.advanceTimersByTimeAsync(59 * MINUTE);
    expect(refreshes()).toEqual([]);
    await vi.advanceTimersByTimeAsync(MINUTE);
    // It reads the data set from a file.
    await expect.poll(refreshes).not.toEqual([]);
    let stopped = false;
    const end = stop().then(() => (stopped = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(stopped).toBe(false);
    // A refresh has several operations, one after the other.
    await expect.poll(() => (settle(), stopped)).toBe(true);
    await end;
    const before = operations.length;
    await vi.advanceTimersByTimeAsync(120 * MINUTE);
    expect(operations).toHaveLength(before);
  });
});

test('deletes expired keys in batches, and no other', async () => {
  const database = await openTestDatabase({ seed: 'none' });
  onTestFinished(database.close);
  await database.run(
    {},
    (client) => client.$executeRaw`
      INSERT INTO idempotency_keys (id, fingerprint, status, headers, created_at)
      SELECT decode(lpad(to_hex(number), 64, '0'), 'hex'), 'x', 204, '{}',
        now() - CASE WHEN number < 2500 THEN interval '24 hours' ELSE interval '23 hours 59 minutes' END
      FROM generate_series(0, 2509) AS number`,
  );
  let statements = 0;
  await database.run({}, (client) => {
    const $executeRaw = (text: TemplateStringsArray, ...values: unknown[]) => {
      statements++;
      return client.$executeRaw(text, ...values);
    };
    return deleteExpiredKeys({ $executeRaw } as PrismaClient);
  });
  expect(await database.run({}, (client) => client.idempotencyKey.count())).toBe(10);
  expect(statements).toBe(3);
});
