// Loaded into the process under test: says how much memory its objects take when it is asked, after a collection. In
// JavaScript, as the built program runs without a loader of TypeScript.
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';

v8.setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('message', () => {
  collect();
  process.send?.(process.memoryUsage());
});
// The channel does not keep the process alive.
process.channel?.unref();
