// One process over the embedded database, whose files are read when it has ended.
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { ManagedProcess } from '../ManagedProcess.ts';
import type { Reaper } from '../Reaper.ts';
import type { Scenario, Suite, Topology } from '../Scenario.ts';
import { startService } from '../services.ts';

interface Embedded extends Topology {
  service: ManagedProcess;
}

const scenarios = (['SIGKILL', 'SIGTERM'] as const).map((signal): Scenario<Embedded> => ({
  name: `embedded database, ${signal}`,
  isShort: signal === 'SIGKILL',
  isFelt: true,
  run: ({ service }) => service.restart(signal),
}));

/** The scenarios of the embedded database. */
export function embedded(reaper: Reaper): Suite<Embedded> {
  const folder = path.join(reaper.folder, 'data');
  return {
    scenarios,
    start: async () => {
      const service = await startService(reaper, { DATA_DIR: folder });
      return {
        url: service.url,
        keys: 'exactly once',
        service,
        withDatabase: async (read) => {
          await service.end('SIGTERM');
          const database = await PGlite.create(path.join(folder, 'postgres'), { extensions: { pg_trgm } });
          try {
            return await read(
              async (sql, values) => (await database.query<Record<string, unknown>>(sql, [...values])).rows,
            );
          } finally {
            await database.close();
            await service.start();
          }
        },
        end: async () => void (await service.end('SIGTERM')),
      };
    },
  };
}
