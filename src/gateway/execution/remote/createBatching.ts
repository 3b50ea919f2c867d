// Reads of one caller that begin in the same turn of the event loop, or wait for a slot together, in one request to the upstream.
import { setImmediate } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import { ServiceError } from '../../errors/ServiceError.ts';
import { RequestSignal } from '../../protocol/RequestSignal.ts';
import { Batch } from './Batch.ts';
import type { SlotRequest, Slots } from './createSlots.ts';
import { type GraphqlRequest, postGraphql } from './postGraphql.ts';
import { identifyBatchHeaders } from './Upstream.ts';

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

export interface BatchingOptions {
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
        const own = await postGraphql(request);
        // Refused credentials, for example, are no reason: the read alone has errors as well.
        if (refusal && !own.errors) pause(refusal);
        return own;
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
