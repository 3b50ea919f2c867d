// How long a refusal waits, and what is left of it. What clients see is in overload.test.ts.
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HeldRefusals, type RefusedRequest } from '../../../../src/gateway/guard/limits/HeldRefusals.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const requestOf = (given: Partial<RefusedRequest> = {}): RefusedRequest => ({
  arrivedAt: Date.now(),
  deadline: Date.now() + 30_000,
  signal: new AbortController().signal,
  ...given,
});

/** The milliseconds that a refusal waits for. */
async function waitOf(given: Partial<RefusedRequest>, refusals = new HeldRefusals()): Promise<number> {
  const startedAt = Date.now();
  const held = refusals.hold(requestOf(given)).then(() => Date.now() - startedAt);
  vi.advanceTimersToNextTimer();
  return held;
}

test.each([
  ['a request that has just arrived', {}, 2_500],
  ['one that has waited for its turn', { arrivedAt: -2_000 }, 500],
  ['one that has waited for longer', { arrivedAt: -5_000 }, 0],
  ['one whose time is nearly over', { deadline: 100 }, 100],
  ['one whose time is over', { deadline: 0 }, 0],
])('%s', async (_, { arrivedAt = 0, deadline = 30_000 }: { arrivedAt?: number; deadline?: number }, waits) => {
  const now = Date.now();
  expect(await waitOf({ arrivedAt: now + arrivedAt, deadline: now + deadline })).toBe(waits);
});

test('one whose client has disconnected does not wait', async () => {
  expect(await waitOf({ signal: AbortSignal.abort() })).toBe(0);
});

test('leaves no timer and no listener behind, however it ends', async () => {
  const refusals = new HeldRefusals();
  const controllers = Array.from({ length: 3 }, () => new AbortController());
  const signals = controllers.map(({ signal }) => signal);
  const [late, left, drained] = signals.map((signal, index) =>
    refusals.hold(requestOf({ signal, deadline: Date.now() + 1_000 * (index + 1) })),
  );
  expect([vi.getTimerCount(), ...signals.map((signal) => getEventListeners(signal, 'abort').length)]).toEqual([
    3, 1, 1, 1,
  ]);
  vi.advanceTimersByTime(1_000);
  await late;
  controllers[1]!.abort();
  await left;
  refusals.drain();
  await drained;
  expect([vi.getTimerCount(), ...signals.map((signal) => getEventListeners(signal, 'abort').length)]).toEqual([
    0, 0, 0, 0,
  ]);
});

test('waits for nobody after a drain', async () => {
  const refusals = new HeldRefusals();
  refusals.drain();
  expect(await waitOf({}, refusals)).toBe(0);
});

test('at most 4,000 wait', async () => {
  // Looking for the next of so many fake timers takes seconds.
  vi.useRealTimers();
  const refusals = new HeldRefusals();
  const controller = new AbortController();
  const first = refusals.hold(requestOf({ signal: controller.signal }));
  const others = Array.from({ length: 3_999 }, () => refusals.hold(requestOf()));
  const further = new AbortController();
  const listeners = () => getEventListeners(further.signal, 'abort').length;
  await refusals.hold(requestOf({ signal: further.signal }));
  expect(listeners()).toBe(0);
  controller.abort();
  await first;
  const next = refusals.hold(requestOf({ signal: further.signal }));
  expect(listeners()).toBe(1);
  refusals.drain();
  await Promise.all([next, ...others]);
});
