import { OVERLOADED, timeoutError } from '../../base/errors/knownErrors.ts';
import type { AbortSignalLike } from '../../http/signals.ts';

/** The bounds of a lane. Absent: none. */
export interface LaneLimits {
  /** Cost that runs at once. Work that costs more runs alone. */
  budget: number;
  /** Cost that starts in one turn of the event loop. Work that costs more starts alone. Absent: work starts as soon as there is room. */
  turnCost?: number;
  /** Cost that a caller starts in its turn. Absent: the budget. */
  turnOfCaller?: number;
  /** Cost that waits. */
  queueCost?: number;
  /** Requests that wait. */
  queueLength?: number;
  /** Milliseconds after which waiting work is refused. */
  maxWaitMs?: number;
}

/** What runs in a lane. */
export interface LaneWork {
  cost: number;
  /** Whose share of the capacity it takes: callers take turns. */
  caller: string;
  /** Milliseconds since the epoch; work whose deadline has passed does not start. Absent: none. */
  deadline?: number;
  /** Work does not start once it is aborted. Absent: the work waits until it starts. */
  signal?: AbortSignalLike;
}

/** Gives back the capacity of work that has ended; further calls do nothing. */
export type Release = () => void;

/** Runs work as soon as it has its capacity, and gives that back when it settles. */
export function runWith<Value>(capacity: Release | Promise<Release>, run: () => Promise<Value>): Promise<Value> {
  const runUntil = async (release: Release) => {
    try {
      return await run();
    } finally {
      release();
    }
  };
  return typeof capacity === 'function' ? runUntil(capacity) : capacity.then(runUntil);
}

/** Milliseconds between two looks at how long work has waited: one timer for all of it. */
const SWEEP_INTERVAL_MS = 500;

/** Refusals of late work in one turn of the event loop: some ten milliseconds. */
const MAX_REFUSED_AT_ONCE = 50;

/** Work that waits. */
interface Waiting {
  cost: number;
  /** Milliseconds since the epoch after which it is refused. */
  refusedAt: number;
  deadline: number;
  start(): void;
  refuse(reason: unknown): void;
}

/** The waiting work of one caller. A caller without any has no queue. */
interface CallerQueue {
  /** In the order of arrival. */
  waiting: Set<Waiting>;
  cost: number;
  /** Cost that it may still start in its turn. */
  deficit: number;
  hasTurn: boolean;
}

/**
 * Runs work up to a budget of cost; the rest waits in one queue for each caller. Callers take turns by deficit round robin
 * (Shreedhar and Varghese, 1996): in its turn, a caller starts work up to a cost, so that one with cheap work does not
 * wait for each expensive request of another. A queue may be as long as what is free of the common bound (the dynamic thresholds of
 * Choudhury and Hahne, 1998): one caller fills half of it, and there is always room for another one. Every operation takes
 * constant time.
 */
export class Lane {
  readonly #limits: Required<LaneLimits>;
  /** Callers with waiting work, in the order of their turns. */
  readonly #queues = new Map<string, CallerQueue>();
  /** The number of works that each caller runs; callers without any are not in it. */
  readonly #runningOf = new Map<string, number>();
  #running = 0;
  #waitingCost = 0;
  #waitingLength = 0;
  #startedInTurn = 0;
  #isScheduled = false;
  #sweep: NodeJS.Timeout | undefined;

  constructor(limits: LaneLimits) {
    const none = { turnCost: Infinity, queueCost: Infinity, queueLength: Infinity, maxWaitMs: Infinity };
    this.#limits = { ...none, turnOfCaller: limits.budget, ...limits };
  }

  /** The cost that runs, and the work that waits. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waitingLength };
  }

  /** Whether work of this caller runs or waits. */
  has(caller: string): boolean {
    return this.#runningOf.has(caller) || this.#queues.has(caller);
  }

  /** Takes the cost of work from the budget; undefined where it has to wait. */
  tryStart(work: LaneWork): Release | undefined {
    const cost = this.#chargeOf(work);
    return this.#queues.size === 0 && this.#fits(cost) ? this.#take(cost, work.caller) : undefined;
  }

  /** Whether work would neither start nor wait. */
  refuses(work: LaneWork): boolean {
    const cost = this.#chargeOf(work);
    return (this.#queues.size > 0 || !this.#fits(cost)) && !this.#hasRoom(work.caller, cost);
  }

  /** Waits until the work may start. Rejects where the queue of its caller is full, or the work must not start any more. */
  wait(work: LaneWork): Promise<Release> {
    const { caller, deadline = Infinity, signal } = work;
    const cost = this.#chargeOf(work);
    if (!this.#hasRoom(caller, cost)) return Promise.reject(OVERLOADED);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const leave = () => {
        this.#remove(caller, waiting);
        signal?.removeEventListener('abort', abandon);
      };
      const abandon = () => {
        waiting.refuse(signal!.reason);
        this.#startNext();
      };
      const waiting: Waiting = {
        cost,
        deadline,
        refusedAt: Math.min(deadline, Date.now() + this.#limits.maxWaitMs),
        start: () => {
          leave();
          resolve(this.#take(cost, caller));
        },
        refuse: (reason) => {
          leave();
          reject(reason as Error);
        },
      };
      signal?.addEventListener('abort', abandon, { once: true });
      this.#add(caller, waiting);
    });
  }

  /** Takes the cost of work, a promise only where it has to wait: most does not. */
  enter(work: LaneWork): Release | Promise<Release> {
    return this.tryStart(work) ?? this.wait(work);
  }

  /** Runs work as soon as it may start. Rejects as `wait` does, before anything ran. */
  run<Value>(work: LaneWork, run: () => Promise<Value>): Promise<Value> {
    return runWith(this.enter(work), run);
  }

  #chargeOf({ cost }: LaneWork): number {
    return Math.min(cost, this.#limits.budget);
  }

  #hasRoom(caller: string, cost: number): boolean {
    const { queueCost, queueLength } = this.#limits;
    const queue = this.#queues.get(caller);
    return (
      (queue?.cost ?? 0) + cost <= queueCost - this.#waitingCost &&
      (queue?.waiting.size ?? 0) + 1 <= queueLength - this.#waitingLength
    );
  }

  #fits(cost: number): boolean {
    const { budget, turnCost } = this.#limits;
    return this.#running + cost <= budget && (this.#startedInTurn === 0 || this.#startedInTurn + cost <= turnCost);
  }

  #take(cost: number, caller: string): Release {
    this.#running += cost;
    this.#runningOf.set(caller, (this.#runningOf.get(caller) ?? 0) + 1);
    if (this.#limits.turnCost < Infinity) {
      this.#startedInTurn += cost;
      this.#startNext();
    }
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#running -= cost;
      const left = this.#runningOf.get(caller)! - 1;
      if (left === 0) this.#runningOf.delete(caller);
      else this.#runningOf.set(caller, left);
      this.#startNext();
    };
  }

  #add(caller: string, waiting: Waiting): void {
    let queue = this.#queues.get(caller);
    if (!queue) this.#queues.set(caller, (queue = { waiting: new Set(), cost: 0, deficit: 0, hasTurn: false }));
    queue.waiting.add(waiting);
    queue.cost += waiting.cost;
    this.#waitingCost += waiting.cost;
    this.#waitingLength++;
    if (waiting.refusedAt === Infinity) return;
    this.#sweep ??= setInterval(() => this.#refuseLate(), SWEEP_INTERVAL_MS).unref();
  }

  #remove(caller: string, waiting: Waiting): void {
    const queue = this.#queues.get(caller)!;
    queue.waiting.delete(waiting);
    queue.cost -= waiting.cost;
    this.#waitingCost -= waiting.cost;
    this.#waitingLength--;
    if (queue.waiting.size === 0) this.#queues.delete(caller);
    if (this.#waitingLength > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }

  /** Starts waiting work; where turns of the event loop are bounded, in the next one, so that it looks at its sockets in between. */
  #startNext(): void {
    if (this.#limits.turnCost === Infinity) return this.#startWaiting();
    if (this.#isScheduled || (this.#startedInTurn === 0 && this.#queues.size === 0)) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#startedInTurn = 0;
      this.#startWaiting();
    });
  }

  #startWaiting(): void {
    for (;;) {
      const [next] = this.#queues;
      if (!next) return;
      const [caller, queue] = next;
      if (!queue.hasTurn) {
        queue.hasTurn = true;
        queue.deficit += this.#limits.turnOfCaller;
      }
      const [first] = queue.waiting as Set<Waiting> & Iterable<Waiting>;
      if (first!.deadline <= Date.now()) {
        first!.refuse(timeoutError());
      } else if (first!.cost > queue.deficit) {
        queue.hasTurn = false;
        this.#queues.delete(caller);
        this.#queues.set(caller, queue);
      } else if (this.#fits(first!.cost)) {
        queue.deficit -= first!.cost;
        first!.start();
      } else return;
    }
  }

  /** Of each queue from its head: what arrived first is late first. The rest of them is refused in the next turns. */
  #refuseLate(): void {
    const now = Date.now();
    let refused = 0;
    for (const { waiting } of this.#queues.values()) {
      for (const work of waiting) {
        if (work.refusedAt > now) break;
        if (refused++ === MAX_REFUSED_AT_ONCE) return void setImmediate(() => this.#refuseLate());
        work.refuse(work.deadline <= now ? timeoutError() : OVERLOADED);
      }
    }
    this.#startNext();
  }
}
