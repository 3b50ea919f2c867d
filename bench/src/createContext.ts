import type { Context } from './Context.ts';
import { type BenchDatabase, openBenchDatabase } from './database/openBenchDatabase.ts';
import { createProcesses } from './processes/createProcesses.ts';
import type { Options } from './readOptions.ts';

/** Makes what the suites measure with; `close` ends its processes, and drops its databases after that. */
export async function createContext(options: Options): Promise<{ context: Context; close(): Promise<void> }> {
  const processes = await createProcesses();
  const databases: BenchDatabase[] = [];
  const openDatabase = async (rows?: number) => {
    const database = await openBenchDatabase(options.server, rows);
    databases.push(database);
    return database;
  };
  return {
    context: { options, processes, openDatabase },
    close: async () => {
      await processes.stop();
      await Promise.all(databases.map(({ drop }) => drop()));
    },
  };
}
