import { setTimeout as wait } from 'node:timers/promises';
import type { Table } from '../../Table.ts';
import type { GrowthContext } from '../GrowthContext.ts';
import { readMaxFiles } from '../readMaxFiles.ts';
import { openConnections } from '../openConnections.ts';
import { readCpuMs, readMemory } from '../readProcess.ts';

/** Requests until code is compiled, and those of a measurement. */
const WARM_UP = 3000;
const REQUESTS = 2000;

/** How long the server is watched while nobody sends anything: it looks after its connections every 5 seconds. */
const IDLE_SECONDS = 10;

/** Files of a process that are not connections, at most. */
const OTHER_FILES = 100;

/** Connections that are kept open: what each takes of memory, and what they add to a request and to an idle server. */
export async function measureConnections(context: GrowthContext): Promise<Table> {
  const { small, authorization, quick } = context;
  const { origin, pid, stop } = await context.openService(small.databaseUrl);
  const most = Math.min(quick ? 1e3 : 1e4, readMaxFiles(pid) - OTHER_FILES, readMaxFiles(process.pid) - OTHER_FILES);
  const connections = openConnections(origin, '/v1/users/1', authorization);
  try {
    const rows: Table['rows'][number][] = [];
    await connections.growTo(1);
    await connections.send(WARM_UP);
    const alone = readMemory(pid).resident;
    for (const count of new Set([1, Math.min(100, most), Math.min(1e3, most), most])) {
      await connections.growTo(count);
      const { resident } = readMemory(pid);
      const busy = await cpuDuring(() => connections.send(REQUESTS));
      const idle = await cpuDuring(() => wait((quick ? 1 : IDLE_SECONDS) * 1000));
      rows.push({
        label: 'Portico',
        x: count,
        values: {
          CPU: busy / REQUESTS,
          idle: idle / (quick ? 1 : IDLE_SECONDS),
          'resident memory': resident / 1e6,
          ...(count > 1 && { 'per connection': (resident - alone) / (count - 1) / 1e3 }),
        },
      });
    }
    const [cost, first] = [rows.at(-1)!, rows[0]!].map(({ values }) => values['CPU']!);
    return {
      name: 'growth-connections',
      title: 'open connections',
      columns: [
        { name: 'CPU', unit: 'ms', meaning: 'CPU time of a request, each over the next connection', better: 'lower' },
        { name: 'idle', unit: 'ms/s', meaning: 'CPU time of a second without requests', better: 'lower' },
        { name: 'resident memory', unit: 'MB', meaning: 'Resident memory of the server', better: 'lower', digits: 0 },
        { name: 'per connection', unit: 'kB', meaning: 'Resident memory of each further connection', better: 'lower' },
      ],
      rows,
      drawn: 'resident memory',
      x: { name: 'connections', unit: '', scale: 'log' },
      targets: [
        {
          name: `CPU of a request with ${most.toLocaleString('en')} connections, of one`,
          value: cost! / first!,
          atMost: 1.2,
        },
      ],
    };
  } finally {
    connections.close();
    await stop();
  }

  async function cpuDuring(run: () => Promise<unknown>): Promise<number> {
    const before = readCpuMs(pid);
    await run();
    return readCpuMs(pid) - before;
  }
}
