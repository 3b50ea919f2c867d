import { Worker } from 'node:worker_threads';
import type { Break } from '../../contracts/Break.ts';

/** The breaking changes against the published contracts, or why they cannot be found. */
export interface ContractBreaks {
  breaks: readonly Break[];
  errors: readonly string[];
}

/** What the worker is given. */
export interface BreakSearch {
  /** The folder that contains `contracts`. */
  root: string;
  compiled: ReadonlyMap<string, string>;
}

/** The worker has the extension of this module: it is built with it. */
const WORKER = new URL(`./breakWorker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/**
 * Finds the breaking changes in a thread of its own, so that reloads and requests do not wait: a long history takes seconds.
 * The thread ends when the signal is aborted.
 */
export function findBreaksInWorker(search: BreakSearch, signal: AbortSignal): Promise<ContractBreaks> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: search });
    const abort = () => void worker.terminate();
    signal.addEventListener('abort', abort);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      signal.removeEventListener('abort', abort);
      reject(new Error('The comparison of the contracts was stopped.'));
    });
  });
}
