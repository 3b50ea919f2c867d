import { median } from '../median.ts';

/** What one request costs, or one start. */
export interface Cost {
  /** CPU time of the server, in milliseconds. */
  cpuMs: number;
  /** CPU time of PostgreSQL, in milliseconds; absent without a database, and where it runs on another machine. */
  databaseMs?: number;
  /** SQL statements; absent without a database. */
  statements?: number;
  /** Bytes of the body, as it is on the wire; absent for a start. */
  bytes?: number;
  /** The maximum of the server's resident memory meanwhile, in bytes. */
  peakBytes: number;
}

/** One point of a curve. */
export interface Point {
  /** The size that grows. */
  size: number;
  /** How much is received for the cost: bytes of a response, or what the title of the curve says. */
  result: number;
  /** What it cost in each round. */
  rounds: readonly Cost[];
}

/** What a request costs as something grows. */
export interface Curve {
  /** Identifies its table between runs. */
  name: string;
  title: string;
  /** What grows: `rows skipped`. */
  sizeName: string;
  /** As many rounds of each; the points took turns. */
  points: readonly Point[];
  /**
   * The maximum of the last point's cost as a multiple of the first point's; absent: as much as the result, between any two
   * points. Unbounded: the curve is shown, and not judged. */
  maxGrowth?: number | 'unbounded';
}

/** The median of each figure; of the peaks, the maximum. */
export function medianCost(rounds: readonly Cost[]): Cost {
  const of = (name: keyof Cost) => median(rounds.map((round) => round[name]!));
  const [{ databaseMs, statements, bytes }] = rounds as [Cost];
  return {
    cpuMs: of('cpuMs'),
    peakBytes: Math.max(...rounds.map(({ peakBytes }) => peakBytes)),
    ...(databaseMs !== undefined && { databaseMs: of('databaseMs') }),
    ...(statements !== undefined && { statements: of('statements') }),
    ...(bytes !== undefined && { bytes: of('bytes') }),
  };
}

/** By which factor cost and result have grown since the first point of a curve. */
export interface Growth {
  /** Of the CPU time of server and database: the ratio of each round, as load of the machine changes between rounds. */
  cost: readonly number[];
  result: number;
}

export function growthOf({ points }: Curve): Growth[] {
  const first = points[0]!;
  return points.map(({ rounds, result }) => ({
    cost: rounds.map((cost, round) => totalMs(cost) / totalMs(first.rounds[round]!)),
    result: result / first.result,
  }));
}

function totalMs({ cpuMs, databaseMs = 0 }: Cost): number {
  return cpuMs + databaseMs;
}
