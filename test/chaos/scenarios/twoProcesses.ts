// Two processes behind a load balancer that follows their readiness.
import { startBalancer } from '../../postgres/support/startBalancer.ts';
import type { Cluster } from '../Cluster.ts';
import type { Reaper } from '../Reaper.ts';
import type { Scenario, Suite, Topology } from '../Scenario.ts';
import { startService } from '../services.ts';

interface TwoProcesses extends Topology {
  /** Starts two processes, and then ends the two before them. */
  replace(): Promise<void>;
}

/** Ample for a balancer that checks readiness ten times a second. */
const DRAIN_SECONDS = '2';

const scenarios: Scenario<TwoProcesses>[] = [
  {
    name: 'rolling restart',
    isShort: false,
    isFelt: false,
    run: async ({ replace }, load) => {
      await replace();
      await load.expectNoFailure();
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
        const started = await startService(reaper, { DATABASE_URL: cluster.url(), DRAIN_SECONDS });
        balancer.add(started.url.port);
        return started;
      };
      let pair = [await start(), await start()];
      const endAll = () =>
        Promise.all(
          pair.map(async (old) => {
            const code = await old.end('SIGTERM');
            if (code !== 0) throw new Error(`the exit code after SIGTERM is ${code}`);
          }),
        );
      return {
        url: balancer.url,
        hasKeys: true,
        replace: async () => {
          const next = await Promise.all([start(), start()]);
          const unready = pair.map(({ url }) => balancer.untilUnready(url.port));
          await Promise.all([endAll(), ...unready]);
          pair = next;
        },
        withDatabase: (read) => cluster.read(read),
        end: async () => {
          await endAll();
          await balancer.close();
        },
      };
    },
  };
}
