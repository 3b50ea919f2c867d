// The counters of one process, as the headers of responses and the log say them.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger, openRateLimiter } from '../../../../src/gateway/server.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const policy = { name: 'default', requests: 10, windowSeconds: 60 };

/** What a request takes: what is left, and the seconds until the window ends, or `refused` before both. */
async function openCounters() {
  const lines: { level: number; msg: string }[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[0]) });
  const { rateLimiter } = await openRateLimiter({ rateLimit: { requests: 10, windowSeconds: 60 } }, 'shop', log);
  const { consume } = rateLimiter!;
  const take = async (caller = 'a', units = 1, windowSeconds = 60) => {
    const taking = async () => consume({ caller, units, policy: { ...policy, windowSeconds } });
    const refusal = (error: { headers: Record<string, string> }) => ({ ...error.headers, refused: 'refused ' });
    const headers: Readonly<Record<string, string>> = await taking().catch(refusal);
    const [, remaining, seconds] = /;r=(\d+);t=(\d+)$/.exec(headers['ratelimit']!)!;
    return `${headers['refused'] ?? ''}${remaining} ${seconds}`;
  };
  /** Requests of callers whose names take so much that the bound of the memory is reached by 168 of them. */
  const serve = async (prefix: string, callers: number, windowSeconds = 60) => {
    for (let n = 0; n < callers; n++) await take(`${prefix}${n}`.padEnd(100_000), 1, windowSeconds);
  };
  return { rateLimiter: rateLimiter!, lines, take, serve };
}

test('a window begins with the first request, and ends with a whole quota; seconds are rounded up', async () => {
  const { take } = await openCounters();
  expect(await take()).toBe('9 60');
  vi.advanceTimersByTime(18_999);
  expect(await take()).toBe('8 42');
  vi.advanceTimersByTime(41_000);
  expect(await take()).toBe('7 1');
  vi.advanceTimersByTime(1);
  expect(await take()).toBe('9 60');
});

test('what the quota does not suffice for takes nothing of it, and does not prolong the window', async () => {
  const { take } = await openCounters();
  expect(await take('a', 7)).toBe('3 60');
  vi.advanceTimersByTime(20_000);
  expect(await take('a', 4)).toBe('refused 3 40');
  expect(await take('a', 1000)).toBe('refused 3 40');
  expect(await take('a', 3)).toBe('0 40');
  expect(await take('a', 1)).toBe('refused 0 40');
  expect(await Promise.all([11, 3, 8, 7].map((units) => take('b', units)))).toEqual([
    'refused 10 60',
    '7 60',
    'refused 7 60',
    '0 60',
  ]);
});

test.each([
  [0, 60, 'the limit is 1 in 60 seconds; try again in 60 seconds.', '60'],
  [500, 1, 'the limit is 1 in 1 second; try again in 1 second.', '1'],
])('a refusal %i ms later says when the window of %i seconds ends', async (passed, windowSeconds, text, seconds) => {
  const { rateLimiter } = await openCounters();
  const request = { caller: 'a', policy: { name: 'default', requests: 1, windowSeconds } };
  await rateLimiter.consume(request);
  vi.advanceTimersByTime(passed);
  await expect(async () => rateLimiter.consume(request)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    status: 429,
    message: `Too many requests: ${text}`,
    headers: {
      'retry-after': seconds,
      'ratelimit-policy': `"default";q=1;w=${windowSeconds}`,
      ratelimit: `"default";r=0;t=${seconds}`,
    },
  });
});

test('a clock that is set back does not prolong a window', async () => {
  const { take } = await openCounters();
  await take();
  vi.setSystemTime(0);
  vi.advanceTimersByTime(20_000);
  expect(await take()).toBe('8 40');
});

test('callers and policies are counted apart; a policy of the same name and size is the same', async () => {
  const { rateLimiter } = await openCounters();
  expect(rateLimiter.defaultPolicy).toEqual(policy);
  const left = async (caller: string, changes: Partial<typeof policy> = {}) =>
    (await rateLimiter.consume({ caller, policy: { ...policy, ...changes } }))['ratelimit'];
  expect(await left('a')).toBe('"default";r=9;t=60');
  expect(await left('b')).toBe('"default";r=9;t=60');
  expect(await left('a', { name: 'search' })).toBe('"search";r=9;t=60');
  expect(await left('a', { requests: 5 })).toBe('"default";r=4;t=60');
  expect(await left('a', { windowSeconds: 61 })).toBe('"default";r=9;t=61');
  expect(await left('a')).toBe('"default";r=8;t=60');
});

test('at the bound of the memory the callers idle for the longest begin anew, with a warning once a minute', async () => {
  const { lines, take, serve } = await openCounters();
  await take('idle');
  await take('busy');
  // A caller takes as much of the memory as one counter.
  for (let n = 0; n < 200; n++) await take('long'.padEnd(100_000), 0);
  await serve('first', 100);
  expect(await take('busy')).toBe('8 60');
  expect(lines).toEqual([]);
  await serve('second', 80);
  expect([await take('idle', 0), await take('busy', 0)]).toEqual(['10 60', '8 60']);
  await serve('third', 180);
  expect(await take('busy', 0)).toBe('10 60');
  const msg =
    'the rate limits of 170 callers take 32 MiB: those that were idle for the longest time begin anew. REDIS_URL counts in Redis';
  expect(lines).toMatchObject([{ level: 40, msg }]);
  vi.advanceTimersByTime(60_000);
  await serve('fourth', 350);
  expect(lines).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

test('counters whose windows have ended are dropped without a warning', async () => {
  const { lines, serve } = await openCounters();
  for (let n = 0; n < 3; n++) {
    await serve(`${n}: `, 140, 1);
    vi.advanceTimersByTime(1_000);
  }
  expect(lines).toEqual([]);
});
