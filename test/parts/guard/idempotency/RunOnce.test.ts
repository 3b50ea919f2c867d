import { expect, test, vi } from 'vitest';
import { ServiceError } from '../../../../src/gateway/base/errors/ServiceError.ts';
import type { IdempotencyStore } from '../../../../src/gateway/guard/idempotency/IdempotencyStore.ts';
import { type Execution, createRunOnce } from '../../../../src/gateway/guard/idempotency/RunOnce.ts';
import { createMemoryIdempotencyStore } from '../../../../src/gateway/guard/idempotency/createMemoryIdempotencyStore.ts';
import type { Reply } from '../../../../src/gateway/http/Reply.ts';
import { keyedRequest } from './support/testStore.ts';

const reply: Reply = { status: 201, headers: { location: '/1' }, body: '{}' };
const executionOf = (execution: Partial<Execution> = {}): Execution => ({
  run: () => Promise.resolve(reply),
  renderError: ({ status }) => ({ status, headers: {}, body: null }),
  effect: () => 'CERTAIN',
  report: () => {},
  ...execution,
});

test('a request whose client disconnects before the mutation begins releases its key', async () => {
  const runOnce = createRunOnce(createMemoryIdempotencyStore());
  const request = keyedRequest();
  const reason = new DOMException('This operation was aborted', 'AbortError');
  const disconnected = executionOf({ run: () => Promise.reject(reason), effect: () => 'NONE' });
  await expect(runOnce(request, disconnected)).rejects.toBe(reason);
  expect(await runOnce(request, executionOf())).toBe(reply);
});

test('so does any error before the mutation begins', async () => {
  const runOnce = createRunOnce(createMemoryIdempotencyStore());
  const request = keyedRequest();
  const error = new ServiceError('TIMEOUT', 'late');
  const late = executionOf({ run: () => Promise.reject(error), effect: () => 'NONE' });
  await expect(runOnce(request, late)).rejects.toBe(error);
  expect(await runOnce(request, executionOf())).toBe(reply);
});

test('an unexpected error of a mutation that has begun does not', async () => {
  const runOnce = createRunOnce(createMemoryIdempotencyStore());
  const request = keyedRequest();
  const failing = executionOf({ run: () => Promise.reject(new TypeError('x')), effect: () => 'POSSIBLE' });
  await expect(runOnce(request, failing)).rejects.toThrow(TypeError);
  await expect(runOnce(request, executionOf())).rejects.toMatchObject({ status: 409, code: 'OUTCOME_UNKNOWN' });
});

test('a store that hangs is given up at the deadline, and what it creates later is released', async () => {
  const memory = createMemoryIdempotencyStore();
  let proceed!: () => void;
  const stuck = new Promise<void>((resolve) => (proceed = resolve));
  const released = vi.fn<() => void>();
  const store: IdempotencyStore = {
    begin: (request) => stuck.then(() => memory.begin(request)),
    finish: (request, response) => memory.finish(request, response).then(released),
  };
  const run = vi.fn<Execution['run']>(() => Promise.resolve(reply));
  const request = keyedRequest({ deadline: Date.now() });
  await expect(createRunOnce(store)(request, executionOf({ run }))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    headers: { 'retry-after': '1' },
  });
  expect(run).not.toHaveBeenCalled();
  proceed();
  await expect.poll(() => released).toHaveBeenCalled();
  expect(await createRunOnce(memory)({ ...request, deadline: Date.now() + 30_000 }, executionOf())).toBe(reply);
});

test('a store that hangs after the execution does not keep the response', async () => {
  vi.useFakeTimers();
  try {
    const store = { ...createMemoryIdempotencyStore(), finish: () => new Promise<never>(() => {}) };
    const failures: Error[] = [];
    const execution = executionOf({ report: (failure) => failures.push(failure) });
    const response = createRunOnce(store)(keyedRequest(), execution);
    await vi.runAllTimersAsync();
    expect(await response).toBe(reply);
    expect(failures.map(({ cause }) => cause)).toMatchObject([{ message: 'There was no response within 2000 ms.' }]);
  } finally {
    vi.useRealTimers();
  }
});

test('a key that could not be released is reported', async () => {
  const store = { ...createMemoryIdempotencyStore(), finish: () => Promise.reject(new Error('closed')) };
  const failures: Error[] = [];
  const execution = executionOf({
    run: () => Promise.reject(new ServiceError('FORBIDDEN', 'no')),
    effect: () => 'NONE',
    report: (failure) => failures.push(failure),
  });
  await expect(createRunOnce(store)(keyedRequest(), execution)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(failures.map(({ message }) => message)).toEqual([
    'The unused key was not released: retries with this Idempotency-Key are OUTCOME_UNKNOWN until its record expires.',
  ]);
});

test('headers that a response gets later, such as those of a limit, are not stored', async () => {
  const runOnce = createRunOnce(createMemoryIdempotencyStore());
  const request = keyedRequest();
  const run = () => Promise.resolve({ ...reply, headers: { ...reply.headers } });
  const first = await runOnce(request, executionOf({ run }));
  first.headers['ratelimit'] = '"default";r=1;t=1';
  expect(await runOnce(request, executionOf())).toEqual({
    ...reply,
    headers: { ...reply.headers, 'idempotency-replayed': 'true' },
  });
});
