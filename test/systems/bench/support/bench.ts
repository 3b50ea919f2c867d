// Behaves like the bench while it measures: starts a contender that has a child of its own, prints the ids of both, and ends
// them when it is asked to end.
import { createProcesses } from '../../../../bench/src/processes/createProcesses.ts';
import { untilSignal } from '../../../../bench/src/processes/untilSignal.ts';

const CONTENDER = `
  const worker = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  console.log(process.pid, worker.pid);
  setInterval(() => {}, 1000);`;

const processes = await createProcesses();
try {
  processes.start(process.execPath, ['-e', CONTENDER], { stdio: ['ignore', 'inherit', 'inherit'] });
  await untilSignal(new Promise<never>(() => {}));
} catch (error) {
  console.error((error as Error).message);
} finally {
  await processes.stop();
}
process.exit(1);
