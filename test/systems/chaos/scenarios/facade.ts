// A façade over the /graphql of a service, through a proxy, with its keys and limits in Redis.
import { randomUUID } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ROOT } from '../../federation/support/startProcess.ts';
import { type OwnRedis, startRedis } from '../../redis/support/startRedis.ts';
import { ALL_SCOPES, signToken } from '../../../promises/support/signToken.ts';
import { type Relay, startRelay } from '../../postgres/support/startRelay.ts';
import type { Cluster } from '../Cluster.ts';
import type { Load } from '../Load.ts';
import type { ManagedProcess } from '../ManagedProcess.ts';
import type { Reaper } from '../Reaper.ts';
import type { Scenario, Suite, Topology } from '../Scenario.ts';
import { sendWrite } from '../sendWrite.ts';
import { startFacade, startService } from '../services.ts';
import { cutConnections } from './cutConnections.ts';

interface Facade extends Topology {
  facade: ManagedProcess;
  /** Another process of the same façade, which counts requests together with it. */
  other: ManagedProcess;
  service: ManagedProcess;
  proxy: Relay;
  redis: OwnRedis;
}

/** The limit of each caller to one endpoint, which no write is counted against. */
const LIMITED = { operation: 'getProduct', path: '/v1/products/1', requests: 20 };
/** More than any client sends: every request is counted, and none is refused. */
const AMPLE_LIMIT = '1000000/3600';
const SHARED_TIMEOUT_MS = 30_000;

const killed: Scenario<Facade>[] = (['facade', 'service'] as const).map((part) => ({
  name: part === 'facade' ? 'façade killed' : 'service behind a façade killed',
  isShort: true,
  isFelt: true,
  run: async (parts, load) => {
    await parts[part].end('SIGKILL');
    await load.fails(1);
    await parts[part].start();
  },
}));

const redisFaults = [
  { name: 'Redis killed', isFelt: true, begin: 'kill', end: 'start' },
  { name: 'Redis paused', isFelt: true, begin: 'pause', end: 'resume' },
  { name: 'Redis restarted, empty', isFelt: false, begin: 'kill', end: 'start' },
] as const;

const scenarios: Scenario<Facade>[] = [
  ...killed,
  { name: 'connections of a façade cut', isShort: true, isFelt: true, run: cutConnections },
  ...redisFaults.map(({ name, isFelt, begin, end }) => ({
    name,
    isShort: true,
    isFelt,
    run: async (parts: Facade, load: Load) => {
      await parts.redis[begin]();
      try {
        if (isFelt) {
          await load.fails(5);
          await expectOwnLimits(parts);
        }
      } finally {
        await parts.redis[end]();
      }
      await expectSharedLimit(parts);
      await load.acknowledges(20);
    },
  })),
];

/** The scenarios of a façade over one service. */
export function facade(reaper: Reaper, cluster: Cluster): Suite<Facade> {
  return {
    scenarios,
    start: async () => {
      const redis = await startRedis([], { parent: reaper.folder, onStart: (child) => reaper.watch(child) });
      const service = await startService(reaper, { DATABASE_URL: cluster.url() });
      const proxy = await startRelay(service.url.href);
      const env = { REDIS_URL: redis.url, RATE_LIMIT: AMPLE_LIMIT };
      const endpoints = ['--endpoints', writeLimitedEndpoints(reaper.folder)];
      const start = () => startFacade(reaper, new URL(proxy.through(service.url.href)), env, endpoints);
      const [front, other] = [await start(), await start()];
      return {
        url: front.url,
        keys: 'at most once',
        facade: front,
        other,
        service,
        proxy,
        redis,
        withDatabase: (read) => cluster.read(read),
        end: async () => {
          for (const each of [front, other, service]) await each.end('SIGTERM');
          await proxy.cut();
          await redis.remove();
        },
      };
    },
  };
}

/** Copies the endpoints of the service, and limits one of them. */
function writeLimitedEndpoints(parent: string): string {
  const folder = path.join(parent, 'endpoints');
  cpSync(path.join(ROOT, 'schema/rest'), folder, { recursive: true });
  const file = path.join(folder, 'conventions.json');
  const conventions = JSON.parse(readFileSync(file, 'utf8')) as object;
  const rateLimit = { [LIMITED.operation]: `${LIMITED.requests}/600` };
  writeFileSync(file, JSON.stringify({ ...conventions, rateLimit }));
  return folder;
}

/** Without Redis each of the two processes counts by itself, and answers no request otherwise. */
async function expectOwnLimits(parts: Facade): Promise<void> {
  const { requests } = LIMITED;
  const allowed = await countAllowed(parts);
  if (allowed < requests || allowed > 2 * requests) {
    throw new Error(`${allowed} requests are within a limit of ${requests} in each of two processes`);
  }
}

/** Once both processes have noticed Redis, they count together. */
async function expectSharedLimit(parts: Facade): Promise<void> {
  const deadline = Date.now() + SHARED_TIMEOUT_MS;
  for (;;) {
    const allowed = await countAllowed(parts);
    if (allowed === LIMITED.requests) return;
    if (Date.now() > deadline) throw new Error(`${allowed} requests are within a common limit of ${LIMITED.requests}`);
    await setTimeout(100);
  }
}

/** How many requests of a new caller to both processes at once are within its limit. Rejects if one is neither 200 nor 429. */
async function countAllowed({ facade: front, other }: Facade): Promise<number> {
  const token = await signToken({ scope: ALL_SCOPES, sub: randomUUID() });
  const agent = new Agent({ keepAlive: true });
  const destinations = [front, other].map(({ url }) => ({ url, token, agent }));
  const requests = destinations.flatMap((destination) =>
    Array.from({ length: LIMITED.requests + 5 }, () => sendWrite(destination, { method: 'GET', path: LIMITED.path })),
  );
  const answers = await Promise.all(requests).finally(() => agent.destroy());
  const unexpected = answers.find(({ status }) => status !== 200 && status !== 429);
  if (unexpected) throw new Error(`GET ${LIMITED.path} is ${unexpected.status} ${unexpected.body.slice(0, 300)}`);
  return answers.filter(({ status }) => status === 200).length;
}
