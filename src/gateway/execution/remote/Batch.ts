import { setImmediate } from 'node:timers/promises';
import type { GraphqlRequest } from './postGraphql.ts';
import { type BatchOutcome, postBatch } from './postBatch.ts';
import { SharedRead } from './SharedRead.ts';

/** Reads that are sent in one request. It is aborted only when the signals of all of them are. */
export class Batch {
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
