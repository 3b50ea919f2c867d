import { OVERLOADED, refusalOf, timeoutError } from '../../base/errors/knownErrors.ts';
import type { AbortSignalLike } from '../../http/signals.ts';
import { HeldRefusals, type RefusedRequest } from './HeldRefusals.ts';
import { Lane, type LaneLimits, type LaneWork, type Release, runWith } from './Lane.ts';

/** The work of one request that waits for admission. Its cost is in the units of `prepareCost`: about the fields of the response. */
export interface Work extends LaneWork {
  deadline: number;
  /** Aborted when the client disconnects. */
  signal: AbortSignalLike;
  /** Absent: it only reads. */
  write?: Write | undefined;
}

/** What work writes. */
interface Write {
  /** The root fields of its mutation. */
  fields: readonly string[];
  /** Whether it is a transaction, which shares no statement with others. */
  isTransaction: boolean;
}

/** What a request costs besides the fields of its response: routing, credentials, headers, the log. */
export const REQUEST_COST = 20;

/** Bounds the work in progress. */
export interface Admission {
  /**
   * Takes capacity for work, after at most a bounded wait. Rejects with UNAVAILABLE and `Retry-After` where too much work waits
   * already, with TIMEOUT after the deadline, and with the reason of the signal; then the work must not start.
   */
  acquire(work: Work): Promise<Release>;
  /** Whether `acquire` would refuse work of this cost at once, so that what leads to it can be spared. */
  refuses(work: Pick<Work, 'cost' | 'caller' | 'write'>): boolean;
  /** Runs work as soon as it has its capacity, and gives that back when it settles. Rejects as `acquire` does, before anything ran. */
  run<Value>(work: Work, run: () => Promise<Value>): Promise<Value>;
  /**
   * Settles when the error of a request may be sent: that of overload only after a while where other work of its caller runs or waits.
   * Its own must have ended. Never rejects.
   */
  holdRefusal(error: unknown, request: RefusedRequest & Pick<Work, 'caller'>): Promise<void>;
  /** Ends all waits of `holdRefusal`, and those to come: the server is shutting down. */
  drain(): void;
}

/** The bounds of a process. */
export interface AdmissionLimits {
  /** Work up to this cost is small. */
  maxSmallCost: number;
  small: LaneLimits;
  large: LaneLimits;
  /** Absent: writes have the bounds of reads. */
  writes?: WriteLimits | undefined;
  /** Refusals that wait at once. */
  maxHeld?: number;
}

/** The bounds of writes to a database: they run on its connections. */
interface WriteLimits {
  /** Writes that run at once. */
  running: number;
  waiting: number;
  /** The mutations that write by one statement for all requests that arrive together. */
  shared: ReadonlySet<string>;
}

/**
 * The most expensive operation of /graphql, in fields of a response whose lists are all full: a hundred orders of a hundred lines with nine
 * fields each. It takes about half a second of one core, and tens of megabytes, and runs alone.
 */
export const MAX_COST = 100_000;

/** Longer than a dependency hesitates, shorter than clients wait: 503 and another try are better than a late response. */
export const MAX_WAIT_MS = 5_000;

/** Requests that share one statement: few enough that a flood of them, one after another, is bounded as well. */
const REQUESTS_PER_STATEMENT = 16;

const DEFAULT_LIMITS: AdmissionLimits = {
  // A page of 100 rows with twenty fields, or 200 single reads.
  maxSmallCost: 2_000,
  // One core spends about a quarter of a second on the budget. Reads that start in one turn share statements: with a tenth of this
  // turn, 64 clients that read pages of orders took a fifth longer.
  small: { budget: 50_000, turnCost: 25_000, queueCost: 200_000, queueLength: 1_000, maxWaitMs: MAX_WAIT_MS },
  // What waits, waits for about as long as its cost takes: four or five seconds at most.
  large: {
    budget: MAX_COST,
    turnCost: MAX_COST / 4,
    queueCost: 20 * MAX_COST,
    queueLength: 200,
    maxWaitMs: MAX_WAIT_MS,
  },
};

/**
 * Creates the admission of a process. Small and large work have a budget each, so that a read of one row does not wait for an
 * operation of half a second, whoever sent it. Writes have one of their writing, so that no read waits for connections behind them.
 * Capacity is given back when the work has ended, not when the client has read the response: one that does not read would keep it.
 *
 * Of 300 connections that repeat an operation of about the maximum cost as fast as they are answered, another caller, who reads one
 * product at a time, waited for 6 to 12 seconds without admission, and the process took 2 GB (one process, two cores for everything). With
 * it, the 95th percentile of its reads is 0.2 to 0.35 seconds for each of five such operations; the process takes 310 to 370 MB, and 510 to
 * 560 MB with the embedded database, of which that takes 370 by itself. The operations of the flood take five seconds then. These numbers
 * were measured with a heap that grew to twice its use at most, by an undocumented flag of V8; `--max-old-space-size` bounds it now.
 */
export function createAdmission(limits: Partial<AdmissionLimits> = {}): Admission {
  const { maxSmallCost, small, large, writes, maxHeld } = { ...DEFAULT_LIMITS, ...limits };
  const smallLane = new Lane(small);
  const largeLane = new Lane(large);
  const writeLane = writes && new Lane(toLaneLimits(writes));
  const lanes = [smallLane, largeLane, ...(writeLane ? [writeLane] : [])];
  const held = new HeldRefusals(maxHeld);

  const laneOf = ({ cost }: Pick<Work, 'cost'>) => (cost <= maxSmallCost ? smallLane : largeLane);

  /** A promise only where the work has to wait: most does not. */
  function enter(work: Work): Release | Promise<Release> {
    if (work.signal.aborted) return Promise.reject(work.signal.reason as Error);
    if (work.deadline <= Date.now()) return Promise.reject(timeoutError());
    if (!writeLane || !work.write) return laneOf(work).enter(work);
    const writing = { ...work, cost: costOfWrite(work.write) };
    return work.cost <= maxSmallCost ? writeLane.enter(writing) : enterBoth(work, writeLane, writing);
  }

  /** Takes the capacity of large work and that of a write, and holds neither while it waits for the other. */
  async function enterBoth(work: Work, lane: Lane, writing: Work): Promise<Release> {
    if (lane.refuses(writing)) throw OVERLOADED;
    let [first, firstWork, second, secondWork] = [largeLane, work, lane, writing];
    for (;;) {
      const releaseFirst = await first.enter(firstWork);
      const releaseSecond = second.tryStart(secondWork);
      if (releaseSecond) {
        return () => {
          releaseSecond();
          releaseFirst();
        };
      }
      releaseFirst();
      [first, firstWork, second, secondWork] = [second, secondWork, first, firstWork];
    }
  }

  function costOfWrite({ fields, isTransaction }: Write): number {
    const isShared = !isTransaction && fields.every((name) => writes!.shared.has(name));
    return isShared ? Math.min(fields.length, REQUESTS_PER_STATEMENT) : REQUESTS_PER_STATEMENT;
  }

  return {
    acquire: async (work) => enter(work),
    refuses(work) {
      if (!writeLane || !work.write) return laneOf(work).refuses(work);
      const writing = { caller: work.caller, cost: costOfWrite(work.write) };
      return writeLane.refuses(writing) || (work.cost > maxSmallCost && largeLane.refuses(work));
    },
    run: (work, run) => runWith(enter(work), run),
    async holdRefusal(error, { caller, ...request }) {
      // A caller without other work here is refused because of others.
      if (refusalOf(error) === 'overload' && lanes.some((lane) => lane.has(caller))) await held.hold(request);
    },
    drain: () => held.drain(),
  };
}

/** Callers take turns write by write: one that waits for a lock keeps its connection for long. */
function toLaneLimits({ running, waiting }: WriteLimits): LaneLimits {
  const budget = running * REQUESTS_PER_STATEMENT;
  const queueCost = waiting * REQUESTS_PER_STATEMENT;
  return {
    budget,
    turnCost: budget,
    turnOfCaller: REQUESTS_PER_STATEMENT,
    queueCost,
    queueLength: queueCost,
    maxWaitMs: MAX_WAIT_MS,
  };
}
