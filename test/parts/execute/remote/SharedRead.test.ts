import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { SharedRead, createReadSharing } from '../../../../src/gateway/execute/remote/SharedRead.ts';
import { createBatching, createSlots } from '../../../../src/gateway/execute/remote/createBatching.ts';

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

test.each(['ends', 'fails'])(
  'a read that %s holds neither its caller nor the result, nor what is called at its end',
  async (end) => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const { signal } = new AbortController();
    const start = async () => {
      const outcome = Object.assign(new Error('The read failed.'), { data: {} });
      const onClosed = () => {};
      const read = new SharedRead(onClosed);
      const joined = read.join(signal).catch((error: unknown) => error);
      await read.send(() => (end === 'ends' ? Promise.resolve(outcome) : Promise.reject(outcome)));
      return { read, held: [outcome, onClosed, joined].map((each) => new WeakRef<object>(each)) };
    };
    const { read, held } = await start();
    await setImmediate();
    collectGarbage();
    expect(held.map((each) => each.deref())).toEqual([undefined, undefined, undefined]);
    expect(read).toBeInstanceOf(SharedRead);
  },
);
