import { expect, test } from 'vitest';
import { findRateLimitWarnings } from '../../../../src/gateway/config/findRateLimitWarnings.ts';
import { readSettings } from '../../../../src/gateway/config/readSettings.ts';

test('workers that count by themselves cause a warning', () => {
  expect(findRateLimitWarnings(readSettings({ RATE_LIMIT: '100/60' }), 4)).toEqual([
    'RATE_LIMIT is counted by each of the 4 workers by itself: a caller has up to 4 times the limit. Set RATE_LIMIT_REDIS_URL to count together.',
  ]);
});

test.each<[Record<string, string>, number]>([
  [{ RATE_LIMIT: '100/60' }, 1],
  [{ RATE_LIMIT: 'off' }, 4],
  [{}, 4],
  [{ RATE_LIMIT: '100/60', RATE_LIMIT_REDIS_URL: 'redis://127.0.0.1' }, 4],
])('%j with %i processes causes none', (env, workers) => {
  expect(findRateLimitWarnings(readSettings(env), workers)).toEqual([]);
});
