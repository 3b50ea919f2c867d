import { OVERLOADED, timeoutError } from '../errors/knownErrors.ts';
import type { Admission, Release, Work, Write } from './Admission.ts';
import { Lane, type LaneLimits } from './Lane.ts';

/** The bounds of a process. */
export interface AdmissionLimits {
  /** Work up to this cost is small. */
  maxSmallCost: number;
  small: LaneLimits;
  large: LaneLimits;
  /** Absent: writes have the bounds of reads. */
  writes?: WriteLimits | undefined;
}

/** The bounds of writes to a database: they run on its connections. */
interface WriteLimits {
  /** Writes that run at once. */
  running: number;
  waiting: number;
  /** The mutations that write by one statement for all requests that arrive together. */
  shared: ReadonlySet<string>;
}

/** A page of 100 rows with twenty fields, or 200 single reads. */
const MAX_SMALL_COST = 2_000;

/** The most expensive operation of /graphql: about half a second of one core, and tens of megabytes. It runs alone. */
const MAX_COST = 100_000;

/** Longer than a dependency hesitates, shorter than clients wait: 503 and another try are better than a late response. */
const MAX_WAIT_MS = 5_000;

/** Requests that share one statement: few enough that a flood of them, one after another, is bounded as well. */
const REQUESTS_PER_STATEMENT = 16;

const DEFAULT_LIMITS: AdmissionLimits = {
  maxSmallCost: MAX_SMALL_COST,
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
 */
export function createAdmission(limits: Partial<AdmissionLimits> = {}): Admission {
  const { maxSmallCost, small, large, writes } = { ...DEFAULT_LIMITS, ...limits };
  const smallLane = new Lane(small);
  const largeLane = new Lane(large);
  const writeLane = writes && new Lane(toLaneLimits(writes));

  const laneOf = ({ cost }: Pick<Work, 'cost'>) => (cost <= maxSmallCost ? smallLane : largeLane);

  /** A promise only where the work has to wait: most does not. */
  function enter(work: Work): Release | Promise<Release> {
    work.signal.throwIfAborted();
    if (work.deadline <= Date.now()) throw timeoutError();
    if (!writeLane || !work.write) return enterLane(laneOf(work), work);
    const writing = { ...work, cost: costOfWrite(work.write) };
    return work.cost <= maxSmallCost ? enterLane(writeLane, writing) : enterBoth(work, writeLane, writing);
  }

  /** Takes the capacity of large work and that of a write, and holds neither while it waits for the other. */
  async function enterBoth(work: Work, lane: Lane, writing: Work): Promise<Release> {
    if (lane.refuses(writing)) throw OVERLOADED;
    let [first, firstWork, second, secondWork] = [largeLane, work, lane, writing];
    for (;;) {
      const releaseFirst = await enterLane(first, firstWork);
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

  function refuses(work: Pick<Work, 'cost' | 'caller' | 'write'>): boolean {
    if (!writeLane || !work.write) return laneOf(work).refuses(work);
    const { caller, cost, write } = work;
    return writeLane.refuses({ caller, cost: costOfWrite(write) }) || (cost > maxSmallCost && largeLane.refuses(work));
  }

  function costOfWrite({ fields, isTransaction }: Write): number {
    const isShared = !isTransaction && fields.every((name) => writes!.shared.has(name));
    return isShared ? Math.min(fields.length, REQUESTS_PER_STATEMENT) : REQUESTS_PER_STATEMENT;
  }

  return {
    acquire: async (work) => enter(work),
    refuses,
    async run(work, run) {
      const entered = enter(work);
      const release = typeof entered === 'function' ? entered : await entered;
      try {
        return await run();
      } finally {
        release();
      }
    },
  };
}

function enterLane(lane: Lane, work: Work): Release | Promise<Release> {
  return lane.tryStart(work) ?? lane.wait(work);
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
