// Idempotency keys in Redis, over a client of the host.
import { type IdempotencyStore, RECORD_TTL_MS, type StoredResponse, recordKey } from './IdempotencyStore.ts';

/** A client of Redis, or of a server that speaks its protocol and runs Lua: an instance of `ioredis`. */
export interface RedisClient {
  eval(script: string, numberOfKeys: number, ...keysAndArguments: (string | number)[]): Promise<unknown>;
}

/** KEYS: the record. ARGV: execution, fingerprint, milliseconds until it expires. */
const BEGIN = `
local found = redis.call('HMGET', KEYS[1], 'execution', 'fingerprint', 'response')
if found[1] then return found end
redis.call('HSET', KEYS[1], 'execution', ARGV[1], 'fingerprint', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return false
`;

/** KEYS: the record. ARGV: execution, response. Returns whether it has the response. */
const STORE = `
if redis.call('HGET', KEYS[1], 'execution') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'response', ARGV[2])
return 1
`;

/** KEYS: the record. ARGV: execution. */
const RELEASE = `
if redis.call('HGET', KEYS[1], 'execution') == ARGV[1] then redis.call('DEL', KEYS[1]) end
`;

/**
 * Creates a store in Redis. A record that Redis loses can be executed again, so its `maxmemory-policy` must be `noeviction`, and
 * what it acknowledges must survive a failover. APIs that share a Redis need different prefixes.
 */
export function createRedisIdempotencyStore(client: RedisClient, keyPrefix = 'portico:idempotency:'): IdempotencyStore {
  return {
    async begin(request) {
      const { execution, fingerprint } = request;
      const found = await client.eval(BEGIN, 1, keyPrefix + recordKey(request), execution, fingerprint, RECORD_TTL_MS);
      if (found === null) return null;
      const [owner, first, response] = found as [string, string, string | null];
      // The command was sent again, after the connection had lost the response to it.
      if (owner === execution) return null;
      return { fingerprint: first, response: response === null ? null : (JSON.parse(response) as StoredResponse) };
    },
    async finish(request, response) {
      const key = keyPrefix + recordKey(request);
      if (!response) {
        await client.eval(RELEASE, 1, key, request.execution);
        return;
      }
      const isStored = await client.eval(STORE, 1, key, request.execution, JSON.stringify(response));
      if (isStored !== 1) throw new Error('Redis has lost the record; its maxmemory-policy must be noeviction.');
    },
  };
}
