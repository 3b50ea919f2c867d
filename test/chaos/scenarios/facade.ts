// A façade over the /graphql of a service, directly and through a proxy.
import type { Cluster } from '../Cluster.ts';
import { CuttingProxy } from '../CuttingProxy.ts';
import type { ManagedProcess } from '../ManagedProcess.ts';
import type { Reaper } from '../Reaper.ts';
import type { Scenario, Suite, Topology } from '../Scenario.ts';
import { cutConnections } from './cutConnections.ts';
import { startFacade, startService } from '../services.ts';

interface Facade extends Topology {
  facade: ManagedProcess;
  service: ManagedProcess;
}

interface CutFacade extends Facade {
  proxy: CuttingProxy;
}

const killed: Scenario<Facade>[] = (['facade', 'service'] as const).map((part) => ({
  name: part === 'facade' ? 'façade killed' : 'service behind a façade killed',
  isShort: part === 'service',
  isFelt: true,
  run: async (parts, load) => {
    await parts[part].end('SIGKILL');
    await load.fails(1);
    await parts[part].start();
  },
}));

const cut: Scenario<CutFacade>[] = [
  {
    name: 'connections of a façade cut',
    isShort: true,
    isFelt: true,
    run: cutConnections,
  },
];

/** The scenarios of a façade over one service. */
export function facade(reaper: Reaper, cluster: Cluster): Suite<Facade> {
  return { scenarios: killed, start: () => startParts(reaper, cluster, (service) => service.url) };
}

/** The scenarios of a façade that is connected through a proxy. */
export function cutFacade(reaper: Reaper, cluster: Cluster): Suite<CutFacade> {
  return {
    scenarios: cut,
    start: async () => {
      let proxy: CuttingProxy | undefined;
      const parts = await startParts(reaper, cluster, async (service) => {
        proxy = await CuttingProxy.start(Number(service.url.port));
        return new URL(`http://127.0.0.1:${proxy.port}`);
      });
      return { ...parts, proxy: proxy!, end: () => parts.end().then(() => proxy?.end()) };
    },
  };
}

/** Starts a service, and a façade over the upstream that is made of it. */
async function startParts(
  reaper: Reaper,
  cluster: Cluster,
  upstreamOf: (service: ManagedProcess) => URL | Promise<URL>,
): Promise<Facade> {
  const service = await startService(reaper, { DATABASE_URL: cluster.url() });
  const front = await startFacade(reaper, await upstreamOf(service));
  return {
    url: front.url,
    hasKeys: false,
    facade: front,
    service,
    withDatabase: (read) => cluster.read(read),
    end: async () => {
      await front.end('SIGTERM');
      await service.end('SIGTERM');
    },
  };
}
