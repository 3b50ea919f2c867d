import { expect, test, vi } from 'vitest';
import type { Transaction } from '../../../../src/service/database/transaction/Transaction.ts';
import { MAX_ATTEMPTS, retryOnConflict } from '../../../../src/service/database/retryOnConflict.ts';

const conflict = new Error('deadlock detected');
const isConflict = (error: unknown): boolean => error === conflict;

test('runs a statement again until it meets no conflict', async () => {
  const run = vi.fn<() => Promise<string>>().mockRejectedValueOnce(conflict).mockResolvedValueOnce('done');
  expect(await retryOnConflict(run, isConflict, undefined)).toBe('done');
  expect(run).toHaveBeenCalledTimes(2);
});

test('gives up after the last attempt with UNAVAILABLE, because nothing has happened', async () => {
  const run = vi.fn<() => Promise<never>>().mockRejectedValue(conflict);
  await expect(retryOnConflict(run, isConflict, undefined)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    headers: { 'Retry-After': '1' },
    cause: conflict,
  });
  expect(run).toHaveBeenCalledTimes(MAX_ATTEMPTS);
});

test('does not repeat a statement that fails for another reason', async () => {
  const other = new Error('connection lost');
  const run = vi.fn<() => Promise<never>>().mockRejectedValue(other);
  await expect(retryOnConflict(run, isConflict, undefined)).rejects.toBe(other);
  expect(run).toHaveBeenCalledTimes(1);
});

test('begins each attempt at a savepoint within a transaction', async () => {
  const executed: string[] = [];
  const execute = async (sql: string) => void executed.push(sql);
  const run = vi.fn<() => Promise<string>>().mockRejectedValueOnce(conflict).mockResolvedValueOnce('done');
  const transaction: Transaction = { query: () => Promise.reject(new Error('unused')), execute };
  expect(await retryOnConflict(run, isConflict, transaction)).toBe('done');
  expect(executed).toEqual(['SAVEPOINT attempt', 'ROLLBACK TO SAVEPOINT attempt']);
});
