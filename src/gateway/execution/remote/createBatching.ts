// Reads of one caller that begin in the same turn of the event loop, or wait for a slot together, in one request to the upstream.
import { setImmediate } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import { ServiceError } from '../../errors/ServiceError.ts';
import { type AbortSignalLike, RequestSignal } from '../../protocol/signals.ts';
import { SharedRead } from './SharedRead.ts';
import { identifyBatchHeaders } from './Upstream.ts';
import type { SlotRequest, Slots } from './createSlots.ts';
import { type GraphqlRequest, postGraphql, postQuery } from './postGraphql.ts';
import { parseJson, readBatchedResult } from './readResult.ts';
import type { ConnectionError, HttpResponse } from './sendRequest.ts';
import { unavailableError } from './upstreamErrors.ts';

/** Posts a read, alone or with others. */
export type Post = (request: GraphqlRequest) => Promise<ExecutionResult>;

export interface BatchRequest extends SlotRequest {
  /** Those that the upstream receives. */
  headers: Readonly<Record<string, string>>;
}

export interface Batching {
  /**
   * Runs `run` as soon as there is a free slot, or a batch of the same caller with the same headers that has room: a batch takes one
   * slot. `run` calls `post` at once, or not at all. Rejects like `Slots.run`.
   */
  run<Value>(request: BatchRequest, run: (post: Post) => Promise<Value>): Promise<Value>;
}

interface BatchingOptions {
  /** Maximum number of reads in one request; 1: no batches. */
  maxBatchSize: number;
  /** Called once, when batches are of no use. */
  warn?: ((message: string, cause: Error) => void) | undefined;
}

/** Milliseconds in which reads are sent alone, because the upstream has refused a batch of reads that it answers one by one, or hangs. */
const PAUSE_MS = 60_000;

const WARNING = `The upstream did not answer a batch of reads, so no batches are sent for ${PAUSE_MS / 1000} seconds at a time. If it accepts no arrays of operations, unset UPSTREAM_BATCH_SIZE; if it accepts shorter ones, set a smaller number.`;

/** A read that waits for a slot or a batch, whichever is first. */
interface WaitingRead {
  hasStarted: boolean;
  start(post: Post): Promise<unknown>;
}

/** Reads wait for slots one by one, so that what one caller may have waiting is the same as without batches. */
export function createBatching(slots: Slots, { maxBatchSize, warn }: BatchingOptions): Batching {
  /** What waits, and the batch that takes more, by key. */
  const waiting = new Map<string, Set<WaitingRead>>();
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
      const { results, refusal } = await batch.add(request).catch((error: unknown) => {
        // The upstream may hang whenever it receives an array.
        const { reason } = request.signal;
        if (batch.isSent && reason instanceof ServiceError && reason.code === 'TIMEOUT') pause(reason);
        throw error;
      });
      const result = results.get(request);
      if (result) return result;
      const sendAlone = async () => {
        const single = await postGraphql(request);
        // Refused credentials, for example, are no reason: the read alone has errors as well.
        if (refusal && !single.errors) pause(refusal);
        return single;
      };
      // The first one waits for no slot, so that the next batches need not be refused as well.
      return batch.reuseSlot(sendAlone) ?? slots.run({ caller, signal: request.signal }, sendAlone);
    };
  }

  /** Uses a slot of a read for its batch. */
  async function lead(key: string, caller: string, read: WaitingRead): Promise<void> {
    if (read.hasStarted) return;
    if (isPaused()) return void (await read.start(postGraphql));
    const other = open.get(key);
    // The slot is not needed.
    if (other?.isOpen) return void read.start(postIn(other, caller));
    const batch = new Batch(maxBatchSize);
    open.set(key, batch);
    const post = postIn(batch, caller);
    void read.start(post);
    for (const next of waiting.get(key) ?? []) if (batch.isOpen) void next.start(post);
    await setImmediate();
    if (open.get(key) === batch) open.delete(key);
    await batch.send();
  }

  return {
    run(request, run) {
      const { caller, signal, headers } = request;
      if (maxBatchSize === 1 || isPaused()) return slots.run(request, () => run(postGraphql));
      // The caller is last, because it may contain line breaks.
      const key = `${identifyBatchHeaders(headers)}\n\n${caller}`;
      const batch = open.get(key);
      if (batch?.isOpen) return run(postIn(batch, caller));
      return new Promise((resolve, reject) => {
        const turn = new RequestSignal();
        const leave = () => turn.abort(signal.reason);
        const end = () => {
          signal.removeEventListener('abort', leave);
          const all = waiting.get(key);
          all?.delete(read);
          if (all?.size === 0) waiting.delete(key);
        };
        const read: WaitingRead = {
          hasStarted: false,
          start(post) {
            read.hasStarted = true;
            end();
            // Gives up the place in the queue of slots.
            turn.abort();
            const value = run(post);
            resolve(value);
            return value;
          },
        };
        if (signal.aborted) turn.abort(signal.reason);
        else signal.addEventListener('abort', leave, { once: true });
        waiting.set(key, (waiting.get(key) ?? new Set()).add(read));
        slots
          .run({ caller, signal: turn }, () => lead(key, caller, read))
          .catch((error: unknown) => {
            end();
            reject(error);
          });
      });
    },
  };
}

/** Reads that are sent in one request. It is aborted only when the signals of all of them are. */
class Batch {
  readonly #maxSize: number;
  readonly #requests: GraphqlRequest[] = [];
  readonly #shared = new SharedRead<BatchOutcome>(() => (this.#isOpen = false));
  #isOpen = true;
  #isSent = false;
  #reused: Promise<unknown> | undefined;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /** Whether a read can be added: it is neither full nor sent nor abandoned. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether several reads were sent. */
  get isSent(): boolean {
    return this.#isSent;
  }

  /** Adds a read. Rejects with UNAVAILABLE as soon as its signal is aborted. */
  add(request: GraphqlRequest): Promise<BatchOutcome> {
    this.#requests.push(request);
    if (this.#requests.length === this.#maxSize) this.#isOpen = false;
    return this.#shared.join(request.signal);
  }

  /** Runs `run` in the slot of the batch, which has an outcome; undefined where another one does. */
  reuseSlot<Value>(run: () => Promise<Value>): Promise<Value> | undefined {
    if (this.#reused) return undefined;
    const value = run();
    this.#reused = value;
    return value;
  }

  /** Sends the reads that are not aborted, and settles them. Resolves when the slot is free; never rejects. */
  async send(): Promise<void> {
    this.#isOpen = false;
    const requests = this.#requests.filter(({ signal }) => !signal.aborted);
    this.#isSent = requests.length > 1;
    if (requests.length === 0) return;
    let isAnswered = true;
    await this.#shared.send(async (signal) => {
      const outcome = await postBatch(requests, signal);
      isAnswered = outcome.results.size === requests.length;
      return outcome;
    });
    if (isAnswered) return;
    // Until then, a read that has no result reuses the slot.
    await setImmediate();
    await this.#reused?.catch(() => undefined);
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
    response = await postQuery({ ...first, body, signal });
  } catch (error) {
    const { cause, isUnsent } = error as ConnectionError;
    if (isUnsent) throw unavailableError(cause);
    return refuse(cause instanceof Error ? cause : new Error('The connection broke.'));
  }
  const { status, headers } = response;
  const list = parseJson(response.text);
  if (!Array.isArray(list) || list.length !== requests.length) {
    return refuse(new Error(`The response has status ${status} and is no list of ${requests.length} results.`));
  }
  const results = new Map<GraphqlRequest, ExecutionResult>();
  for (const [index, request] of requests.entries()) {
    const { variableLocations = new Set() } = request;
    const result = readBatchedResult(list[index], { status, headers, isWrite: false, variableLocations });
    if (result) results.set(request, result);
  }
  return { results };
}

function refuse(refusal: Error): BatchOutcome {
  return { results: new Map(), refusal };
}
