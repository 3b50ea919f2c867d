import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stopOnSignals } from '../../../src/project/stopOnSignals.ts';

const before = {
  SIGINT: process.listeners('SIGINT'),
  SIGTERM: process.listeners('SIGTERM'),
  SIGHUP: process.listeners('SIGHUP'),
};
const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never);
const turn = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  exit.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    for (const listener of process.listeners(signal)) {
      if (!before[signal].includes(listener)) process.removeListener(signal, listener);
    }
  }
});

it('closes once: signals within two seconds, or that a busy process handles late, are one key press', async () => {
  const close = vi.fn<() => Promise<void>>(() => new Promise(() => {}));
  stopOnSignals(close);
  process.emit('SIGINT');
  vi.advanceTimersByTime(1_900);
  process.emit('SIGTERM');
  vi.advanceTimersByTime(10_000);
  // Node runs the timers that are due before it looks for signals.
  process.emit('SIGTERM');
  expect([close.mock.calls.length, exit.mock.calls]).toEqual([1, []]);
});

it('exits with 1 after a later signal', async () => {
  stopOnSignals(() => new Promise(() => {}));
  process.emit('SIGTERM');
  vi.advanceTimersByTime(2_000);
  await turn();
  process.emit('SIGTERM');
  expect(exit.mock.calls).toEqual([[1]]);
});

describe('with a drain', () => {
  const start = () => {
    const begin = vi.fn<() => void>();
    const close = vi.fn<() => Promise<void>>(() => new Promise(() => {}));
    stopOnSignals(close, { seconds: 5, begin });
    return { counts: () => [begin.mock.calls.length, close.mock.calls.length, exit.mock.calls.length] };
  };

  it.each(['SIGTERM', 'SIGHUP'] as const)('closes that many seconds after %s', (signal) => {
    const { counts } = start();
    process.emit(signal);
    vi.advanceTimersByTime(4_999);
    expect(counts()).toEqual([1, 0, 0]);
    vi.advanceTimersByTime(1);
    expect(counts()).toEqual([1, 1, 0]);
  });

  it('ends the drain at SIGINT', () => {
    const { counts } = start();
    process.emit('SIGTERM');
    process.emit('SIGINT');
    expect(counts()).toEqual([1, 1, 0]);
    vi.advanceTimersByTime(10_000);
    expect(counts()).toEqual([1, 1, 0]);
  });

  it('ignores a forwarded signal, ends the drain at a later one, and exits at one more', async () => {
    const { counts } = start();
    process.emit('SIGTERM');
    process.emit('SIGTERM');
    expect(counts()).toEqual([1, 0, 0]);
    vi.advanceTimersByTime(2_000);
    await turn();
    process.emit('SIGTERM');
    process.emit('SIGTERM');
    expect(counts()).toEqual([1, 1, 0]);
    vi.advanceTimersByTime(2_000);
    await turn();
    process.emit('SIGTERM');
    expect(counts()).toEqual([1, 1, 1]);
  });
});
