import { availableParallelism, cpus } from 'node:os';
import { administer } from '../database/administer.ts';
import type { Machine } from './Run.ts';

/** Describes the machine that this process runs on, and the database server. */
export async function describeMachine(server: string): Promise<Machine> {
  const [row] = await administer(server, `SELECT split_part(version(), ' (', 1) AS version`);
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown CPU',
    cores: availableParallelism(),
    node: process.version,
    postgres: row!['version']!,
  };
}
