import { LRUCache } from 'lru-cache';

/** A cache of Apollo Server: see its options `documentStore` and `persistedQueries`. */
export interface SizedCache<Value> {
  get(key: string): Promise<Value | undefined>;
  set(key: string, value: Value): Promise<void>;
  delete(key: string): Promise<boolean>;
}

/** Creates a cache that evicts the least recently used values. A value larger than the cache is not cached. */
export function createSizedCache<Value extends object | string>(
  maxSize: number,
  sizeOf: (value: Value) => number,
): SizedCache<Value> {
  const values = new LRUCache<string, Value>({ maxSize, sizeCalculation: sizeOf });
  return {
    get: async (key) => values.get(key),
    set: async (key, value) => void values.set(key, value),
    delete: async (key) => values.delete(key),
  };
}
