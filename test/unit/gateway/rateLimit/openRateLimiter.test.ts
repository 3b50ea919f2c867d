import { expect, test } from 'vitest';
import { openRateLimiter } from '../../../../src/gateway/rateLimit/openRateLimiter.ts';
import { createLogger } from '../../../../src/gateway/telemetry/createLogger.ts';

test('counters that reach the bound of the memory are one warning of the log, which names the remedy', async () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const settings = { rateLimit: { requests: 10, windowSeconds: 60 }, apiName: 'shop' };
  const { rateLimiter } = await openRateLimiter(settings, log);
  const policy = rateLimiter!.defaultPolicy!;
  for (let i = 0; i < 500; i++) await rateLimiter!.consume({ caller: `${i}${'x'.repeat(100_000)}`, policy });
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({
      level: 40,
      msg: 'the rate limits of 168 callers take 32 MiB: those that were idle for the longest time begin anew. RATE_LIMIT_REDIS_URL counts in Redis',
    }),
  ]);
});
