import { expect, test } from 'vitest';
import { readEach, shareReads } from '../../../src/domain/shareReads.ts';

/** Shares reads of numbers, each of which is answered by its square, and keeps the keys of each batch. */
function squares(options?: { maxBatchSize: number }) {
  const batches: number[][] = [];
  const read = shareReads(async (keys: readonly number[]) => {
    batches.push([...keys]);
    return keys.map((key) => (key < 0 ? new Error(`no ${key}`) : key * key));
  }, options);
  return { read, batches };
}

test('answers reads that arrive together by one batch, each key once', async () => {
  const { read, batches } = squares();
  expect(await Promise.all([3, 4, 3, 5].map((key) => read(key)))).toEqual([9, 16, 9, 25]);
  expect(batches).toEqual([[3, 4, 5]]);
});

test('answers reads together that arrive in different turns of the microtask queue', async () => {
  const { read, batches } = squares();
  await Promise.all([
    read(1),
    Promise.resolve().then(() => read(2)),
    new Promise(process.nextTick).then(() => read(3)),
  ]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test('reads again what it has read before', async () => {
  const { read, batches } = squares();
  await read(3);
  await read(3);
  expect(batches).toEqual([[3], [3]]);
});

test('fails only the reads of the key that failed', async () => {
  const { read } = squares();
  const results = await Promise.allSettled([read(2), read(-1), read(3), read(-1)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
});

test('begins another batch when one is full', async () => {
  const { read, batches } = squares({ maxBatchSize: 2 });
  await Promise.all([1, 2, 3].map((key) => read(key)));
  expect(batches).toEqual([[1, 2], [3]]);
});

test('takes keys for equal that are identified alike', async () => {
  const batches: object[][] = [];
  const read = shareReads(
    async (keys: readonly { page: number }[]) => {
      batches.push([...keys]);
      return keys.map(({ page }) => page);
    },
    { identify: JSON.stringify },
  );
  expect(await Promise.all([read({ page: 1 }), read({ page: 1 }), read({ page: 2 })])).toEqual([1, 1, 2]);
  expect(batches).toEqual([[{ page: 1 }, { page: 2 }]]);
});

test('gives the value null back as null', async () => {
  const read = shareReads(async (keys: readonly number[]) => keys.map(() => null));
  expect(await read(1)).toBeNull();
});

test('reads keys one by one where each needs a statement of its own, and fails each for itself', async () => {
  const read = shareReads(
    readEach(async (key: number) => {
      if (key === 2) throw new Error('no 2');
      return key;
    }),
  );
  const [one, two, three] = await Promise.allSettled([read(1), read(2), read(3)]);
  expect(one).toEqual({ status: 'fulfilled', value: 1 });
  expect(two).toMatchObject({ status: 'rejected', reason: { message: 'no 2' } });
  expect(three).toEqual({ status: 'fulfilled', value: 3 });
});
