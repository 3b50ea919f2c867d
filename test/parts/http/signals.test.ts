import { expect, test, vi } from 'vitest';
import { RequestSignal } from '../../../src/gateway/server.ts';

test('is aborted with an AbortError, once', () => {
  const signal = new RequestSignal();
  expect(signal.aborted).toBe(false);
  expect(() => signal.throwIfAborted()).not.toThrow();
  signal.abort();
  const { reason } = signal;
  signal.abort();
  expect(signal).toMatchObject({ aborted: true, reason });
  expect(reason).toMatchObject({ name: 'AbortError', message: 'This operation was aborted' });
  expect(() => signal.throwIfAborted()).toThrow(reason as Error);
});

test('calls its listeners once, in their order, but not those that were removed or come too late', () => {
  const signal = new RequestSignal();
  const called: string[] = [];
  const [removed, removedLate] = [vi.fn<() => void>(), vi.fn<() => void>()];
  signal.removeEventListener('abort', removed);
  signal.addEventListener('abort', () => called.push(`first ${signal.aborted}`));
  signal.addEventListener('abort', removed);
  signal.addEventListener('abort', () => called.push('last'));
  signal.removeEventListener('abort', removed);
  signal.addEventListener('abort', () => signal.removeEventListener('abort', removedLate));
  signal.addEventListener('abort', removedLate);
  signal.abort();
  signal.addEventListener('abort', removed);
  signal.abort();
  expect(called).toEqual(['first true', 'last']);
  expect(removed).not.toHaveBeenCalled();
  expect(removedLate).not.toHaveBeenCalled();
});
