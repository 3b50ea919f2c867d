// What a suite measures. A table is printed, stored in the JSON of the run, drawn as a chart, and compared with that of
// another run: so it is plain data, and its names stay the same from run to run.

/** What a column shows, and how it is read. */
export interface Column {
  /** The key of its values, and its heading: `requests/s`, `CPU`. */
  name: string;
  /** `µs`, `MB`; `×` for a ratio within the run, which alone can be compared between machines. */
  unit: string;
  /** One sentence for readers who see only the table. */
  meaning: string;
  /** Which values are good; a column without it is not compared between runs. */
  better?: 'higher' | 'lower';
  /** Digits behind the decimal point where it is shown; 2 unless given. */
  digits?: number;
}

/** One line. Group, label and x together identify it in its table. */
export interface Row {
  /** Who or what was measured: a contender, or one of the curves. */
  label: string;
  /** Rows of one group are shown together: `64 connections`. */
  group?: string;
  /** Where the row is on the x axis of a curve. */
  x?: number;
  /** By the name of the column; a missing value was not measured. */
  values: Readonly<Record<string, number>>;
  /** The same of each round, where there were several: their spread tells a change from noise. */
  rounds?: Readonly<Record<string, readonly number[]>>;
}

/** A figure that the project set itself, and what was measured. */
export interface Target {
  /** `64 connections, of node:http + pg`. */
  name: string;
  value: number;
  atLeast?: number;
  atMost?: number;
}

export interface Table {
  /** Identifies it between runs and names its chart: `user`, `growth-offset`; lower case, digits and hyphens. */
  name: string;
  title: string;
  columns: readonly Column[];
  rows: readonly Row[];
  /** The name of the column that the chart draws: bars, or one curve for each label where there is an x axis. */
  drawn: string;
  /** The x axis of curves. */
  x?: { name: string; unit: string; scale: 'linear' | 'log' };
  targets?: readonly Target[];
  /** How many requests failed; any fails the run. */
  failures?: number;
}

/** Tells whether a target is met. */
export function isMet({ value, atLeast = -Infinity, atMost = Infinity }: Target): boolean {
  return value >= atLeast && value <= atMost;
}
