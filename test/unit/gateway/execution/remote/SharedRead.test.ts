import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createReadSharing } from '../../../../../src/gateway/execution/remote/SharedRead.ts';
import { createBatching, createSlots } from '../../../../../src/gateway/execution/remote/createBatching.ts';

/** Reads over a number of slots, and those that were sent, in order. */
function setUp(slots = 1) {
  const sharing = createReadSharing(createBatching(createSlots(slots, 5), { maxBatchSize: 1 }));
  const sent: { key: string; end(): void }[] = [];
  const read = (key: string, caller = 'ada', signal = new AbortController().signal) => {
    const result = sharing.read(key, { caller, signal, headers: {} }, () => {
      return new Promise((resolve) => sent.push({ key, end: () => resolve({ data: { of: key } }) }));
    });
    result.catch(() => {});
    return result;
  };
  return { read, sent, keys: () => sent.map(({ key }) => key) };
}

test('a read that waits for a slot is not joined, but joins what is in flight when it has one, and gives it back', async () => {
  const { read, sent, keys } = setUp(2);
  for (const key of ['a', 'b']) read(key);
  const [one, other, next] = [read('c'), read('c', 'bob'), read('d')];
  expect(keys()).toEqual(['a', 'b']);
  sent[0]!.end();
  await setImmediate();
  expect(keys()).toEqual(['a', 'b', 'c']);
  sent[1]!.end();
  await setImmediate();
  expect(keys()).toEqual(['a', 'b', 'c', 'd']);
  sent[2]!.end();
  expect(await Promise.all([one, other])).toEqual([{ data: { of: 'c' } }, { data: { of: 'c' } }]);
  sent[3]!.end();
  expect(await next).toEqual({ data: { of: 'd' } });
});

test('a read keeps its slot when the caller who began it leaves', async () => {
  const { read, sent, keys } = setUp();
  const client = new AbortController();
  const left = read('a', 'ada', client.signal);
  const joined = read('a');
  client.abort();
  await expect(left).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const next = read('b');
  expect(keys()).toEqual(['a']);
  sent[0]!.end();
  expect(await joined).toEqual({ data: { of: 'a' } });
  await setImmediate();
  sent[1]!.end();
  expect(await next).toEqual({ data: { of: 'b' } });
});

test('refuses what would wait behind too many', async () => {
  const { read } = setUp();
  for (const key of ['a', 'b', 'c', 'd']) read(key);
  await expect(read('e')).rejects.toMatchObject({ code: 'UNAVAILABLE', message: /overloaded/ });
});
