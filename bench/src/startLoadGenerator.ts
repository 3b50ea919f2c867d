import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Load } from './loadGenerator.ts';
import type { Round } from './Round.ts';

export interface LoadGenerator {
  measure(load: Load): Promise<Round>;
  stop(): void;
}

/** Starts the process that makes the load. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(fileURLToPath(new URL('loadGenerator.js', import.meta.url)));
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`The load generator ended with ${code}.`)),
  );
  // `measure` rejects with it.
  ended.catch(() => {});
  return {
    measure: async (load) => {
      const answer = once(child, 'message');
      child.send(load);
      const [round] = (await Promise.race([answer, ended])) as [Round];
      return round;
    },
    stop: () => child.kill(),
  };
}
