// When reads are sent: in slots, and those of one caller that begin in the same turn of the event loop, or wait for a slot together, in
// one request to the upstream.
import { setImmediate } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { OVERLOADED } from '../../base/errors/knownErrors.ts';
import { Lane, runWith } from '../../guard/limits/Lane.ts';
import type { AbortSignalLike } from '../../http/signals.ts';
import type { Telemetry } from '../../base/telemetry/Telemetry.ts';
import { type Post, type ReadRequest, SharedRead } from './SharedRead.ts';
import { identifyBatchHeaders } from './Upstream.ts';
import { type GraphqlRequest, postGraphql } from './postGraphql.ts';
import { parseText, readBatchedResult } from './readResult.ts';
import { type ConnectionError, type HttpResponse, sendRequest } from './httpClient.ts';
import { unavailableError } from './upstreamErrors.ts';
import { scanResults } from './validate/prepareScanner.ts';

/**
 * Creates slots, for which `maxWaiting` calls may wait. The function runs another one as soon as there is a free slot. It rejects with
 * UNAVAILABLE where too many wait, and where the signal is aborted before there is one: then nothing is called, so that even a mutation
 * certainly has no effect.
 */
export function createSlots(size: number, maxWaiting: number, telemetry?: Telemetry) {
  const lane = new Lane({ budget: size, turnOfCaller: 1, queueLength: maxWaiting });
  telemetry?.observeSlots(() => ({ used: lane.load.running, pending: lane.load.waiting }));
  return <Value>(
    { caller, signal }: Pick<ReadRequest, 'caller' | 'signal'>,
    run: () => Promise<Value>,
  ): Promise<Value> => {
    const slot = lane.enter({ caller, signal, cost: 1 });
    return runWith(typeof slot === 'function' ? slot : slot.catch(() => Promise.reject(OVERLOADED)), run);
  };
}

export interface BatchingOptions {
  /** Maximum number of reads in one request; 1: no batches. */
  maxBatchSize: number;
  /** Called once, when batches are of no use. */
  warn?: ((message: string, cause: Error) => void) | undefined;
}

/** Milliseconds in which reads are sent alone, because the upstream has refused a batch of reads that it answers one by one, or hangs. */
const PAUSE_MS = 60_000;

const WARNING = `The upstream did not answer a batch of reads, so no batches are sent for ${PAUSE_MS / 1000} seconds at a time. If it accepts no arrays of operations, unset UPSTREAM_BATCH_SIZE; if it accepts shorter ones, set a smaller number.`;

/** Starts a read that waits for a slot or a batch, whichever is first. */
type Start<Value = unknown> = (post: Post) => Promise<Value>;

/**
 * Returns a function that starts a read as soon as there is a free slot, or a batch of the same caller with the same headers that has
 * room: a batch takes one slot. `start` calls `post` at once, or not at all. Reads wait for slots one by one, so that what one caller
 * may have waiting is the same as without batches.
 */
export function createBatching(runInSlot: ReturnType<typeof createSlots>, { maxBatchSize, warn }: BatchingOptions) {
  /** What waits, and the batch that takes more, by key. */
  const waiting = new Map<string, Set<Start>>();
  const open = new Map<string, Batch>();
  let pausedUntil = 0;
  let hasWarned = false;
  const isPaused = () => performance.now() < pausedUntil;

  function pause(refusal: Error): void {
    pausedUntil = performance.now() + PAUSE_MS;
    if (!hasWarned) warn?.(WARNING, refusal);
    hasWarned = true;
  }

  /** Posts as a part of the batch; alone where that has no result for it. */
  function postIn(batch: Batch, caller: string): Post {
    return async (request) => {
      const { signal } = request;
      const { results, refusal } = await batch.add(request).catch((error: unknown) => {
        // The upstream may hang whenever it receives an array.
        const { reason } = signal;
        if (batch.isSent && reason instanceof ServiceError && reason.code === 'TIMEOUT') pause(reason);
        throw error;
      });
      return (
        results.get(request) ??
        runInSlot({ caller, signal }, async () => {
          const single = await postGraphql(request);
          // Refused credentials, for example, are no reason: the read alone has errors as well.
          if (refusal && !single.errors) pause(refusal);
          return single;
        })
      );
    };
  }

  /** Uses the slot of a read for its batch. */
  async function lead(key: string, caller: string, start: Start): Promise<void> {
    if (isPaused()) return void (await start(postGraphql));
    const other = open.get(key);
    // The slot is not needed.
    if (other?.isOpen) return void start(postIn(other, caller));
    const batch = new Batch(maxBatchSize);
    open.set(key, batch);
    const post = postIn(batch, caller);
    void start(post);
    for (const next of waiting.get(key) ?? []) if (batch.isOpen) void next(post);
    await setImmediate();
    if (open.get(key) === batch) open.delete(key);
    await batch.send();
  }

  return <Value>(request: ReadRequest, start: Start<Value>): Promise<Value> => {
    const { caller, headers } = request;
    if (maxBatchSize === 1 || isPaused()) return runInSlot(request, () => start(postGraphql));
    // The caller is last, because it may contain line breaks.
    const key = `${identifyBatchHeaders(headers)}\n\n${caller}`;
    const batch = open.get(key);
    if (batch?.isOpen) return start(postIn(batch, caller));
    const reads = waiting.get(key) ?? new Set();
    waiting.set(key, reads);
    return new Promise((resolve, reject) => {
      const leave = () => {
        reads.delete(startOnce);
        if (reads.size === 0 && waiting.get(key) === reads) waiting.delete(key);
      };
      const startOnce = (post: Post) => {
        leave();
        const started = start(post);
        resolve(started);
        return started;
      };
      reads.add(startOnce);
      // One that a batch has started leaves its slot to the next.
      runInSlot(request, async () => reads.has(startOnce) && lead(key, caller, startOnce)).catch((error: unknown) => {
        leave();
        reject(error as Error);
      });
    });
  };
}

/** Reads that are sent in one request. It is aborted only when the signals of all of them are. */
class Batch {
  readonly #maxSize: number;
  readonly #requests: GraphqlRequest[] = [];
  readonly #shared = new SharedRead<BatchOutcome>(() => (this.isOpen = false));
  /** Whether a read can be added: it is neither full nor sent nor abandoned. */
  isOpen = true;
  /** Whether several reads were sent. */
  isSent = false;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /** Adds a read. Rejects with UNAVAILABLE as soon as its signal is aborted. */
  add(request: GraphqlRequest): Promise<BatchOutcome> {
    this.#requests.push(request);
    if (this.#requests.length === this.#maxSize) this.isOpen = false;
    return this.#shared.join(request.signal);
  }

  /** Sends the reads that are not aborted, and settles them. Never rejects. */
  async send(): Promise<void> {
    this.isOpen = false;
    const requests = this.#requests.filter(({ signal }) => !signal.aborted);
    this.isSent = requests.length > 1;
    if (requests.length > 0) await this.#shared.send((signal) => postBatch(requests, signal));
  }
}

/** What became of a batch. */
interface BatchOutcome {
  /** A read that is missing has to be sent alone. */
  results: ReadonlyMap<GraphqlRequest, ExecutionResult>;
  /** Why there is no result for any of them: the response is none to a batch. */
  refusal?: Error;
}

/**
 * Posts queries, at least one, in one request: a JSON array whose response has their results in the same order, as Apollo Server,
 * GraphQL Yoga, Hive Gateway and others accept it. It has the headers of the first, and its response is read up to `maxBytes`. Rejects
 * with UNAVAILABLE where nothing could be sent.
 */
async function postBatch(requests: readonly GraphqlRequest[], signal: AbortSignalLike): Promise<BatchOutcome> {
  const [first] = requests as readonly [GraphqlRequest, ...GraphqlRequest[]];
  if (requests.length === 1) return { results: new Map([[first, await postGraphql({ ...first, signal })]]) };
  const body = `[${requests.map((request) => request.body).join(',')}]`;
  let response: HttpResponse;
  try {
    const [, ...others] = requests.flatMap(({ span }) => span ?? []);
    response = await sendRequest({ ...first, body, signal, others }, true);
  } catch (error) {
    const { cause, isUnsent } = error as ConnectionError;
    if (isUnsent) throw unavailableError(cause);
    return { results: new Map(), refusal: cause instanceof Error ? cause : new Error('The connection broke.') };
  }
  const { status, headers } = response;
  const scans = requests.map(({ scan }) => scan);
  const scanned = status === 200 ? scanResults(response.text, scans) : undefined;
  if (scanned) return { results: new Map(requests.map((request, index) => [request, scanned[index]!])) };
  const { value: list, isOutOfRange } = parseText(response.text);
  if (!Array.isArray(list) || list.length !== requests.length) {
    const refusal = new Error(`The response has status ${status} and is no list of ${requests.length} results.`);
    return { results: new Map(), refusal };
  }
  const results = new Map<GraphqlRequest, ExecutionResult>();
  for (const [index, request] of requests.entries()) {
    const { variableLocations = new Set(), persisted } = request;
    const context = { status, headers, isWrite: false, variableLocations, persisted };
    const result = readBatchedResult({ value: list[index], isOutOfRange }, context);
    if (result) results.set(request, result);
  }
  return { results };
}
