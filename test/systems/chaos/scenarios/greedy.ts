// A greedy caller, and what another one sees beside it.
import { Agent } from 'node:http';
import { ALL_SCOPES, signToken } from '../../../promises/support/signToken.ts';
import { freePort } from '../../../promises/support/startProgram.ts';
import type { Cluster } from '../Cluster.ts';
import type { Load } from '../Load.ts';
import type { Reaper } from '../Reaper.ts';
import type { Scenario, Suite, Topology } from '../Scenario.ts';
import { sendWrite } from '../sendWrite.ts';
import { startService } from '../services.ts';
import { p95, type Watched, watchService } from '../watchService.ts';

interface Greedy extends Topology {
  /** Watches the service as another caller. */
  watch(): Promise<Watched>;
  /** What the other caller sees while there is no other. */
  idle: Watched;
}

const CONNECTIONS = 300;
const WATCHED_SECONDS = 2;
const WARM_UP_READS = 50;
/** An expensive page. */
const GREEDY_READ = '/v1/orders?limit=100&expand=items,user';

const scenarios: Scenario<Greedy>[] = (
  [
    { name: 'a caller writes over 300 connections', startGreedily: addWriters },
    { name: 'a caller reads over 300 connections', startGreedily: startReaders },
  ] as const
).map(({ name, startGreedily }) => ({
  name,
  isShort: true,
  rounds: 1,
  isFelt: false,
  run: async ({ url, watch, idle }, load) => {
    const stop = await startGreedily(load, url);
    const beside = await watch().finally(stop);
    const [failure] = [...idle.failures, ...beside.failures];
    if (failure !== undefined) throw new Error(`beside a greedy caller: ${failure}`);
    return {
      figures: {
        "another's read, p95": p95(beside.reads),
        'idle, p95': p95(idle.reads),
        'fresh probe at HEALTH_PORT, p95': p95(beside.healthProbes),
        max: Math.round(Math.max(...beside.healthProbes)),
        'fresh probe at PORT, p95': p95(beside.portProbes),
      },
    };
  },
}));

/** The scenarios of a caller that takes what it can get. */
export function greedy(reaper: Reaper, cluster: Cluster): Suite<Greedy> {
  return {
    scenarios,
    start: async () => {
      const healthPort = String(await freePort());
      const service = await startService(reaper, { DATABASE_URL: cluster.url(), HEALTH_PORT: healthPort });
      const healthUrl = `http://127.0.0.1:${healthPort}`;
      const token = await signToken({ scope: ALL_SCOPES, sub: 'another' });
      const watch = (warmUpReads = 0) =>
        watchService({ url: service.url.href, healthUrl, token, warmUpReads, seconds: WATCHED_SECONDS });
      return {
        url: service.url,
        keys: 'exactly once',
        watch,
        idle: await watch(WARM_UP_READS),
        withDatabase: (read) => cluster.read(read),
        end: async () => void (await service.end('SIGTERM')),
      };
    },
  };
}

/** These write until the load is stopped. */
async function addWriters(load: Load): Promise<() => void> {
  load.add(CONNECTIONS);
  await load.acknowledges(CONNECTIONS);
  return () => {};
}

/** These read until the function that it returns is called; that rejects if a response is neither 200 nor 503. */
async function startReaders(_load: Load, url: URL): Promise<() => Promise<void>> {
  const destination = {
    url,
    token: await signToken({ scope: ALL_SCOPES }),
    agent: new Agent({ keepAlive: true }),
  };
  const unexpected = new Set<string>();
  const read = async () => {
    const answer = await sendWrite(destination, { method: 'GET', path: GREEDY_READ }).catch((error: Error) => error);
    if (answer instanceof Error) unexpected.add(`GET ${GREEDY_READ} fails with ${answer.message}`);
    else if (answer.status !== 200 && answer.status !== 503) {
      unexpected.add(`GET ${GREEDY_READ} is ${answer.status} ${answer.body.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, read));
  const stopped = new AbortController();
  const readers = Array.from({ length: CONNECTIONS }, async () => {
    while (!stopped.signal.aborted) await read();
  });
  return async () => {
    stopped.abort();
    await Promise.all(readers);
    destination.agent.destroy();
    if (unexpected.size > 0) throw new Error([...unexpected].join('; '));
  };
}
