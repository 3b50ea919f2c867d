// A façade over the /graphql of a service, connected through a proxy.
import type { Cluster } from '../Cluster.ts';
import { CUTS, CuttingProxy } from '../CuttingProxy.ts';
import type { ManagedProcess } from '../ManagedProcess.ts';
import type { Reaper } from '../Reaper.ts';
import type { Scenario, Suite, Topology } from '../Scenario.ts';
import { startFacade, startService } from '../services.ts';

interface Facade extends Topology {
  facade: ManagedProcess;
  service: ManagedProcess;
  proxy: CuttingProxy;
}

const ROUNDS = 3;

const scenarios: Scenario<Facade>[] = [
  ...(['facade', 'service'] as const).map(
    (part): Scenario<Facade> => ({
      name: part === 'facade' ? 'façade killed' : 'service behind a façade killed',
      isShort: part === 'service',
      isFelt: true,
      run: async (parts, load, random) => {
        for (let round = 0; round < ROUNDS; round++) {
          await load.acknowledges(random.integer(20, 100));
          await parts[part].end('SIGKILL');
          await load.fails(1);
          await parts[part].start();
        }
      },
    }),
  ),
  {
    name: 'connections of a façade cut',
    isShort: true,
    isFelt: true,
    run: async ({ proxy }, load, random) => {
      for (let round = 0; round < 30; round++) {
        await load.acknowledges(random.integer(5, 20));
        proxy.cutNext(Array.from({ length: random.integer(1, 6) }, () => random.pick(CUTS)));
      }
    },
  },
];

/** The scenarios of a façade over one service. */
export function facade(reaper: Reaper, cluster: Cluster): Suite<Facade> {
  return {
    scenarios,
    start: async () => {
      const service = await startService(reaper, { DATABASE_URL: cluster.url() });
      const proxy = await CuttingProxy.start(Number(service.url.port));
      const front = await startFacade(reaper, new URL(`http://127.0.0.1:${proxy.port}`));
      return {
        url: front.url,
        facade: front,
        service,
        proxy,
        withDatabase: (read) => cluster.read(read),
        end: async () => {
          await front.end('SIGTERM');
          await proxy.end();
          await service.end('SIGTERM');
        },
      };
    },
  };
}
