import { randomUUID } from 'node:crypto';
import pg from 'pg';

const server = process.env['TEST_DATABASE_URL'] ?? '';
if (!server) throw new Error('These tests need a PostgreSQL server: set TEST_DATABASE_URL to its URL.');

const names: string[] = [];

/** Creates an empty database, dropped after the test file, and returns its URL. */
export async function createDatabase(options = ''): Promise<string> {
  const name = `portico_test_${randomUUID().replaceAll('-', '')}`;
  await query(server, `CREATE DATABASE ${name} ${options}`);
  names.push(name);
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

/** Drops the databases of a test file, whatever is still connected to them. */
export async function dropDatabases(): Promise<void> {
  for (const name of names.splice(0)) await query(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** Runs SQL in a database on a connection of its own. */
export async function query(url: string, text: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}
