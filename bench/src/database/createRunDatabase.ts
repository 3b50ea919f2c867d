import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { administer } from './administer.ts';

/** What databases of a run are called: this, when it was made (Unix seconds of the server), the pid, and chance. */
export const RUN_PREFIX = 'portico_bench_run_';

/** A database that is there for one run at most. */
export interface RunDatabase {
  name: string;
  url: string;
  /** Lets go of it, so that it can be renamed. */
  release(): Promise<void>;
  drop(): Promise<void>;
}

/**
 * Makes a database on a server, empty or as a copy. This process stays connected to it while it is in use: that is how
 * other runs see that it is not abandoned.
 */
export async function createRunDatabase(server: string, template = 'template0'): Promise<RunDatabase> {
  const [row] = await administer(server, 'SELECT extract(epoch FROM now())::int8 AS now');
  const name = `${RUN_PREFIX}${row!['now']}_${process.pid}_${randomBytes(4).toString('hex')}`;
  await administer(server, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE ${template}`);
  const url = new URL(server);
  url.pathname = name;
  const holder = new pg.Client({ connectionString: url.href, application_name: 'portico-bench' });
  // The server may end the connection; what works on the database will notice.
  holder.on('error', () => {});
  await holder.connect();
  return {
    name,
    url: url.href,
    release: () => holder.end(),
    drop: async () => {
      await holder.end();
      await administer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
