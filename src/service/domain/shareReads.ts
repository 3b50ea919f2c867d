import DataLoader from 'dataloader';
import { type AbortSignalLike, RequestSignal, type Span } from '../../gateway/server.ts';
import type { DatabaseClient, Scope } from '../database/Database.ts';

/** Reads distinct keys; returns the values in the order of the keys, with an Error for a key that failed alone. */
type ReadMany<Key, Value> = (keys: readonly Key[], scope: Scope) => Promise<readonly (Value | Error)[]>;

interface Sharing<Key> {
  /** Of its batches, as metrics and traces say it. Absent: `reads`. */
  name?: string;
  /** Keys with the same identity are equal. Absent: the key itself. */
  identify?: (key: Key) => unknown;
  weigh?: (key: Key) => number;
  /** Maximum weight of the keys in one statement; a key that weighs more has one of its own. Absent: 1000. */
  maxWeight?: number;
}

interface Read<Key> {
  key: Key;
  /** Aborted when the request no longer waits. */
  signal: AbortSignalLike | undefined;
  /** Absent: nothing is measured. */
  span: Span | undefined;
}

/** Equal reads of any number of requests. */
interface SharedRead<Key> {
  key: Key;
  signals: (AbortSignalLike | undefined)[];
  /** Absent: nothing is measured. */
  spans?: Set<Span>;
  /** Its statement, and its place in that. */
  statement: number;
  place: number;
}

/**
 * Batches the reads that arrive in one turn of the event loop, of all requests, and reads equal keys once. Nothing is cached: a
 * read sees what was committed before it arrived. A read whose signal is aborted before the batch runs rejects and is left
 * out; a running statement is cancelled once all of its requests are aborted. A transaction shares its reads with nobody.
 */
export function shareReads<Key, Value>(
  readMany: ReadMany<Key, Value>,
  { name = 'reads', identify = (key) => key, weigh = () => 1, maxWeight = 1000 }: Sharing<Key> = {},
): (key: Key, scope: Scope) => Promise<Value> {
  const readTogether = (shared: readonly SharedRead<Key>[], transaction: DatabaseClient | undefined) => {
    const batch = shared[0]!.spans && beginBatch(name, shared);
    const values = runUntilAllAborted(
      shared.flatMap(({ signals }) => signals),
      (signal) =>
        readMany(
          shared.map(({ key }) => key),
          { signal, span: batch, transaction },
        ),
    );
    if (batch?.isRecording) values.then(() => batch.end(), batch.end.bind(batch));
    return values;
  };

  async function readBatch(
    reads: readonly Read<Key>[],
    transaction: DatabaseClient | undefined,
  ): Promise<(Value | Error)[]> {
    const statements: SharedRead<Key>[][] = [];
    let weight = Infinity;
    const place = (key: Key): SharedRead<Key> => {
      const own = weigh(key);
      if (weight + own > maxWeight) {
        statements.push([]);
        weight = 0;
      }
      weight += own;
      const last = statements.at(-1)!;
      const shared: SharedRead<Key> = { key, signals: [], statement: statements.length - 1, place: last.length };
      last.push(shared);
      return shared;
    };

    const known = new Map<unknown, SharedRead<Key>>();
    const shared = reads.map(({ key, signal, span }) => {
      if (signal?.aborted) return undefined;
      const identity = identify(key);
      let each = known.get(identity);
      if (!each) known.set(identity, (each = place(key)));
      // The reads of one request follow each other.
      if (span) (each.spans ??= new Set()).add(span);
      if (each.signals.length === 0 || each.signals.at(-1) !== signal) each.signals.push(signal);
      return each;
    });
    const aborted = (index: number) => asError(reads[index]!.signal?.reason);
    if (statements.length === 1) {
      const values = await readTogether(statements[0]!, transaction);
      return shared.map((each, index) => (each ? values[each.place]! : aborted(index)));
    }
    // Promises in place of values: each read settles with its own statement.
    const results = statements.map((each) => readTogether(each, transaction));
    return shared.map((each, index) =>
      each ? (results[each.statement]!.then((values) => valueOf(values[each.place]!)) as Value) : aborted(index),
    );
  }

  const createLoader = (transaction?: DatabaseClient) =>
    new DataLoader<Read<Key>, Value>((reads) => readBatch(reads, transaction), {
      cache: false,
      batchScheduleFn: (run) => setImmediate(run),
    });
  const loader = createLoader();
  const ownLoaders = new WeakMap<DatabaseClient, typeof loader>();
  const loaderOf = (transaction: DatabaseClient) => {
    let own = ownLoaders.get(transaction);
    if (!own) ownLoaders.set(transaction, (own = createLoader(transaction)));
    return own;
  };
  return (key, { signal, span, transaction }) =>
    (transaction ? loaderOf(transaction) : loader).load({ key, signal, span });
}

/** `shareReads` for what one statement reads one key of; keys are equal where their JSON is. */
export function shareEach<Key, Value>(
  read: (key: Key, scope: Scope) => Promise<Value>,
  name?: string,
): (key: Key, scope: Scope) => Promise<Value> {
  return shareReads(async ([key], scope) => [await read(key!, scope)], {
    ...(name !== undefined && { name }),
    identify: JSON.stringify,
    maxWeight: 1,
  });
}

/** Begins a batch as a part of all requests that it reads for. */
function beginBatch(name: string, shared: readonly SharedRead<unknown>[]): Span {
  const [first, ...others] = new Set(shared.flatMap(({ spans }) => [...(spans ?? [])]));
  return first!.beginBatch(name, shared.length, others);
}

function valueOf<Value>(value: Value | Error): Value {
  if (value instanceof Error) throw value;
  return value;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The read was aborted.', { cause: reason });
}

/**
 * Runs statements on behalf of several requests, one signal each: the signal of `run` is aborted only when every signal is, and it has
 * none if a request has none. (`AbortSignal.any` is the opposite: the first client to disconnect would cancel the read
 * of all others.) One signal at a time has a listener; the others are looked at when it is aborted.
 */
async function runUntilAllAborted<Result>(
  signals: readonly (AbortSignalLike | undefined)[],
  run: (signal: AbortSignalLike | undefined) => Promise<Result>,
): Promise<Result> {
  const [first] = signals;
  if (signals.every((signal) => signal === first)) return run(first);
  if (signals.includes(undefined)) return run(undefined);

  const shared = new RequestSignal();
  let watched = first!;
  const watchNext = () => {
    const next = signals.find((signal) => !signal!.aborted);
    if (!next) return shared.abort(watched.reason);
    watched = next;
    watched.addEventListener('abort', watchNext, { once: true });
  };
  watchNext();
  try {
    return await run(shared);
  } finally {
    watched.removeEventListener('abort', watchNext);
  }
}
