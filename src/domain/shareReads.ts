import DataLoader from 'dataloader';

/** Reads distinct keys; answers in the order of the keys, with an Error where one key failed and the others did not. */
export type ReadMany<Key, Value> = (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>;

/** What makes two keys equal, and how many keys go into one statement. */
interface Sharing<Key> {
  identify?: (key: Key) => unknown;
  maxBatchSize?: number;
}

/**
 * Reads one key so that reads that arrive together, whichever requests they come from, are answered together, and equal
 * ones by the same read. Nothing is remembered: a read always sees what was committed before it arrived.
 */
export function shareReads<Key, Value>(
  readMany: ReadMany<Key, Value>,
  { identify = (key) => key, maxBatchSize = 1000 }: Sharing<Key> = {},
): (key: Key) => Promise<Value> {
  const readBatch = async (keys: readonly Key[]) => {
    const distinct = new Map(keys.map((key) => [identify(key), key]));
    const values = await readMany([...distinct.values()]);
    const valueOf = new Map([...distinct.keys()].map((identity, index) => [identity, values[index]!]));
    return keys.map((key) => valueOf.get(identify(key))!);
  };
  const loader = new DataLoader<Key, Value>(readBatch, {
    cache: false,
    maxBatchSize,
    batchScheduleFn: (run) => setImmediate(run),
  });
  return (key) => loader.load(key);
}

/** Reads each of the keys by a statement of its own. */
export function readEach<Key, Value>(read: (key: Key) => Promise<Value>): ReadMany<Key, Value> {
  return async (keys) => {
    const results = await Promise.allSettled(keys.map(read));
    return results.map((result) => (result.status === 'fulfilled' ? result.value : asError(result.reason)));
  };
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('A read failed.', { cause: reason });
}
