import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Execution, ServiceError, withDeadline } from '../../../src/gateway/server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const stuck = () => new Promise<never>(() => {});

/** Runs something for a client that can disconnect, with a deadline after ten seconds. */
function start<Value>(run: (execution: Execution) => Promise<Value>) {
  const client = new AbortController();
  let execution!: Execution;
  const outcome = withDeadline(client.signal, Date.now() + 10_000, (given) => run((execution = given))).then(
    (value) => value,
    (error: unknown) => error,
  );
  return { client, outcome, execution: () => execution };
}

const timeout = { code: 'TIMEOUT', status: 504 };
const inDoubt = { code: 'OUTCOME_UNKNOWN', status: 500, headers: {} };

test('a query that does not end is TIMEOUT at the deadline, and its signal aborted', async () => {
  const { outcome, execution } = start(stuck);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(execution().signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toMatchObject(timeout);
  expect(execution().signal.reason).toMatchObject(timeout);
});

test('nothing runs when the deadline has passed, or the client has disconnected, before', async () => {
  const run = vi.fn<typeof stuck>(stuck);
  await expect(withDeadline(new AbortController().signal, Date.now(), run)).rejects.toMatchObject(timeout);
  await expect(withDeadline(AbortSignal.abort(), Date.now() + 10_000, run)).rejects.toThrow('aborted');
  expect(run).not.toHaveBeenCalled();
});

test('a mutation that does not end is OUTCOME_UNKNOWN, some time after the deadline', async () => {
  const { outcome, execution } = start((given) => (given.beginMutation(), stuck()));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(execution().signal.reason).toMatchObject(inDoubt);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await outcome).toMatchObject(inDoubt);
});

test('a mutation has the outcome that arrives shortly after the deadline', async () => {
  const done = start(async (given) => {
    given.beginMutation();
    await new Promise((resolve) => setTimeout(resolve, 11_000));
    return 'done';
  });
  const cancelled = start(async ({ beginMutation, signal }) => {
    beginMutation();
    await new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
    throw new ServiceError('TIMEOUT', 'Cancelled.');
  });
  await vi.advanceTimersByTimeAsync(11_000);
  expect(await done.outcome).toBe('done');
  expect(await cancelled.outcome).toMatchObject(timeout);
});

test('a mutation that has not begun at the deadline is TIMEOUT, and does not begin', async () => {
  const { outcome, execution } = start(stuck);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toMatchObject(timeout);
  expect(() => execution().beginMutation()).toThrow('timed out');
});

test('a client that disconnects ends a query', async () => {
  const { client, outcome, execution } = start(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new ServiceError('UNAVAILABLE', 'gone')));
      }),
  );
  client.abort();
  expect(execution().signal.aborted).toBe(true);
  expect(await outcome).toBe(client.signal.reason);
});

test('a client that disconnects prevents a mutation from beginning, but does not end one that has begun', async () => {
  const waiting = start(stuck);
  waiting.client.abort();
  expect(() => waiting.execution().beginMutation()).toThrow('aborted');

  const begun = start(async ({ beginMutation, signal }) => {
    beginMutation();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return signal.aborted;
  });
  begun.client.abort();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await begun.outcome).toBe(false);
});

test('leaves no timer and no listener behind', async () => {
  for (const run of [async () => 'done', () => Promise.reject(new Error('failed'))]) {
    const { client, outcome } = start(run);
    expect(getEventListeners(client.signal, 'abort')).toHaveLength(1);
    await outcome;
    expect(getEventListeners(client.signal, 'abort')).toHaveLength(0);
  }
  const client = new AbortController();
  const thrown = withDeadline(client.signal, Date.now() + 1_000, () => {
    throw new Error('thrown');
  });
  await expect(thrown).rejects.toThrow('thrown');
  expect(getEventListeners(client.signal, 'abort')).toHaveLength(0);
  expect(vi.getTimerCount()).toBe(0);
});
