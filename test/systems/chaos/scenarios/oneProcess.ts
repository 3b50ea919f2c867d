// One process over PostgreSQL, connected through a proxy.
import { setTimeout } from 'node:timers/promises';
import { type Relay, startRelay } from '../../postgres/support/startRelay.ts';
import type { Cluster, SmallDisk, Stop } from '../Cluster.ts';
import { type ManagedProcess, statusOf } from '../ManagedProcess.ts';
import type { Reaper } from '../Reaper.ts';
import type { Scenario, Suite, Topology } from '../Scenario.ts';
import { cutConnections } from './cutConnections.ts';
import { DRAIN_SECONDS, endByDrain } from './endByDrain.ts';
import { startService } from '../services.ts';

interface OneProcess extends Topology {
  cluster: Cluster;
  proxy: Relay;
  service: ManagedProcess;
  /** What the tables are on; undefined where no disk can be mounted. */
  disk: SmallDisk | undefined;
}

/** Fewer than the clients, and than the connections that one caller may use. */
const HELD_COMMITS = 3;

const scenarios: Scenario<OneProcess>[] = [
  {
    name: 'process killed',
    isShort: true,
    isFelt: true,
    run: ({ service }) => service.restart('SIGKILL'),
  },
  {
    name: 'process killed before COMMIT',
    isShort: true,
    isFelt: true,
    run: async ({ proxy, service }) => {
      try {
        await proxy.holdCommits(HELD_COMMITS);
        // A premature acknowledgement of one of these writes arrives before the response to a later request.
        await statusOf(new URL('/health/live', service.url));
        await service.end('SIGKILL');
      } finally {
        proxy.passCommits();
      }
      await service.start();
    },
  },
  {
    name: 'process ended by SIGTERM',
    isShort: true,
    isFelt: true,
    run: ({ service }, load) => endByDrain(service, load).finally(() => service.start()),
  },
  ...(['fast', 'immediate', 'killed'] as const).map((how: Stop): Scenario<OneProcess> => ({
    name: `PostgreSQL stopped, ${how}`,
    isShort: how === 'immediate',
    isFelt: true,
    run: async ({ cluster }, load, random) => {
      await cluster.stop(how);
      await load.fails(random.integer(1, 20));
      await cluster.start();
    },
  })),
  {
    name: 'PostgreSQL connection killed',
    isShort: false,
    isFelt: true,
    run: ({ cluster }) => cluster.killBackend(),
  },
  {
    name: 'PostgreSQL paused',
    isShort: true,
    isFelt: false,
    run: async ({ cluster }, _load, random) => {
      cluster.pause();
      await setTimeout(random.integer(200, 1000));
      cluster.resume();
    },
  },
  {
    name: 'PostgreSQL paused longer than a request may take',
    isShort: false,
    rounds: 1,
    isFelt: true,
    run: async ({ cluster }, load) => {
      cluster.pause();
      await load.fails(2);
      cluster.resume();
    },
  },
  {
    name: 'PostgreSQL connections cut',
    isShort: true,
    isFelt: true,
    run: cutConnections,
  },
  {
    name: 'PostgreSQL unreachable',
    isShort: false,
    isFelt: true,
    run: async ({ proxy }, load, random) => {
      await proxy.cut();
      await load.fails(random.integer(1, 40));
      await proxy.restore();
    },
  },
  {
    name: 'PostgreSQL read-only',
    isShort: true,
    isFelt: true,
    run: async ({ cluster }, load, random) => {
      await cluster.set('default_transaction_read_only', 'on');
      await load.fails(random.integer(20, 60));
      await cluster.set('default_transaction_read_only', undefined);
    },
  },
  {
    name: 'PostgreSQL full',
    isShort: true,
    isFelt: true,
    run: async ({ cluster, disk }, load, random) => {
      if (disk) disk.fill();
      else await cluster.query(REFUSE_AS_FULL);
      await load.fails(random.integer(20, 60));
      if (disk) disk.empty();
      else await cluster.query('DROP FUNCTION refuse CASCADE');
      return { note: disk ? '(a disk)' : '(its error)' };
    },
  },
  {
    name: 'overload',
    isShort: true,
    isFelt: true,
    run: async ({ cluster }, load, random) => {
      const unlock = await cluster.lock('users, orders');
      load.add(300);
      await load.fails(random.integer(100, 200));
      await unlock();
    },
  },
];

/** Where no disk can be mounted: the error of a full one, after the rows were written. */
const REFUSE_AS_FULL = `
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$;
  CREATE TRIGGER refuse AFTER INSERT OR UPDATE OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION refuse();
  CREATE TRIGGER refuse AFTER INSERT ON order_items FOR EACH ROW EXECUTE FUNCTION refuse()`;

/** The scenarios of one process. */
export function oneProcess(reaper: Reaper, cluster: Cluster): Suite<OneProcess> {
  return {
    scenarios,
    start: async () => {
      const proxy = await startRelay(cluster.url());
      const env = { DATABASE_URL: proxy.through(cluster.url()), DRAIN_SECONDS: String(DRAIN_SECONDS) };
      const service = await startService(reaper, env);
      const disk = await cluster.moveToSmallDisk();
      return {
        url: service.url,
        keys: 'exactly once',
        disk,
        cluster,
        proxy,
        service,
        withDatabase: (read) => cluster.read(read),
        end: async () => {
          await service.end('SIGINT');
          await proxy.cut();
        },
      };
    },
  };
}
