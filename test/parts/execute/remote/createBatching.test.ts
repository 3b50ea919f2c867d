// Which reads are sent together, and what becomes of those whose callers leave.
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Read, answerAll, batchUpstream } from './batchUpstream.ts';

const { requests, answerWith, hold, next, setUp } = await batchUpstream();

describe('reads are sent together', () => {
  const trace = (id: string, flags: string) => ({ traceparent: `00-${id.repeat(32)}-${id.repeat(16)}-${flags}` });

  test.each<[string, Read, Read]>([
    ['with different request ids', { headers: { 'x-request-id': 'a' } }, { headers: { 'x-request-id': 'b' } }],
    ['in traces that are not sampled', { headers: trace('a', '00') }, { headers: trace('b', '00') }],
    ['in the same trace', { headers: trace('a', '01') }, { headers: trace('a', '01') }],
  ])('%s', async (_, one, other) => {
    const { read } = setUp();
    expect(await Promise.all([read('a', one), read('b', other)])).toEqual(['a', 'b']);
    expect(requests).toEqual([['a', 'b']]);
  });

  test.each<[string, Read, Read]>([
    ['of another caller', {}, { caller: 'bob' }],
    ['with another header', { headers: { authorization: 'a' } }, { headers: { authorization: 'b' } }],
    ['in another trace', { headers: trace('a', '01') }, { headers: trace('b', '01') }],
    ['in no trace', { headers: trace('a', '00') }, {}],
    ['in a trace that is not valid', { headers: trace('x', '00') }, { headers: trace('y', '00') }],
  ])('but not %s', async (_, one, other) => {
    const { read } = setUp();
    expect(await Promise.all([read('a', one), read('b', other)])).toEqual(['a', 'b']);
    expect(requests).toHaveLength(2);
  });

  test('but not in the next turn', async () => {
    const { read } = setUp();
    const first = read('a');
    await setImmediate();
    expect(await Promise.all([first, read('b')])).toEqual(['a', 'b']);
    expect(requests).toHaveLength(2);
  });

  test('that wait for a slot together, each in its own place of the queue', async () => {
    const { read, readAll } = setUp({ slots: 1, waiting: 8, maxBatchSize: 3 });
    const answer = hold();
    const arrived = next();
    const first = read('1');
    await arrived;
    const flood = readAll('abcd');
    // Half of the queue is for other callers.
    await expect(read('e')).rejects.toMatchObject({ code: 'UNAVAILABLE', message: /overloaded/ });
    const other = read('x', { caller: 'bob' });
    answer();
    expect(await Promise.all([first, flood, other])).toEqual(['1', ['a', 'b', 'c', 'd'], 'x']);
    expect(requests).toEqual([['1'], ['a', 'b', 'c'], ['x'], ['d']]);
  });

  test('in one slot', async () => {
    const { readAll } = setUp({ slots: 1, waiting: 0 });
    expect(await readAll('abc')).toEqual(['a', 'b', 'c']);
    expect(await readAll('def')).toEqual(['d', 'e', 'f']);
    expect(requests).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ]);
  });
});

describe('a caller who leaves', () => {
  const UNAVAILABLE = { code: 'UNAVAILABLE' };

  test('in the same turn is not in the batch', async () => {
    const { read } = setUp();
    const client = new AbortController();
    const others = [read('b')];
    const left = read('a', client);
    client.abort();
    others.push(read('c'));
    await expect(left).rejects.toMatchObject(UNAVAILABLE);
    expect(await Promise.all(others)).toEqual(['b', 'c']);
    expect(requests).toEqual([['b', 'c']]);
  });

  test('at first is not waited for by the next ones', async () => {
    const { read, readAll } = setUp({ slots: 1, waiting: 4 });
    const client = new AbortController();
    const left = read('a', client);
    client.abort();
    expect(await readAll('bc')).toEqual(['b', 'c']);
    await expect(left).rejects.toMatchObject(UNAVAILABLE);
    expect(requests).toEqual([['b', 'c']]);
  });

  test('while it waits for a slot is not sent', async () => {
    const { read } = setUp({ slots: 1, waiting: 8 });
    const answer = hold();
    const arrived = next();
    const first = read('1');
    await arrived;
    const client = new AbortController();
    const left = read('a', client);
    const other = read('b');
    client.abort();
    await expect(left).rejects.toMatchObject(UNAVAILABLE);
    answer();
    expect(await Promise.all([first, other])).toEqual(['1', 'b']);
    expect(requests).toEqual([['1'], ['b']]);
  });

  test('does not end the request of the others; the last one does, and gives its slot back', async () => {
    const { read, readAll } = setUp({ slots: 1, waiting: 0 });
    hold();
    const arrived = next();
    const clients = [new AbortController(), new AbortController()];
    const reads = clients.map((client, index) => read(String(index), client));
    const { abandoned } = await arrived;
    clients[0]!.abort();
    await expect(reads[0]).rejects.toMatchObject(UNAVAILABLE);
    expect(await Promise.race([abandoned.then(() => 'ended'), setImmediate('open')])).toBe('open');
    clients[1]!.abort();
    await expect(reads[1]).rejects.toMatchObject(UNAVAILABLE);
    await abandoned;
    answerWith(answerAll);
    expect(await readAll('ab')).toEqual(['a', 'b']);
  });
});
