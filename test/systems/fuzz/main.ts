// `npm run fuzz`: random requests from the OpenAPI documents and random bytes. Prints the statuses, and fails on a 5xx, on a
// response that the documents do not have, and on a process that ends, complains or grows.
import { Reaper } from '../chaos/Reaper.ts';
import { ALL_SCOPES, signToken } from '../../promises/support/signToken.ts';
import { Fuzzer } from './Fuzzer.ts';
import { type Options, readOptions } from './readOptions.ts';
import { startFuzzed } from './startFuzzed.ts';

/** The part of the requests after which code is compiled and caches are full. */
const WARM_UP = 0.2;
/** How much the live objects may grow after that: caches with a bound, and the noise of a measurement. */
const MAX_GROWTH_BYTES = 32 * 2 ** 20;
const MAX_COMPLAINTS = 5;

async function main({ seed, requests }: Options): Promise<string[]> {
  const reaper = new Reaper();
  try {
    const service = await startFuzzed(reaper);
    const token = await signToken({ scope: ALL_SCOPES });
    const fuzzer = await Fuzzer.create(service.url, token);
    const warmUp = Math.ceil(requests * WARM_UP);
    await fuzzer.run(seed, warmUp, service.hasEnded);
    const before = await service.measure();
    await fuzzer.run(seed + warmUp, requests - warmUp, service.hasEnded);

    const faults = [...fuzzer.failures];
    if (service.hasEnded()) return [...faults, 'the process has ended'];
    const after = await service.measure();
    for (const [status, count] of [...fuzzer.statuses].sort())
      console.log(`${status.padEnd(16)}${String(count).padStart(8)}`);
    const megabytes = ({ heapUsed, rss }: NodeJS.MemoryUsage) =>
      `${(heapUsed / 2 ** 20).toFixed(1)} MB of objects, ${(rss / 2 ** 20).toFixed(0)} MB in all`;
    console.log(`\nmemory after ${warmUp} requests: ${megabytes(before)}; after ${requests}: ${megabytes(after)}`);
    if (after.heapUsed - before.heapUsed > MAX_GROWTH_BYTES) faults.push('the memory of the process grows');
    if (fuzzer.failureCount > faults.length) faults.push(`${fuzzer.failureCount} failures in all`);
    faults.push(
      ...service
        .complaints()
        .slice(0, MAX_COMPLAINTS)
        .map((line) => `the service has printed: ${line}`),
    );
    const code = await service.end();
    return code === 0 ? faults : [...faults, `the exit code after SIGTERM is ${code}`];
  } finally {
    await reaper.end();
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
try {
  const options = readOptions(process.argv.slice(2));
  console.log(`npm run fuzz -- --seed ${options.seed} --requests ${options.requests}\n`);
  const faults = await main(options);
  console.log(faults.length === 0 ? '\npassed' : `\nfailed:\n${faults.join('\n')}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
// Connections that were kept alive do not keep it.
process.exit();
