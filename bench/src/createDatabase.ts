import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A database that is there for one run. */
export interface BenchDatabase {
  url: string;
  /** What the server calls itself, for example `PostgreSQL 15.20`. */
  version: string;
  drop(): Promise<void>;
}

/** Makes an empty database on a server. */
export async function createDatabase(server: string): Promise<BenchDatabase> {
  const name = `portico_bench_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(server);
  url.pathname = name;
  const [row] = await administer(server, `SELECT split_part(version(), ' (', 1) AS version`);
  await administer(server, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
  return {
    url: url.href,
    version: row!['version']!,
    drop: async () => void (await administer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

async function administer(server: string, statement: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(statement)).rows;
  } finally {
    await client.end();
  }
}
