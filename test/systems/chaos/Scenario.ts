import type { Keys } from './History.ts';
import type { Load } from './Load.ts';
import type { Random } from './Random.ts';
import type { Query } from './readRows.ts';

/** A service under test: what clients write to, and what has the rows. */
export interface Topology {
  /** Where clients write. */
  readonly url: URL;
  /** What an Idempotency-Key promises; undefined where there are none. */
  readonly keys: Keys | undefined;
  /** Reads the database, once nothing writes to it. */
  withDatabase<Result>(read: (query: Query) => Promise<Result>): Promise<Result>;
  end(): Promise<void>;
}

/** What the report of a scenario adds. */
export interface Findings {
  /** Follows the name of the scenario. */
  note?: string;
  /** Milliseconds by what they are; no scenario fails by them. */
  figures?: Readonly<Record<string, number>>;
}

/** Faults that happen to a topology while clients write. */
export interface Scenario<Parts extends Topology = Topology> {
  name: string;
  /** Part of the short form. */
  isShort: boolean;
  /** Whether clients must notice, so that a fault that did not happen is no success. */
  isFelt: boolean;
  /** How often the faults happen in the full form, if not three times. */
  rounds?: number;
  /**
   * Makes the faults happen, as the random numbers have it, and undoes them. Returns what the report adds.
   * Rejects if the service behaves otherwise than it should.
   */
  run(parts: Parts, load: Load, random: Random): Promise<Findings | void>;
}

/** Scenarios that share a topology, one after another. */
export interface Suite<Parts extends Topology = Topology> {
  start(): Promise<Parts>;
  scenarios: readonly Scenario<Parts>[];
}
