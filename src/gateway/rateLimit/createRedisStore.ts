import type { Redis } from 'ioredis';
import { type QuotaStore, quotaKey } from './QuotaStore.ts';

/**
 * Takes what the quota suffices for, and otherwise nothing: KEYS[1] is the counter; ARGV are the units, the seconds of the
 * window and the quota. The result is what would be taken in total, and the milliseconds until the window ends.
 */
const TAKE = `
local taken = tonumber(redis.call('get', KEYS[1]) or '0') + tonumber(ARGV[1])
if taken <= tonumber(ARGV[3]) then
  redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
  redis.call('incrby', KEYS[1], ARGV[1])
end
local left = redis.call('pttl', KEYS[1])
if left == -1 then
  redis.call('expire', KEYS[1], ARGV[2])
end
if left < 0 then
  left = 1000 * ARGV[2]
end
return {taken, left}
`;

/** Creates a store that all processes share which have the same Redis and prefix of keys. Rejects while Redis does not respond. */
export function createRedisStore(client: Redis, keyPrefix: string): QuotaStore {
  return {
    async take(request) {
      const { requests, windowSeconds } = request.policy;
      const { units = 1 } = request;
      const key = `${keyPrefix}:${quotaKey(request)}`;
      const result = await client.eval(TAKE, 1, key, units, windowSeconds, requests);
      const [taken, resetMs] = result as [number, number];
      const suffices = taken <= requests;
      return { suffices, remaining: requests - (suffices ? taken : taken - units), resetMs };
    },
  };
}
