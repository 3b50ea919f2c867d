// The thread of `findBreaksInWorker`.
import { parentPort, workerData } from 'node:worker_threads';
import { findContractBreaks } from '../../contracts/findContractBreaks.ts';
import type { BreakSearch, ContractBreaks } from './findBreaksInWorker.ts';

const { root, compiled } = workerData as BreakSearch;

async function find(): Promise<ContractBreaks> {
  try {
    return { breaks: await findContractBreaks(root, compiled), errors: [] };
  } catch (error) {
    return { breaks: [], errors: [(error as Error).message] };
  }
}

parentPort!.postMessage(await find(), []);
