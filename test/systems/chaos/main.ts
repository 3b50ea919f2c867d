// `npm run chaos`: clients write while processes, connections and the database fail. Prints a table, and fails if one row
// is lost, doubled or half-written.
import { execFileSync } from 'node:child_process';
import { ROOT } from '../federation/support/startProcess.ts';
import { Cluster } from './Cluster.ts';
import { Reaper } from './Reaper.ts';
import { type Options, readOptions } from './readOptions.ts';
import { renderTable } from './renderTable.ts';
import type { Report } from './runScenario.ts';
import { runSuite, selectScenarios } from './runSuite.ts';
import { suitesOf } from './scenarios/suitesOf.ts';

async function main(options: Options): Promise<boolean> {
  const reaper = new Reaper();
  const reports: Report[] = [];
  const cluster = new Cluster(reaper);
  try {
    const suites = selectScenarios(suitesOf(reaper, cluster), options);
    console.log(`npm run chaos --${options.isShort ? ' --short' : ''} --seed ${options.seed}\n`);
    // Users run what this builds.
    execFileSync('npm', ['run', 'build'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
    await cluster.create();
    for (const suite of suites) {
      for await (const report of runSuite(suite, options)) {
        reports.push(report);
        console.log(`${report.name}: ${report.failures.join('; ') || 'passed'}`);
      }
    }
  } finally {
    if (reports.length > 0) console.log(`\n${renderTable(reports)}`);
    await reaper.end();
  }
  return reports.every(({ failures }) => failures.length === 0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
try {
  process.exitCode = (await main(readOptions(process.argv.slice(2)))) ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
// What a failed scenario has left open does not keep it.
process.exit();
