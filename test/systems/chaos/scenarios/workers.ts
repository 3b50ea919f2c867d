// Two workers over PostgreSQL.
import type { Cluster } from '../Cluster.ts';
import type { ManagedProcess } from '../ManagedProcess.ts';
import type { Reaper } from '../Reaper.ts';
import type { Scenario, Suite, Topology } from '../Scenario.ts';
import { startService } from '../services.ts';

interface Workers extends Topology {
  primary: ManagedProcess;
}

const scenarios: Scenario<Workers>[] = [
  {
    name: 'worker killed',
    isShort: true,
    isFelt: true,
    run: async ({ primary }, load, random) => {
      // One after another: the first may serve no client yet.
      for (const worker of primary.workers()) {
        process.kill(worker, 'SIGKILL');
        await load.acknowledges(random.integer(5, 20));
      }
    },
  },
  {
    name: 'primary process killed',
    isShort: true,
    isFelt: true,
    run: ({ primary }) => primary.restart('SIGKILL'),
  },
  {
    name: 'workers ended by SIGTERM',
    isShort: false,
    isFelt: true,
    run: ({ primary }) => primary.restart('SIGTERM'),
  },
];

/** The scenarios of a primary process with workers. */
export function workers(reaper: Reaper, cluster: Cluster): Suite<Workers> {
  return {
    scenarios,
    start: async () => {
      const primary = await startService(reaper, { DATABASE_URL: cluster.url(), WORKERS: '2' });
      return {
        url: primary.url,
        keys: 'exactly once',
        primary,
        withDatabase: (read) => cluster.read(read),
        end: async () => void (await primary.end('SIGTERM')),
      };
    },
  };
}
