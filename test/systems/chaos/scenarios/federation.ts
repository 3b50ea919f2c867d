// A façade over a router over subgraphs.
import type { Cluster } from '../Cluster.ts';
import type { ManagedProcess } from '../ManagedProcess.ts';
import type { Reaper } from '../Reaper.ts';
import type { Scenario, Suite, Topology } from '../Scenario.ts';
import { startFacade, startRouter, startService } from '../services.ts';

interface Federation extends Topology {
  facade: ManagedProcess;
  router: ManagedProcess;
  users: ManagedProcess;
  orders: ManagedProcess;
}

const VICTIMS = { facade: 'façade', router: 'router', users: 'subgraph users', orders: 'subgraph orders' } as const;

const scenarios = (Object.keys(VICTIMS) as (keyof typeof VICTIMS)[]).map((part): Scenario<Federation> => ({
  name: `federation, ${VICTIMS[part]} killed`,
  isShort: false,
  isFelt: true,
  run: async (parts, load) => {
    await parts[part].end('SIGKILL');
    await load.fails(1);
    await parts[part].start();
  },
}));

/** The scenarios of a federation. */
export function federation(reaper: Reaper, cluster: Cluster): Suite<Federation> {
  return {
    scenarios,
    start: async () => {
      const DATABASE_URL = cluster.url();
      const startSubgraph = (name: string) => startService(reaper, { DATABASE_URL }, ['--subgraph', name]);
      const names = ['users', 'orders', 'products', 'forecast'];
      const subgraphs = await Promise.all(names.map(startSubgraph));
      const router = await startRouter(
        reaper,
        subgraphs.map(({ url }, index) => `${names[index]}=${new URL('/graphql', url).href}`),
      );
      const front = await startFacade(reaper, router.url);
      return {
        url: front.url,
        keys: undefined,
        facade: front,
        router,
        users: subgraphs[0]!,
        orders: subgraphs[1]!,
        withDatabase: (read) => cluster.read(read),
        end: async () => void (await Promise.all([front, router, ...subgraphs].map((each) => each.end('SIGTERM')))),
      };
    },
  };
}
