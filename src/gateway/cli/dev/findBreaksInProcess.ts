import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Break } from '../../contracts/Break.ts';

/** The breaking changes against the published contracts, or why they cannot be found. */
export interface ContractBreaks {
  breaks: readonly Break[];
  errors: readonly string[];
}

/** What the process is given. */
export interface BreakSearch {
  /** The folder that contains `contracts`. */
  root: string;
  compiled: ReadonlyMap<string, string>;
}

/** It has the extension of this module, and is built with it. */
const PROGRAM = new URL(`./breakProcess${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/**
 * Finds the breaking changes in a process of its own, so that reloads and requests do not wait: a long history takes seconds.
 * The process ends when the signal is aborted.
 */
export function findBreaksInProcess(search: BreakSearch, signal: AbortSignal): Promise<ContractBreaks> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(PROGRAM), {
      signal,
      serialization: 'advanced',
      // A debugger would wait at the same port.
      execArgv: process.execArgv.filter((each) => !each.startsWith('--inspect')),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.once('message', (found) => resolve(found as ContractBreaks));
    // Of the process, and then of the channel to it.
    child.on('error', reject);
    child.once('exit', () => reject(new Error('The contracts could not be compared; run "portico contracts".')));
    child.send(search);
  });
}
