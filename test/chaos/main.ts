// `npm run chaos`: clients write while processes, connections and the database fail. Prints one table, and fails if one row
// is lost, doubled or half-written.
import { ALL_SCOPES, signToken } from '../spec/support/signToken.ts';
import { Cluster } from './Cluster.ts';
import { Reaper } from './Reaper.ts';
import { type Options, readOptions } from './readOptions.ts';
import { renderTable } from './renderTable.ts';
import { type Report, runScenario } from './runScenario.ts';
import type { Suite } from './Scenario.ts';
import { suitesOf } from './scenarios/suitesOf.ts';

/** How often the faults of a scenario happen in the full form. */
const ROUNDS = 3;

/** Runs the scenarios of a suite that the options select. */
async function runSuite({ start, scenarios }: Suite, { seed, isShort, names }: Options): Promise<Report[]> {
  const isNamed = (name: string) => names.length === 0 || names.some((part) => name.includes(part));
  const selected = scenarios.filter(({ name, isShort: isInShort }) => (isInShort || !isShort) && isNamed(name));
  if (selected.length === 0) return [];
  const token = await signToken({ scope: ALL_SCOPES });
  const reports: Report[] = [];
  const parts = await start();
  for (const scenario of selected) {
    const began = Date.now();
    const report = await runScenario(parts, scenario, {
      seed,
      rounds: isShort ? 1 : (scenario.rounds ?? ROUNDS),
      token,
    });
    reports.push(report);
    const result = report.failures.length === 0 ? 'passed' : 'failed';
    console.log(`${report.name}: ${result} after ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  await parts.end();
  return reports;
}

async function main(options: Options): Promise<boolean> {
  const reaper = new Reaper();
  const reports: Report[] = [];
  try {
    for (const suite of suitesOf(reaper, await Cluster.create(reaper)))
      reports.push(...(await runSuite(suite, options)));
  } finally {
    if (reports.length > 0) console.log(`\n${renderTable(reports)}`);
    await reaper.end();
  }
  return reports.length > 0 && reports.every(({ failures }) => failures.length === 0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
try {
  const options = readOptions(process.argv.slice(2));
  console.log(`npm run chaos --${options.isShort ? ' --short' : ''} --seed ${options.seed}\n`);
  process.exitCode = (await main(options)) ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
// What a failed scenario has left open does not keep it.
process.exit();
