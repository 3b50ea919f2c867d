// Two processes behind a load balancer that follows their readiness.
import { startBalancer } from '../../postgres/support/startBalancer.ts';
import type { Cluster } from '../Cluster.ts';
import type { Load } from '../Load.ts';
import type { Reaper } from '../Reaper.ts';
import type { Scenario, Suite, Topology } from '../Scenario.ts';
import { startService } from '../services.ts';
import { DRAIN_SECONDS, endByDrain } from './endByDrain.ts';

interface TwoProcesses extends Topology {
  /** Starts two processes, and then ends the two before them. */
  replace(load: Load): Promise<void>;
}

const scenarios: Scenario<TwoProcesses>[] = [
  {
    name: 'rolling restart',
    isShort: true,
    isFelt: false,
    run: async ({ replace }, load) => {
      await replace(load);
      if (load.failures > 0) throw new Error(`${load.failures} writes failed, which should all have succeeded`);
    },
  },
];

/** The scenarios of two processes. */
export function twoProcesses(reaper: Reaper, cluster: Cluster): Suite<TwoProcesses> {
  return {
    scenarios,
    start: async () => {
      const balancer = await startBalancer();
      const start = async () => {
        const started = await startService(reaper, {
          DATABASE_URL: cluster.url(),
          DRAIN_SECONDS: String(DRAIN_SECONDS),
        });
        balancer.add(started.url.port);
        return started;
      };
      let pair = [await start(), await start()];
      return {
        url: balancer.url,
        keys: 'exactly once',
        replace: async (load) => {
          const next = await Promise.all([start(), start()]);
          const unready = pair.map(({ url }) => balancer.untilUnready(url.port));
          await Promise.all([...pair.map((old) => endByDrain(old, load)), ...unready]);
          pair = next;
        },
        withDatabase: (read) => cluster.read(read),
        end: async () => {
          await Promise.all(pair.map((each) => each.end('SIGINT')));
          await balancer.close();
        },
      };
    },
  };
}
