import pg from 'pg';
import type { Processes } from '../processes/createProcesses.ts';
import { countStatements } from './countStatements.ts';
import { readCommand, readCpuMs } from './readProcess.ts';
import { type CountingProxy, startCountingProxy } from './startCountingProxy.ts';
import { type MeasuredServer, startServer } from './startServer.ts';

/** Portico over a database, whose statements and CPU time can be read. */
export interface MeasuredService extends MeasuredServer {
  /** The statements so far. */
  statements(): number;
  /** The CPU time of its connections in PostgreSQL so far, in milliseconds; undefined on another machine. */
  databaseCpuMs(): Promise<number | undefined>;
}

/**
 * Starts the service over a migrated database, through a proxy that counts its statements. No statement of the database runs
 * in parallel from then on: CPU time of parallel workers, which end with their statement, could not be attributed.
 */
export async function openMeasuredService(
  processes: Processes,
  { databaseUrl, secret }: { databaseUrl: string; secret: string },
): Promise<MeasuredService> {
  const direct = new URL(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  let proxy: CountingProxy | undefined;
  const stops: (() => Promise<unknown>)[] = [];
  /** Of each connection as it was last read: one that has been closed still counts. */
  const cpuMsOf = new Map<number, number>();
  const stop = async () => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  // The database may be dropped under it when a run is interrupted.
  client.on('error', () => {});
  await client.connect();
  stops.push(() => client.end());
  try {
    await client.query(`DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET max_parallel_workers_per_gather = 0', current_database());
    END $$`);
    proxy = await startCountingProxy({ host: direct.hostname, port: Number(direct.port || 5432) }, countStatements);
    stops.push(proxy.stop);
    const proxied = new URL(databaseUrl);
    proxied.hostname = proxy.host;
    proxied.port = String(proxy.port);
    const server = await startServer(processes, {
      args: ['bin/portico.js', 'serve'],
      env: { DATABASE_URL: proxied.href, AUTH_SECRET: secret, MIGRATE: 'off' },
      probe: '/health/ready',
    });
    stops.push(server.stop);
    return { ...server, stop, statements: proxy.count, databaseCpuMs };
  } catch (error) {
    await stop();
    throw error;
  }

  async function databaseCpuMs(): Promise<number | undefined> {
    const { rows } = await client.query<{ pid: number }>(`
      SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`);
    const isHere = rows.every(({ pid }) => readCommand(pid) === 'postgres');
    if (!isHere) return undefined;
    for (const { pid } of rows) cpuMsOf.set(pid, readCpuMs(pid));
    return [...cpuMsOf.values()].reduce((sum, each) => sum + each, 0);
  }
}
