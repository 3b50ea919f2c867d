import type { QueryResult } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scheduleMaintenance } from '../../../../src/service/database/scheduleMaintenance.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;

/** A database that records its statements, and whose statements the test settles. */
function recorder() {
  const statements: string[] = [];
  const pending: ((failure: Error | undefined, rowCount: number) => void)[] = [];
  const query = (sql: string) =>
    new Promise<QueryResult>((resolve, reject) => {
      statements.push(/\w+ (?:INTO|FROM) \w+|current_schema/.exec(sql)![0]);
      pending.push((failure, rowCount) => (failure ? reject(failure) : resolve({ rowCount } as QueryResult)));
    });
  const settle = (failure?: Error, rowCount = 0) => pending.splice(0).forEach((each) => each(failure, rowCount));
  return { database: { query } as never, statements, settle };
}

/** The first statement of a refresh. */
const REFRESH = 'current_schema';

const CLEANUP = ['DELETE FROM idempotency_keys', 'rows FROM list_totals'];

test('deletes expired keys and merges list totals at the start, also of a process that soon ends', async () => {
  const { database, statements, settle } = recorder();
  const stop = scheduleMaintenance(database);
  expect(statements).toEqual(CLEANUP);
  settle();
  await stop();
});

test('deletes expired keys and merges list totals every ten minutes, one run at a time, and logs failures', async () => {
  const { database, statements, settle } = recorder();
  const warn = vi.fn<(details: object, message: string) => void>();
  const stop = scheduleMaintenance(database, { info: () => {}, warn });
  settle();
  await vi.advanceTimersByTimeAsync(9 * MINUTE);
  expect(statements.splice(0)).toEqual(CLEANUP);
  await vi.advanceTimersByTimeAsync(20 * MINUTE);
  expect(statements).toEqual(CLEANUP);
  const failure = new Error('no');
  settle(failure);
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(warn).toHaveBeenCalledWith({ err: failure }, 'could not delete expired idempotency keys');
  expect(warn).toHaveBeenCalledWith({ err: failure }, 'could not merge list totals');
  expect(statements).toHaveLength(4);
  settle();
  await stop();
});

test('stops after a batch of expired keys, however many there are', async () => {
  const { database, statements, settle } = recorder();
  const stop = scheduleMaintenance(database);
  settle(undefined, 1000);
  await vi.advanceTimersByTimeAsync(0);
  const deletions = () => statements.filter((each) => each === 'DELETE FROM idempotency_keys').length;
  expect(deletions()).toBe(2);
  const end = stop();
  settle(undefined, 1000);
  await vi.advanceTimersByTimeAsync(0);
  expect(deletions()).toBe(2);
  await end;
});

test('refreshes the forecasts every hour, and stops when the running work has ended', async () => {
  const { database, statements, settle } = recorder();
  const stop = scheduleMaintenance(database);
  await vi.advanceTimersByTimeAsync(59 * MINUTE);
  expect(statements).not.toContain(REFRESH);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(statements).toContain(REFRESH);
  let stopped = false;
  const end = stop().then(() => (stopped = true));
  await vi.advanceTimersByTimeAsync(0);
  expect(stopped).toBe(false);
  settle();
  await vi.advanceTimersByTimeAsync(0);
  settle();
  await end;
  const before = statements.length;
  await vi.advanceTimersByTimeAsync(120 * MINUTE);
  expect(statements).toHaveLength(before);
});
