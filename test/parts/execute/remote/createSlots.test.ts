import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSlots } from '../../../../src/gateway/execute/remote/createBatching.ts';

const OVERLOADED = {
  code: 'UNAVAILABLE',
  status: 503,
  message: 'The service is overloaded; try again shortly.',
  headers: { 'retry-after': '1' },
};

/** Slots, and the names of what runs in the order in which it started. */
function setUp(size: number, maxWaiting: number) {
  const runInSlot = createSlots(size, maxWaiting);
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const run = (name: string, { signal = new AbortController().signal, caller = 'ada' } = {}) => {
    const settled = runInSlot({ caller, signal }, () => {
      started.push(name);
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (error) => (error ? reject(error) : resolve(name))),
      );
    });
    settled.catch(() => {});
    return settled;
  };
  return { run, started, end: (name: string, error?: Error) => ends.get(name)!(error) };
}

test('runs as many at once as there are slots, and the rest of a caller in order', async () => {
  const { run, started, end } = setUp(2, 10);
  const first = run('a');
  for (const name of ['b', 'c', 'd']) run(name);
  expect(started).toEqual(['a', 'b']);
  end('a');
  await expect(first).resolves.toBe('a');
  expect(started).toEqual(['a', 'b', 'c']);
});

test('passes on the slot of what fails', async () => {
  const { run, started, end } = setUp(1, 10);
  const first = run('a');
  run('b');
  end('a', new Error('no'));
  await expect(first).rejects.toThrow('no');
  expect(started).toEqual(['a', 'b']);
});

test('refuses what would wait behind too many', async () => {
  const { run, started } = setUp(1, 1);
  run('a');
  run('b');
  await expect(run('c')).rejects.toMatchObject(OVERLOADED);
  expect(started).toEqual(['a']);
});

test('does not run what was aborted before it had a slot', async () => {
  const { run, started, end } = setUp(1, 1);
  const client = new AbortController();
  const first = run('a');
  const second = run('b', client);
  client.abort();
  // Not the reason: that of a mutation at its deadline says that the outcome is unknown.
  await expect(second).rejects.toMatchObject(OVERLOADED);
  await expect(run('c', client)).rejects.toMatchObject(OVERLOADED);
  const last = run('d');
  end('a');
  await first;
  await setImmediate();
  expect(started).toEqual(['a', 'd']);
  end('d');
  await expect(last).resolves.toBe('d');
});

test('callers take turns, and one leaves half of the queue to the others', async () => {
  const { run, started, end } = setUp(1, 4);
  run('a1');
  run('a2');
  run('a3');
  await expect(run('a4')).rejects.toMatchObject(OVERLOADED);
  const client = new AbortController();
  const abandoned = run('b1', { caller: 'bob', signal: client.signal });
  client.abort();
  await expect(abandoned).rejects.toMatchObject(OVERLOADED);
  run('b2', { caller: 'bob' });
  await expect(run('b3', { caller: 'bob' })).rejects.toMatchObject(OVERLOADED);
  for (const name of ['a1', 'a2', 'b2']) {
    end(name);
    await setImmediate();
  }
  expect(started).toEqual(['a1', 'a2', 'b2', 'a3']);
  run('a5');
  end('a3');
  await setImmediate();
  end('a5');
  await setImmediate();
  await expect(Promise.race([run('a6'), setImmediate('running')])).resolves.toBe('running');
  expect(started).toEqual(['a1', 'a2', 'b2', 'a3', 'a5', 'a6']);
});
