import DataLoader from 'dataloader';
import { runUntilAllAborted } from './runUntilAllAborted.ts';

/** Reads distinct keys; answers in the order of the keys, with an Error where one key failed and the others did not. */
export type ReadMany<Key, Value> = (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>;

/** Reads one key by a statement of its own. */
interface ReadEach<Key, Value> {
  read: (key: Key) => Promise<Value>;
}

/** What makes two keys equal, and how many keys go into one statement. */
interface Sharing<Key> {
  identify?: (key: Key) => unknown;
  maxBatchSize?: number;
}

/** One read of one request. */
interface Read<Key> {
  key: Key;
  /** Aborted when the request does not wait for it any longer. */
  signal: AbortSignal | undefined;
}

/** Equal reads of any number of requests. */
interface SharedRead<Key> {
  key: Key;
  signals: (AbortSignal | undefined)[];
}

/**
 * Reads one key so that reads that arrive together, whichever requests they come from, are answered together, and equal
 * ones by the same read. Nothing is remembered: a read always sees what was committed before it arrived. A read whose
 * signal is aborted before its turn rejects and is left out; what runs is ended when all who wait for it have gone.
 */
export function shareReads<Key, Value>(
  source: ReadMany<Key, Value> | ReadEach<Key, Value>,
  { identify = (key) => key, maxBatchSize = 1000 }: Sharing<Key> = {},
): (key: Key, signal?: AbortSignal) => Promise<Value> {
  const readShared = typeof source === 'function' ? readTogether(source) : readOneByOne(source);
  const readBatch = async (reads: readonly Read<Key>[]) => {
    const shared = new Map<unknown, SharedRead<Key>>();
    for (const { key, signal } of reads) {
      if (signal?.aborted) continue;
      const identity = identify(key);
      const known = shared.get(identity);
      if (known) known.signals.push(signal);
      else shared.set(identity, { key, signals: [signal] });
    }
    const values = shared.size > 0 ? await readShared([...shared.values()]) : [];
    const valueOf = new Map([...shared.keys()].map((identity, index) => [identity, values[index]!]));
    return reads.map(({ key, signal }) => {
      const identity = identify(key);
      return shared.has(identity) ? valueOf.get(identity)! : asError(signal?.reason);
    });
  };
  const loader = new DataLoader<Read<Key>, Value>(readBatch, {
    cache: false,
    maxBatchSize,
    batchScheduleFn: (run) => setImmediate(run),
  });
  return (key, signal) => loader.load({ key, signal });
}

/** Reads each of the keys by a statement of its own. */
export function readEach<Key, Value>(read: (key: Key) => Promise<Value>): ReadEach<Key, Value> {
  return { read };
}

function readTogether<Key, Value>(readMany: ReadMany<Key, Value>) {
  return (shared: readonly SharedRead<Key>[]) =>
    runUntilAllAborted(
      shared.flatMap(({ signals }) => signals),
      () => readMany(shared.map(({ key }) => key)),
    );
}

/** Each is answered when its own statement is: a promise in place of a value is adopted by all who wait for it. */
function readOneByOne<Key, Value>({ read }: ReadEach<Key, Value>) {
  return async (shared: readonly SharedRead<Key>[]) =>
    shared.map(({ key, signals }) => runUntilAllAborted(signals, () => read(key)) as Value);
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('A read failed.', { cause: reason });
}
