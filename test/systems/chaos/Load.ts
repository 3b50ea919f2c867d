// Clients that write until they are stopped.
import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type Answer, classifyAnswer, classifyError } from './classifyAnswer.ts';
import { type Counter, DELETED, type History, type Keys, type Outcome } from './History.ts';
import type { Random } from './Random.ts';
import type { Recorder } from './Recorder.ts';
import { type Destination, sendWrite } from './sendWrite.ts';
import { type WriteRequest, nextWrite } from './writes.ts';

/** How long a client waits after a write that did not succeed. */
const PAUSE_MS = 100;
/** How long a condition, or the answer to a write with a key, may take, which the service should give within seconds. */
const PATIENCE_MS = 90_000;

/** What the writes need. */
export interface LoadOptions {
  url: URL;
  token: string;
  recorder: Recorder;
  random: Random;
  /** The user whose orders they are. */
  ownerId: number;
  /** What Idempotency-Keys promise, with which half of the rows are written; undefined without them. */
  keys: Keys | undefined;
  counter: Counter;
}

const CREATED = 201;
const CONFLICT = 409;
const PRECONDITION_FAILED = 412;

/** The part of the writes that increments the counter. */
const INCREMENTS = 0.1;

/** A closed loop of clients, each of which sends its next write when it has the outcome of the one before it. */
export class Load {
  readonly #options: LoadOptions;
  readonly #destination: Destination & { agent: Agent };
  readonly #clients: Promise<void>[] = [];
  readonly #changed = new Set<() => void>();
  #stopped = false;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#destination = { ...options, agent: new Agent({ keepAlive: true }) };
  }

  /** Adds clients. */
  add(clients: number): void {
    for (let client = 0; client < clients; client++) this.#clients.push(this.#runClient(this.#options.random.fork()));
  }

  /** Resolves when so many more writes were acknowledged; rejects if the service does not recover. */
  acknowledges(count: number): Promise<void> {
    return this.#until('acknowledged', () => this.#options.recorder.counts.acknowledged, count);
  }

  /** Resolves when so many more attempts to write were refused or have an unknown outcome. */
  fails(count: number): Promise<void> {
    return this.#until('refused or unknown', () => this.failures, count);
  }

  /** The attempts to write that were refused or have an unknown outcome. */
  get failures(): number {
    const { counts, retries } = this.#options.recorder;
    return counts.refused + counts.unknown + retries;
  }

  /** Resolves when every write that was sent has an outcome. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#clients);
    this.#destination.agent.destroy();
  }

  async #until(what: string, countOf: () => number, count: number): Promise<void> {
    const enough = countOf() + count;
    const patience = new AbortController();
    let check = () => {};
    const reached = new Promise<void>((resolve) => {
      check = () => countOf() >= enough && resolve();
      this.#changed.add(check);
    });
    const late = setTimeout(PATIENCE_MS, true, { signal: patience.signal }).catch(() => false);
    const isLate = await Promise.race([reached, late]);
    this.#changed.delete(check);
    patience.abort();
    if (isLate === true) throw new Error(`fewer than ${count} more writes were ${what} within ${PATIENCE_MS / 1000} s`);
  }

  async #runClient(random: Random): Promise<void> {
    const { recorder, keys } = this.#options;
    while (!this.#stopped) {
      if (random.next() < INCREMENTS) {
        await this.#increment();
        continue;
      }
      const isKeyed = keys !== undefined && random.next() < 0.5;
      const history = recorder.begin(random.next() < 0.4 ? 'order' : 'user', isKeyed);
      const length = history.kind === 'order' ? 1 : random.integer(1, DELETED);
      let outcome: Outcome = 'acknowledged';
      while (outcome === 'acknowledged' && history.outcomes.length < length && !this.#stopped) {
        outcome = await this.#write(history);
        history.outcomes.push(outcome);
        recorder.counts[outcome]++;
        this.#notify();
      }
      if (outcome !== 'acknowledged') await setTimeout(PAUSE_MS);
    }
  }

  /** Reads the counter, and writes the next number if no other client was faster. */
  async #increment(): Promise<void> {
    const { recorder, counter } = this.#options;
    const path = `/v2/users/${counter.id}`;
    const read = await sendWrite(this.#destination, { method: 'GET', path }).catch(() => undefined);
    if (read?.status !== 200 || read.etag === undefined) return void (await setTimeout(PAUSE_MS));
    const next = Number((JSON.parse(read.body) as { lastName: string }).lastName) + 1;
    const write = { method: 'PATCH', path, body: { lastName: String(next) }, ifMatch: read.etag } as const;
    let isOutrun = false;
    const outcome = await this.#send(write, ({ status }) => (isOutrun = status === PRECONDITION_FAILED));
    if (isOutrun) return;
    recorder.counts[outcome]++;
    if (outcome !== 'refused') counter[outcome]++;
  }

  /** Sends the next write of a history; with a key until it is acknowledged, or no retry can be. */
  async #write(history: History): Promise<Outcome> {
    const { recorder, ownerId, keys } = this.#options;
    const write = nextWrite(recorder.scope, ownerId, history);
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      let isFinal = write.key === undefined;
      const outcome = await this.#send(write, ({ status, body }, answered) => {
        if (status === CREATED) history.id = (JSON.parse(body) as { id: number }).id;
        // No attempt will ever learn the outcome of the first one. (IDEMPOTENCY_KEY_IN_USE is a refusal.)
        const isUnknownForGood = keys === 'at most once' && status === CONFLICT && answered === 'unknown';
        isFinal ||= isUnknownForGood || answered === undefined;
      });
      if (outcome === 'acknowledged' || isFinal) return outcome;
      if (Date.now() > deadline) {
        recorder.unanswered++;
        return outcome;
      }
      recorder.retries++;
      this.#notify();
      await setTimeout(PAUSE_MS);
    }
  }

  async #send(
    write: WriteRequest,
    onAnswer?: (answer: Answer, outcome: Outcome | undefined) => void,
  ): Promise<Outcome> {
    let answer: Answer;
    try {
      answer = await sendWrite(this.#destination, write);
    } catch (error) {
      return classifyError(error as NodeJS.ErrnoException);
    }
    const outcome = classifyAnswer(answer);
    if (outcome === undefined) this.#quote(write, answer);
    onAnswer?.(answer, outcome);
    return outcome ?? 'unknown';
  }

  #notify(): void {
    for (const check of this.#changed) check();
  }

  #quote({ method, path }: WriteRequest, { status, body, retryAfter }: Answer): void {
    const header = retryAfter === undefined ? '' : ` with Retry-After: ${retryAfter}`;
    this.#options.recorder.recordUnexpected(`${method} ${path} is ${status}${header} ${body.slice(0, 300)}`);
  }
}
