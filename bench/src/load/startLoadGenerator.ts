import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Processes } from '../processes/createProcesses.ts';
import type { Load, LoadResult } from './loadGenerator.ts';

export interface LoadGenerator {
  measure(load: Load): Promise<LoadResult>;
  stop(): void;
}

/** Starts the process that generates the load. */
export function startLoadGenerator(processes: Processes): LoadGenerator {
  const file = fileURLToPath(new URL('loadGenerator.js', import.meta.url));
  const child = processes.start(process.execPath, [file], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`The load generator ended with ${code}.`)),
  );
  // `measure` rejects with it.
  ended.catch(() => {});
  return {
    measure: async (load) => {
      const answer = once(child, 'message');
      child.send(load);
      const [result] = (await Promise.race([answer, ended])) as [LoadResult];
      return result;
    },
    stop: () => child.kill(),
  };
}
