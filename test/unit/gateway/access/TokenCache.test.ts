import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TokenCache } from '../../../../src/gateway/access/TokenCache.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const callerOf = (authorization: string) => ({ subject: '', scopes: new Set<string>(), claims: {}, authorization });

it.each([
  ['a minute', 3_600_000, 60_000],
  ['its expiry, if that comes first', 10_000, 10_000],
])('forgets a caller after %s', (_, expiresIn, forgottenAfter) => {
  const cache = new TokenCache();
  cache.set(callerOf('a'), Date.now() + expiresIn);
  vi.advanceTimersByTime(forgottenAfter - 1);
  expect(cache.getCached('a')).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(cache.getCached('a')).toBeUndefined();
});

it('holds the last thousand', () => {
  const cache = new TokenCache();
  for (let n = 0; n <= 1000; n++) cache.set(callerOf(`${n}`), Date.now() + 60_000);
  expect(cache.getCached('0')).toBeUndefined();
  expect(cache.getCached('1')).toBeDefined();
  expect(cache.getCached('1000')).toBeDefined();
});

it('makes room by dropping an expired entry that was asked for', () => {
  const cache = new TokenCache();
  cache.set(callerOf('first'), Date.now() + 60_000);
  cache.set(callerOf('short'), Date.now() + 1);
  for (let n = 2; n < 1000; n++) cache.set(callerOf(`${n}`), Date.now() + 60_000);
  vi.advanceTimersByTime(1);
  expect(cache.getCached('short')).toBeUndefined();
  cache.set(callerOf('last'), Date.now() + 60_000);
  expect(cache.getCached('first')).toBeDefined();
});

it('has nothing without a header', () => expect(new TokenCache().getCached(undefined)).toBeUndefined());

it('holds none whose header is long, so that a thousand of them take little room', () => {
  const recent = new TokenCache();
  for (const length of [4096, 4097]) recent.set(callerOf('a'.repeat(length)), Date.now() + 60_000);
  expect(recent.getCached('a'.repeat(4096))).toBeDefined();
  expect(recent.getCached('a'.repeat(4097))).toBeUndefined();
});
