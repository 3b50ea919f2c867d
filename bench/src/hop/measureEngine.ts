import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { median } from '../median.ts';
import type { Table } from '../Table.ts';
import type { Effort } from './compareHops.ts';

/** What the engine adds to the execution of an operation: a read of one user, without HTTP and without an upstream. */
export async function measureEngine({ rounds, count }: Effort): Promise<Table> {
  const args = ['bench/dist/hop/engineProcess.js', String(rounds), String(count)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const cpu = JSON.parse(stdout) as number[];
  return {
    name: 'hop-engine',
    title: 'The engine in process, over an executor that has the result',
    columns: [{ name: 'CPU', unit: 'µs', better: 'lower', meaning: 'CPU time per read of one user.' }],
    rows: [{ label: 'engine', values: { CPU: median(cpu) }, rounds: { CPU: cpu } }],
    drawn: 'CPU',
  };
}
