import { type SizedCache, createSizedCache } from './createSizedCache.ts';

/** Maximum size of the registered queries of a process: a thousand queries of 3 KiB. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The overhead of a query, its key and its entry in the cache. */
const BYTES_PER_QUERY = 512;

/** Creates the cache of the queries that clients register by their hash. */
export function createQueryStore(): SizedCache<string> {
  // A string has one or two bytes for each UTF-16 code unit.
  return createSizedCache(MAX_BYTES, ({ length }) => BYTES_PER_QUERY + 2 * length);
}
