import { timeoutError } from '../errors/timeoutError.ts';
import type { Admission, Release, Work } from './Admission.ts';
import { Lane, type LaneLimits } from './Lane.ts';

/** The bounds of a process. */
export interface AdmissionLimits {
  /** Work up to this cost is small. */
  maxSmallCost: number;
  small: LaneLimits;
  large: LaneLimits;
}

/** A page of 100 rows with twenty fields, or 200 single reads. */
const MAX_SMALL_COST = 2_000;

/** The most expensive operation of /graphql: about half a second of one core, and tens of megabytes. It runs alone. */
const MAX_COST = 100_000;

/** Longer than a dependency hesitates, shorter than clients wait: 503 and another try are better than a late response. */
const MAX_WAIT_MS = 5_000;

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
 * operation of half a second, whoever sent it.
 */
export function createAdmission({ maxSmallCost, small, large }: AdmissionLimits = DEFAULT_LIMITS): Admission {
  const smallLane = new Lane(small);
  const largeLane = new Lane(large);

  const laneOf = ({ cost }: Pick<Work, 'cost'>) => (cost <= maxSmallCost ? smallLane : largeLane);

  /** A promise only where the work has to wait: most does not. */
  function enter(work: Work): Release | Promise<Release> {
    work.signal.throwIfAborted();
    if (work.deadline <= Date.now()) throw timeoutError();
    const lane = laneOf(work);
    return lane.tryStart(work) ?? lane.wait(work);
  }

  return {
    acquire: async (work) => enter(work),
    refuses: (work) => laneOf(work).refuses(work),
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
