import { describe, expect, test, vi } from 'vitest';
import { RequestSignal, toAbortSignal } from '../../../src/gateway/http/signals.ts';

describe('RequestSignal', () => {
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
    const removed = vi.fn<() => void>();
    signal.addEventListener('abort', () => called.push(`first ${signal.aborted}`));
    signal.addEventListener('abort', removed);
    signal.addEventListener('abort', () => called.push('last'));
    signal.removeEventListener('abort', removed);
    const removedLate = vi.fn<() => void>();
    signal.addEventListener('abort', () => signal.removeEventListener('abort', removedLate));
    signal.addEventListener('abort', removedLate);
    signal.abort();
    signal.addEventListener('abort', removed);
    signal.abort();
    expect(called).toEqual(['first true', 'last']);
    expect(removed).not.toHaveBeenCalled();
    expect(removedLate).not.toHaveBeenCalled();
  });
});

test('a signal without listeners has none to remove', () => {
  expect(() => new RequestSignal().removeEventListener('abort', vi.fn<() => void>())).not.toThrow();
});

describe('AbortSignalLike', () => {
  test('an AbortSignal stays as it is', () => {
    const { signal } = new AbortController();
    expect(toAbortSignal(signal)).toBe(signal);
  });

  test('an AbortSignal follows the signal of a request', () => {
    const signal = new RequestSignal();
    const following = toAbortSignal(signal);
    expect(following).toBeInstanceOf(AbortSignal);
    expect(following.aborted).toBe(false);
    const reason = new Error('late');
    signal.abort(reason);
    expect(following).toMatchObject({ aborted: true, reason });
    expect(toAbortSignal(signal)).toMatchObject({ aborted: true, reason });
  });
});
