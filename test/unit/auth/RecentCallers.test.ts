import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RecentCallers } from '../../../src/auth/RecentCallers.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const callerOf = (authorization: string) => ({ subject: '', scopes: new Set<string>(), authorization });

it.each([
  ['a minute', 3_600_000, 60_000],
  ['its expiry, if that comes first', 10_000, 10_000],
])('forgets a caller after %s', (_, expiresIn, forgottenAfter) => {
  const recent = new RecentCallers();
  recent.remember(callerOf('a'), Date.now() + expiresIn);
  vi.advanceTimersByTime(forgottenAfter - 1);
  expect(recent.recall('a')).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(recent.recall('a')).toBeUndefined();
});

it('holds the last thousand', () => {
  const recent = new RecentCallers();
  for (let n = 0; n <= 1000; n++) recent.remember(callerOf(`${n}`), Date.now() + 60_000);
  expect(recent.recall('0')).toBeUndefined();
  expect(recent.recall('1')).toBeDefined();
  expect(recent.recall('1000')).toBeDefined();
});

it('holds none whose header is long, so that a thousand of them take little room', () => {
  const recent = new RecentCallers();
  for (const length of [4096, 4097]) recent.remember(callerOf('a'.repeat(length)), Date.now() + 60_000);
  expect(recent.recall('a'.repeat(4096))).toBeDefined();
  expect(recent.recall('a'.repeat(4097))).toBeUndefined();
});
