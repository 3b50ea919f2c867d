import { expect, test } from 'vitest';
import { type Quota, createRateLimiter } from '../../../../src/gateway/guard/limits/createRateLimiter.ts';

const limiterOf = (quota: Quota) => createRateLimiter({ store: { take: async () => quota } });
const policy = { name: 'default', requests: 100, windowSeconds: 60 };

test('renders what is left, and the seconds until the window ends, rounded up', async () => {
  const { consume } = limiterOf({ suffices: true, remaining: 99, resetMs: 41_001 });
  expect(await consume({ caller: 'a', policy })).toEqual({
    'ratelimit-policy': '"default";q=100;w=60',
    ratelimit: '"default";r=99;t=42',
  });
});

test.each([
  [41_001, 60, 'the limit is 100 in 60 seconds; try again in 42 seconds.', '42'],
  [1_000, 1, 'the limit is 100 in 1 second; try again in 1 second.', '1'],
  // A window that has just ended.
  [0, 1, 'the limit is 100 in 1 second; try again in 1 second.', '1'],
])('refuses with %i ms left of %i seconds', async (resetMs, windowSeconds, text, seconds) => {
  const { consume } = limiterOf({ suffices: false, remaining: 3, resetMs });
  await expect(consume({ caller: 'a', policy: { ...policy, windowSeconds } })).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    status: 429,
    message: `Too many requests: ${text}`,
    headers: {
      'retry-after': seconds,
      'ratelimit-policy': `"default";q=100;w=${windowSeconds}`,
      ratelimit: `"default";r=3;t=${seconds}`,
    },
  });
});

test('has a default policy where there is a limit', () => {
  const store = { take: async () => ({ suffices: true, remaining: 1, resetMs: 1 }) };
  expect(createRateLimiter({ store }).defaultPolicy).toBeUndefined();
  const limit = { requests: 5, windowSeconds: 7 };
  expect(createRateLimiter({ limit, store }).defaultPolicy).toEqual({ name: 'default', requests: 5, windowSeconds: 7 });
});
