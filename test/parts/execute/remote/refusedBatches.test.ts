// A response that is none to a batch: its reads are sent alone, and batches are paused only if that is of use.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { timeoutError } from '../../../../src/gateway/base/errors/knownErrors.ts';
import { answerAll, batchUpstream, isList, resultOf } from './batchUpstream.ts';
import { type Received, stubUpstream } from '../../../support/stubUpstream.ts';

const { requests, answerWith, next, setUp } = await batchUpstream();
afterEach(() => vi.useRealTimers());

const refuseLists = (received: Received) => (isList(received) ? { status: 400, body: {} } : answerAll(received));

/** Sends a batch that is not answered, and aborts its reads. From then on, everything is. */
async function abortBatch(read: ReturnType<typeof setUp>['read'], reason?: Error): Promise<void> {
  const client = new AbortController();
  answerWith(() => undefined);
  const arrived = next();
  const reads = [read('a', client), read('b', client)];
  await arrived;
  client.abort(reason);
  for (const each of reads) await expect(each).rejects.toThrow();
  answerWith(answerAll);
}

describe('reads are sent alone', () => {
  test.each<[string, (received: Received) => { status?: number; body: unknown }]>([
    ['is an error', () => ({ status: 400, body: { errors: [{ message: 'Operation batching disabled.' }] } })],
    ['is the result of one', () => ({ body: resultOf('a') })],
    ['has fewer results', () => ({ body: [resultOf('a'), resultOf('b')] })],
    ['has more results', () => ({ body: ['a', 'b', 'c', 'd'].map(resultOf) })],
    ['is no JSON', () => ({ status: 502, body: '<html>' })],
    ['is too large', () => ({ body: Array(3).fill(resultOf('a'.repeat(400))) })],
  ])('where the response to a batch %s', async (_, refuse) => {
    const { readAll, warnings } = setUp();
    answerWith((received) => (isList(received) ? refuse(received) : answerAll(received)));
    expect(await readAll('abc')).toEqual(['a', 'b', 'c']);
    expect(await readAll('abc')).toEqual(['a', 'b', 'c']);
    expect(requests[0]).toEqual(['a', 'b', 'c']);
    expect(requests.slice(1).flat().toSorted()).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
    expect(requests).toHaveLength(7);
    expect(warnings).toHaveLength(1);
  });

  test('where the connection breaks before the response to a batch', async () => {
    const { readAll, warnings } = setUp();
    answerWith((received, response) => {
      if (!isList(received)) return answerAll(received);
      response.writeHead(200, { 'content-length': '1000' }).write('[');
      response.destroy();
      return undefined;
    });
    expect(await readAll('ab')).toEqual(['a', 'b']);
    expect(warnings).toHaveLength(1);
  });

  test('where they have no result in a list that has as many', async () => {
    const { readAll, warnings } = setUp();
    answerWith((received) => (isList(received) ? { body: [resultOf('a'), null, {}] } : answerAll(received)));
    expect(await readAll('abc')).toEqual(['a', 'b', 'c']);
    expect(requests.slice(1).toSorted()).toEqual([['b'], ['c']]);
    expect(warnings).toEqual([]);
  });

  test('for a minute; then a batch is tried again, and there is no other warning', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { readAll, warnings } = setUp();
    answerWith(refuseLists);
    for (const sent of [3, 2]) {
      requests.length = 0;
      await readAll('ab');
      expect(requests).toHaveLength(sent);
    }
    vi.advanceTimersByTime(60_000);
    requests.length = 0;
    await readAll('ab');
    expect(requests).toHaveLength(3);
    expect(warnings).toEqual([expect.stringMatching(/UPSTREAM_BATCH_SIZE.*status 400 and is no list of 2 results/)]);
  });

  test('after those that wait for a slot already', async () => {
    const { readAll } = setUp({ slots: 1, maxBatchSize: 2 });
    answerWith(refuseLists);
    expect(await readAll('abcde')).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(requests).toEqual([['a', 'b'], ['c', 'd'], ['e'], ['a'], ['b'], ['c'], ['d']]);
  });
});

test('reads are sent alone after a batch has had no response until its deadline', async () => {
  const { read, readAll, warnings } = setUp();
  await abortBatch(read, timeoutError());
  expect(await readAll('ab')).toEqual(['a', 'b']);
  expect(requests.toSorted()).toEqual([['a'], ['b']]);
  expect(warnings).toEqual([expect.stringContaining('timed out')]);
});

describe('batches go on', () => {
  test.each([401, 403, 429, 503])('where each read alone is %i as well', async (status) => {
    const { readAll, warnings } = setUp();
    answerWith(() => ({ status, body: '' }));
    await expect(readAll('ab')).rejects.toThrow();
    answerWith(answerAll);
    requests.length = 0;
    expect(await readAll('ab')).toEqual(['a', 'b']);
    expect(requests).toContainEqual(['a', 'b']);
    expect(warnings).toEqual([]);
  });

  test('where each read alone has errors as well', async () => {
    const { readAll, warnings } = setUp();
    answerWith(() => ({ status: 401, body: { errors: [{ message: 'no' }] } }));
    await readAll('ab');
    answerWith(answerAll);
    requests.length = 0;
    expect(await readAll('ab')).toEqual(['a', 'b']);
    expect(requests).toEqual([['a', 'b']]);
    expect(warnings).toEqual([]);
  });

  test('where the clients of one disconnect', async () => {
    const { read, readAll, warnings } = setUp();
    await abortBatch(read);
    expect(await readAll('ab')).toEqual(['a', 'b']);
    expect(requests).toEqual([['a', 'b']]);
    expect(warnings).toEqual([]);
  });

  test('where there was no connection', async () => {
    const { read, warnings } = setUp();
    const closed = await stubUpstream();
    await closed.close();
    const reads = [read('a', closed), read('b', closed)];
    for (const each of reads) await expect(each).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(warnings).toEqual([]);
  });
});
