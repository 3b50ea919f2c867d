// The process of `findBreaksInProcess`: responds to one search, and ends with the process that started it.
import { findContractBreaks } from '../../gateway/contracts/checkContracts.ts';
import type { BreakSearch, ContractBreaks } from './contractWatch.ts';

async function find({ root, compiled }: BreakSearch): Promise<ContractBreaks> {
  try {
    return { breaks: await findContractBreaks(root, compiled), errors: [] };
  } catch (error) {
    return { breaks: [], errors: [(error as Error).message] };
  }
}

// Ctrl-C is for all processes of a terminal; this one ends with the channel.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
process.once('message', async (search: BreakSearch) => {
  process.send!(await find(search), () => process.disconnect());
});
