// What another caller sees of a service: reads on one open connection, and fresh probes of its health. In a process of its own
// (`watch.ts`), because the clients of a scenario delay each other.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../federation/support/startProcess.ts';

/** What is watched, and how long. */
export interface WatchOptions {
  url: string;
  /** Where `/health/…` has a port of its own. */
  healthUrl: string;
  token: string;
  /** Reads before the first that counts: these compile what they need. */
  warmUpReads: number;
  seconds: number;
}

/** The milliseconds of each response. */
export interface Watched {
  reads: number[];
  healthProbes: number[];
  /** Fresh probes at the port of the service, successful or not. */
  portProbes: number[];
  /** What reads and probes of health have got instead of a 200. */
  failures: string[];
}

/** Watches a service for some seconds. */
export async function watchService(options: WatchOptions): Promise<Watched> {
  const args = ['--import', 'tsx', 'test/systems/chaos/watch.ts', JSON.stringify(options)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  return JSON.parse(stdout) as Watched;
}

/** The 95th percentile, rounded. */
export function p95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1] ?? NaN);
}
