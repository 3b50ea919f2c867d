import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitProbe } from '../../../../src/service/database/adapter/openProbe.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const late = { code: 'UNAVAILABLE', status: 503, headers: { 'retry-after': '1' } };

test('shares a running check, and starts another one for the next call', async () => {
  const ask = vi.fn<() => Promise<void>>(async () => {});
  const probe = limitProbe(ask);
  await Promise.all([probe(), probe(), probe()]);
  expect(ask).toHaveBeenCalledTimes(1);
  await probe();
  expect(ask).toHaveBeenCalledTimes(2);
});

test('rejects every waiting call with the error of the check', async () => {
  const probe = limitProbe(() => Promise.reject(new Error('broken')));
  expect(await Promise.allSettled([probe(), probe()])).toMatchObject([
    { status: 'rejected', reason: { message: 'broken' } },
    { status: 'rejected', reason: { message: 'broken' } },
  ]);
});

test('gives up after two seconds, each time, and starts no second check beside the first', async () => {
  let answer!: () => void;
  const ask = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => (answer = resolve)));
  const probe = limitProbe(ask);
  for (let round = 0; round < 3; round++) {
    const [answered] = await Promise.all([Promise.allSettled([probe()]), vi.advanceTimersByTimeAsync(2_000)]);
    expect(answered).toMatchObject([{ status: 'rejected', reason: late }]);
  }
  expect(ask).toHaveBeenCalledTimes(1);
  const good = probe();
  answer();
  await good;
  expect(vi.getTimerCount()).toBe(0);
});
