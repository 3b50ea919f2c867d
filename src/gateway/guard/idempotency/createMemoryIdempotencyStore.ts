import { LRUCache } from 'lru-cache';
import { type IdempotencyRecord, type IdempotencyStore, RECORD_TTL_MS, recordKey } from './IdempotencyStore.ts';

/** The most records; those that were not used for the longest time are dropped. */
const MAX_RECORDS = 1_000;

/** Creates a store in the memory of this process, for development: it forgets records, and is not shared. */
export function createMemoryIdempotencyStore(): IdempotencyStore {
  const records = new LRUCache<string, IdempotencyRecord & { execution: string }>({
    max: MAX_RECORDS,
    ttl: RECORD_TTL_MS,
  });
  return {
    async begin(request) {
      const key = recordKey(request);
      const { execution, fingerprint } = request;
      const found = records.get(key);
      if (found) return found.execution === execution ? null : found;
      records.set(key, { execution, fingerprint, response: null });
      return null;
    },
    async finish(request, response) {
      const key = recordKey(request);
      const found = records.peek(key);
      if (found?.execution === request.execution) {
        if (response) found.response = response;
        else records.delete(key);
      } else if (response) throw new Error('The record of the key does not exist any more.');
    },
  };
}
