import { expect, test } from 'vitest';
import type { DatabaseClient, Scope } from '../../../src/service/database/Database.ts';
import type { Span } from '../../../src/gateway/base/telemetry/Telemetry.ts';
import { shareEach, shareReads } from '../../../src/service/domain/shareReads.ts';

/** Shares reads of numbers whose values are their squares, and records the keys of each batch. */
function squares(options?: { maxWeight: number }) {
  const batches: number[][] = [];
  const read = shareReads(async (keys: readonly number[]) => {
    batches.push([...keys]);
    return keys.map((key) => (key < 0 ? new Error(`no ${key}`) : key * key));
  }, options);
  return { read, batches };
}

test('batches reads that arrive together, each key once', async () => {
  const { read, batches } = squares();
  expect(await Promise.all([3, 4, 3, 5].map((key) => read(key, {})))).toEqual([9, 16, 9, 25]);
  expect(batches).toEqual([[3, 4, 5]]);
});

test('batches reads that arrive in different microtasks', async () => {
  const { read, batches } = squares();
  await Promise.all([
    read(1, {}),
    Promise.resolve().then(() => read(2, {})),
    new Promise(process.nextTick).then(() => read(3, {})),
  ]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test('fails only the reads of the key that failed', async () => {
  const { read } = squares();
  const results = await Promise.allSettled([read(2, {}), read(-1, {}), read(3, {}), read(-1, {})]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
});

test('starts another batch when one is full', async () => {
  const { read, batches } = squares({ maxWeight: 2 });
  await Promise.all([1, 2, 3].map((key) => read(key, {})));
  expect(batches).toEqual([[1, 2], [3]]);
});

test('reads keys with the same identity once', async () => {
  const batches: object[][] = [];
  const read = shareReads(
    async (keys: readonly { page: number }[]) => {
      batches.push([...keys]);
      return keys.map(({ page }) => page);
    },
    { identify: JSON.stringify },
  );
  expect(await Promise.all([read({ page: 1 }, {}), read({ page: 1 }, {}), read({ page: 2 }, {})])).toEqual([1, 1, 2]);
  expect(batches).toEqual([[{ page: 1 }, { page: 2 }]]);
});

test('reads keys in separate statements with shareEach, and each fails alone', async () => {
  const read = shareEach(async (key: number) => {
    if (key === 2) throw new Error('no 2');
    return key;
  });
  const [one, two, three] = await Promise.allSettled([read(1, {}), read(2, {}), read(3, {})]);
  expect(one).toEqual({ status: 'fulfilled', value: 1 });
  expect(two).toMatchObject({ status: 'rejected', reason: { message: 'no 2' } });
  expect(three).toEqual({ status: 'fulfilled', value: 3 });
});

/** The signals of two requests. */
function twoRequests() {
  const [one, other] = [new AbortController(), new AbortController()];
  return { one, other };
}

/** Shares reads that the test settles, and records the keys and the signal of each statement. */
function slowReads() {
  const statements: { keys: number[]; signal: Scope['signal']; end: () => void }[] = [];
  const run = (keys: readonly number[], { signal }: Scope) =>
    new Promise<number[]>((resolve) => statements.push({ keys: [...keys], signal, end: () => resolve([...keys]) }));
  return { run, statements };
}

test('leaves out the reads of a request that is aborted before the batch runs, and rejects them', async () => {
  const { read, batches } = squares();
  const { one, other } = twoRequests();
  const results = Promise.allSettled([read(1, one), read(2, other), read(2, one)]);
  one.abort();
  const [gone, there] = await results;
  expect(batches).toEqual([[2]]);
  expect(gone).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
  expect(there).toEqual({ status: 'fulfilled', value: 4 });
});

test('cancels a statement when all of its requests are aborted, and not before', async () => {
  const { run, statements } = slowReads();
  const read = shareReads(run);
  const { one, other } = twoRequests();
  const results = Promise.allSettled([read(1, one), read(2, other), read(3, one)]);
  await expect.poll(() => statements).toHaveLength(1);
  const [{ signal, end }] = statements as [(typeof statements)[0]];
  one.abort();
  expect(signal!.aborted).toBe(false);
  other.abort();
  expect(signal!.aborted).toBe(true);
  end();
  await results;
});

test('never cancels a statement of a read without a signal', async () => {
  const { run, statements } = slowReads();
  const read = shareReads(run);
  const { one } = twoRequests();
  const results = [read(1, one), read(2, {})];
  await expect.poll(() => statements).toHaveLength(1);
  one.abort();
  expect(statements[0]!.signal).toBeUndefined();
  statements[0]!.end();
  expect(await Promise.all(results)).toEqual([1, 2]);
});

test('cancels the statements of separate keys separately', async () => {
  const { run, statements } = slowReads();
  const read = shareEach(async (key: number, scope) => (await run([key], scope))[0]!);
  const { one, other } = twoRequests();
  const results = Promise.all([read(1, one), read(2, one), read(2, other)]);
  await expect.poll(() => statements).toHaveLength(2);
  one.abort();
  expect(statements.map(({ keys, signal }) => [...keys, signal!.aborted])).toEqual([
    [1, true],
    [2, false],
  ]);
  for (const { end } of statements) end();
  expect(await results).toEqual([1, 2, 2]);
});

test('runs no batch with the signal of another', async () => {
  const { run, statements } = slowReads();
  const read = shareReads(run);
  const { one, other } = twoRequests();
  const first = read(1, one);
  await expect.poll(() => statements).toHaveLength(1);
  const then = first.then(() => read(2, other));
  statements[0]!.end();
  await expect.poll(() => statements).toHaveLength(2);
  expect(statements.map(({ signal }) => signal)).toEqual([one.signal, other.signal]);
  statements[1]!.end();
  expect(await then).toBe(2);
});

test('settles a key with a statement of its own when that settles', async () => {
  let finish!: (value: string) => void;
  const late = new Promise<string>((resolve) => (finish = resolve));
  const read = shareEach((key: string) => (key === 'late' ? late : Promise.resolve(key)));
  const slow = read('late', {});
  expect(await Promise.all([read('quick', {}), read('quick', {})])).toEqual(['quick', 'quick']);
  finish('late');
  expect(await slow).toBe('late');
});

test('shares no read of a transaction with other requests, and each transaction its own', async () => {
  const transactions: unknown[] = [];
  const read = shareReads(async (keys: readonly number[], { transaction }) => {
    transactions.push([transaction, ...keys]);
    return keys;
  });
  const [one, other] = [{}, {}] as DatabaseClient[];
  await Promise.all([
    read(1, {}),
    read(1, { transaction: one }),
    read(1, { transaction: other }),
    read(2, { transaction: one }),
    read(2, {}),
  ]);
  expect(transactions).toEqual([
    [undefined, 1, 2],
    [one, 1, 2],
    [other, 1],
  ]);
});

test('measures each statement as one batch of all spans that it reads for, and as what its own statements are parts of', async () => {
  const events: unknown[] = [];
  const spanOf = (name: string): Span =>
    ({
      beginBatch: (batch: string, size: number, others: readonly Span[]) => {
        events.push(['begin', name, batch, size, others.length]);
        return spanOf(`${name}/${batch}`);
      },
      isRecording: true,
      end: (error?: Error) => void events.push(['end', name, error?.message]),
    }) as Partial<Span> as Span;
  const read = shareReads(
    async (keys: readonly number[], { span }) => {
      if (keys.includes(0)) throw new Error('no zero');
      return keys.map(() => span);
    },
    { name: 'numbers', maxWeight: 2 },
  );
  const [first, second] = [spanOf('first'), spanOf('second')];
  const reads = [
    read(1, { span: first }),
    read(1, { span: second }),
    read(2, { span: first }),
    read(0, { span: second }),
  ];
  const [one, same, two, none] = await Promise.allSettled(reads);
  expect([same, two]).toEqual([one, one]);
  expect(none!.status).toBe('rejected');
  expect(events).toEqual([
    ['begin', 'first', 'numbers', 2, 1],
    ['begin', 'second', 'numbers', 1, 0],
    ['end', 'first/numbers', undefined],
    ['end', 'second/numbers', 'no zero'],
  ]);
});
