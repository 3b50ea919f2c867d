// The process of `watchService`.
import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type Destination, sendWrite } from './sendWrite.ts';
import type { Watched, WatchOptions } from './watchService.ts';

const READ = '/v1/products?limit=20';
const READ_INTERVAL_MS = 10;
const PROBE_INTERVAL_MS = 100;

const { url, healthUrl, token, warmUpReads, seconds } = JSON.parse(process.argv[2]!) as WatchOptions;
const watched: Watched = { reads: [], healthProbes: [], portProbes: [], failures: [] };

/** Sends a GET, and adds its time to `times`, or what is wrong with it to the failures. */
async function get(
  destination: Destination,
  path: string,
  times: number[],
  failures = watched.failures,
): Promise<void> {
  const startedAt = performance.now();
  const answer = await sendWrite(destination, { method: 'GET', path }).catch((error: Error) => error);
  times.push(performance.now() - startedAt);
  if (answer instanceof Error) failures.push(`GET ${path} fails with ${answer.message}`);
  else if (answer.status !== 200) failures.push(`GET ${path} is ${answer.status} ${answer.body.slice(0, 300)}`);
}

async function repeat(intervalMs: number, send: () => Promise<void>): Promise<void> {
  while (performance.now() < end) {
    await send();
    await setTimeout(intervalMs);
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const caller = { url: new URL(url), token, agent };
for (let read = 0; read < warmUpReads; read++) await get(caller, READ, []);
const end = performance.now() + seconds * 1_000;
await Promise.all([
  repeat(READ_INTERVAL_MS, () => get(caller, READ, watched.reads)),
  ...['/health/live', '/health/ready'].map((path) =>
    repeat(PROBE_INTERVAL_MS, () => get({ url: new URL(healthUrl), token, agent: false }, path, watched.healthProbes)),
  ),
  repeat(PROBE_INTERVAL_MS, () =>
    get({ url: new URL(url), token, agent: false }, '/health/live', watched.portProbes, []),
  ),
]);
agent.destroy();
console.log(JSON.stringify(watched));
