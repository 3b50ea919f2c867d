import DataLoader from 'dataloader';
import { perTransaction } from '../database/transaction/currentTransaction.ts';
import { runUntilAllAborted } from './runUntilAllAborted.ts';

/** Reads distinct keys; returns the values in the order of the keys, with an Error for a key that failed alone. */
export type ReadMany<Key, Value> = (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>;

/** Reads one key per statement. */
interface ReadEach<Key, Value> {
  read: (key: Key) => Promise<Value>;
}

/** Options of `shareReads`. */
interface Sharing<Key> {
  /** Keys with the same identity are equal. Absent: the key itself. */
  identify?: (key: Key) => unknown;
  /** Maximum number of keys in one statement. Absent: 1000. */
  maxBatchSize?: number;
}

/** One read of one request. */
interface Read<Key> {
  key: Key;
  /** Aborted when the request no longer waits. */
  signal: AbortSignal | undefined;
}

/** Equal reads of any number of requests. */
interface SharedRead<Key> {
  key: Key;
  signals: (AbortSignal | undefined)[];
}

/**
 * Batches the reads that arrive in one turn of the event loop, of all requests, and reads equal keys once. Nothing is cached: a
 * read sees what was committed before it arrived. A read whose signal is aborted before the batch runs rejects and is left
 * out; a running statement is cancelled once all of its requests are aborted. A transaction shares its reads with nobody.
 */
export function shareReads<Key, Value>(
  source: ReadMany<Key, Value> | ReadEach<Key, Value>,
  { identify = (key) => key, maxBatchSize = 1000 }: Sharing<Key> = {},
): (key: Key, signal?: AbortSignal) => Promise<Value> {
  const readShared = typeof source === 'function' ? readInOneStatement(source) : readInSeparateStatements(source);
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
  const currentLoader = perTransaction(
    () =>
      new DataLoader<Read<Key>, Value>(readBatch, {
        cache: false,
        maxBatchSize,
        batchScheduleFn: (run) => setImmediate(run),
      }),
  );
  return (key, signal) => currentLoader().load({ key, signal });
}

/** A source for `shareReads` that reads each key by a statement of its own. */
export function readEach<Key, Value>(read: (key: Key) => Promise<Value>): ReadEach<Key, Value> {
  return { read };
}

function readInOneStatement<Key, Value>(readMany: ReadMany<Key, Value>) {
  return (shared: readonly SharedRead<Key>[]) =>
    runUntilAllAborted(
      shared.flatMap(({ signals }) => signals),
      () => readMany(shared.map(({ key }) => key)),
    );
}

/** Returns promises in place of values, so that each read settles with its own statement. */
function readInSeparateStatements<Key, Value>({ read }: ReadEach<Key, Value>) {
  return async (shared: readonly SharedRead<Key>[]) =>
    shared.map(({ key, signals }) => runUntilAllAborted(signals, () => read(key)) as Value);
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The read was aborted.', { cause: reason });
}
