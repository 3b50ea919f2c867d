import { expect, onTestFinished, test, vi } from 'vitest';
import type { Scope } from '../../../src/service/database/Database.ts';
import { MAX_ATTEMPTS, retryOnConflict } from '../../../src/service/database/retryOnConflict.ts';
import { openTestDatabase } from '../../support/database/openTestDatabase.ts';

const conflict = new Error('deadlock detected');
const isConflict = (error: unknown): boolean => error === conflict;
const later = () => Date.now() + 60_000;

test('runs a write again until it meets no conflict', async () => {
  const write = vi
    .fn<(scope: Scope) => Promise<string>>()
    .mockRejectedValueOnce(conflict)
    .mockResolvedValueOnce('done');
  const scope = { signal: new AbortController().signal };
  expect(await retryOnConflict(scope, isConflict, write)).toBe('done');
  expect(write.mock.calls).toEqual([[scope], [scope]]);
});

test('gives up after the last attempt with UNAVAILABLE, because nothing has happened', async () => {
  const write = vi.fn<() => Promise<never>>().mockRejectedValue(conflict);
  await expect(retryOnConflict({}, isConflict, write)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    headers: { 'retry-after': '1' },
    cause: conflict,
  });
  expect(write).toHaveBeenCalledTimes(MAX_ATTEMPTS);
});

test('does not repeat a write that fails for another reason', async () => {
  const other = new Error('connection lost');
  const write = vi.fn<() => Promise<never>>().mockRejectedValue(other);
  await expect(retryOnConflict({}, isConflict, write)).rejects.toBe(other);
  expect(write).toHaveBeenCalledTimes(1);
});

async function open() {
  const database = await openTestDatabase({ seed: 'none' });
  onTestFinished(database.close);
  const insert = (firstName: string, scope: Scope) =>
    database.run(scope, (client) => client.user.create({ data: { firstName, lastName: '' } }));
  const names = async () => {
    const users = await database.run({}, (client) => client.user.findMany({ orderBy: { id: 'asc' } }));
    return users.map(({ firstName }) => firstName);
  };
  return { database, insert, names };
}

test('undoes a failed attempt within a transaction, and nothing before it', async () => {
  const { database, insert, names } = await open();
  await database.transaction(later(), async (scope) => {
    await insert('Before', scope);
    let attempts = 0;
    await retryOnConflict(scope, isConflict, async (inner) => {
      await insert(`Attempt ${++attempts}`, inner);
      if (attempts < 3) {
        // PostgreSQL refuses every statement after one that has failed.
        await expect(insert('A'.repeat(300), inner)).rejects.toMatchObject({ code: '22001' });
        throw conflict;
      }
    });
    await insert('After', scope);
  });
  expect(await names()).toEqual(['Before', 'Attempt 3', 'After']);
});

test('an attempt that fails for another reason rolls the transaction back, with that error', async () => {
  const { database, insert, names } = await open();
  const other = new Error('no');
  const result = database.transaction(later(), async (scope) => {
    await insert('Before', scope);
    await retryOnConflict(scope, isConflict, () => Promise.reject(other));
  });
  await expect(result).rejects.toBe(other);
  expect(await names()).toEqual([]);
});

test('an attempt within a transaction lasts until the deadline of that, not until a default of Prisma', async () => {
  const { database, insert, names } = await open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await database.transaction(Date.now() + 30_000, (scope) =>
    retryOnConflict(scope, isConflict, async (inner) => {
      await insert('Ada', inner);
      await vi.advanceTimersByTimeAsync(29_000);
      await insert('Bob', inner);
    }),
  );
  vi.useRealTimers();
  expect(await names()).toEqual(['Ada', 'Bob']);
});

test('an attempt in a transaction that has ended fails, without an effect', async () => {
  const { database, insert, names } = await open();
  const ended = await database.transaction(later(), async (scope) => scope);
  const late = retryOnConflict(ended, isConflict, (inner) => insert('Late', inner));
  await expect(late).rejects.toThrow();
  expect(await names()).toEqual([]);
});
