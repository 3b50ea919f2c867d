import { LRUCache } from 'lru-cache';
import { type IdempotencyRecord, type IdempotencyStore, RECORD_TTL_MS } from './IdempotencyStore.ts';
import { recordKey } from './recordKey.ts';

/** The most recent records that are kept. */
const MAX_RECORDS = 1_000;

interface MemoryRecord extends IdempotencyRecord {
  execution: string;
}

/** Creates a store in the memory of this process, for development: it forgets the oldest records, and all when it ends. */
export function createMemoryIdempotencyStore(): IdempotencyStore {
  const records = new LRUCache<string, MemoryRecord>({ max: MAX_RECORDS, ttl: RECORD_TTL_MS });
  return {
    async begin(request) {
      const key = recordKey(request);
      const found = records.get(key);
      if (found) return found;
      records.set(key, { execution: request.execution, fingerprint: request.fingerprint, response: null });
      return null;
    },
    async finish(request, response) {
      const key = recordKey(request);
      const found = records.peek(key);
      if (found?.execution !== request.execution) return;
      if (response) found.response = response;
      else records.delete(key);
    },
  };
}
