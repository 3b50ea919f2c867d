import type { Table } from '../Table.ts';

/** Where and how a run took place: what has to be equal before two runs can be compared. */
export interface Machine {
  cpu: string;
  cores: number;
  node: string;
  /** What the server calls itself, for example `PostgreSQL 15.20`. */
  postgres: string;
}

/** The JSON of a run. */
export interface Run {
  /** ISO 8601. */
  date: string;
  machine: Machine;
  /** Version of the program, and the commit that was built; ends in `+` where files were changed since. */
  version: string;
  rounds: number;
  /** Length of a round. */
  seconds: number;
  /** The rows that were asked for; null for the default. */
  rows: number | null;
  tables: readonly Table[];
}
