// The process of `findBreaksInProcess`: responds to one search, and ends with the process that started it.
import { findContractBreaks } from '../../gateway/describe/contracts/checkContracts.ts';
import type { BreakSearch, ContractBreaks } from './contractWatch.ts';

// Ctrl-C is for all processes of a terminal; this one ends with the channel.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
process.once('message', async ({ root, compiled }: BreakSearch) => {
  const found: ContractBreaks = await findContractBreaks(root, compiled).then(
    (breaks) => ({ breaks, errors: [] }),
    (error: Error) => ({ breaks: [], errors: [error.message] }),
  );
  process.send!(found, () => process.disconnect());
});
