import { availableParallelism, cpus } from 'node:os';

/** Where a run took place. */
export interface Machine {
  node: string;
  cores: number;
  cpu: string;
  postgres: string;
}

/** Describes the machine that this process runs on; `postgres` is what the server calls itself. */
export function describeMachine(postgres: string): Machine {
  return { node: process.version, cores: availableParallelism(), cpu: cpus()[0]?.model.trim() ?? 'unknown', postgres };
}
