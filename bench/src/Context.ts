import type { BenchDatabase } from './database/openBenchDatabase.ts';
import type { Processes } from './processes/createProcesses.ts';
import type { Options } from './readOptions.ts';
import type { Table } from './Table.ts';

/** What a suite is given to measure with. */
export interface Context {
  options: Options;
  /** Starts processes that end with the bench, however it ends. */
  processes: Processes;
  /** Opens a database of this run: see `openBenchDatabase`. It is dropped at the end of the run at the latest. */
  openDatabase(rows?: number): Promise<BenchDatabase>;
}

/** Measures, and returns tables: all of them at the end, or each as soon as it is there. */
export type Suite = (context: Context) => Promise<readonly Table[]> | AsyncIterable<Table>;
