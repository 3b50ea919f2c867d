// One run: suites in turn, each with databases and processes of its own, and their tables. Fails if a request failed.
import { createContext } from './createContext.ts';
import { dropAbandoned } from './database/dropAbandoned.ts';
import { untilSignal } from './processes/untilSignal.ts';
import { readOptions } from './readOptions.ts';
import { compareRuns } from './results/compareRuns.ts';
import { describeMachine } from './results/describeMachine.ts';
import { describeRun } from './results/describeRun.ts';
import { readRun } from './results/readRun.ts';
import { readVersion } from './results/readVersion.ts';
import { renderTable } from './results/renderTable.ts';
import { saveRun } from './results/saveRun.ts';
import { SUITES } from './suites.ts';
import type { Table } from './Table.ts';

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  const { server, suites, rounds, seconds, rows = null, json } = options;
  const before = options.compare === undefined ? undefined : await readRun(options.compare);
  const about = {
    date: new Date().toISOString(),
    version: await readVersion(),
    machine: await describeMachine(server),
    rounds,
    seconds,
    rows,
  };
  for (const name of await dropAbandoned(server)) console.log(`Dropped ${name}, which an earlier run left behind.`);
  console.log(`${describeRun(about)}\n`);

  const { context, close } = await createContext(options);
  const tables: Table[] = [];
  try {
    await untilSignal(measure());
  } finally {
    await close();
  }
  const run = { ...about, tables };
  if (json !== undefined) await saveRun(json, run);
  if (before) console.log(compareRuns(run, before));
  const failures = tables.reduce((sum, table) => sum + (table.failures ?? 0), 0);
  if (failures > 0) throw new Error(`${failures} requests failed, so nothing can be said.`);

  async function measure(): Promise<void> {
    for (const name of suites) {
      for await (const table of await SUITES[name](context)) {
        console.log(`${renderTable(table)}\n`);
        tables.push(table);
      }
    }
  }
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
// Interrupted, it does not wait for the round that was running.
process.exit();
