import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll } from 'vitest';

const server = process.env['TEST_DATABASE_URL'];
if (!server) throw new Error('These tests need a PostgreSQL server: set TEST_DATABASE_URL to its URL.');

const admin = new pg.Pool({ connectionString: server, max: 2 });
const names: string[] = [];
afterAll(async () => {
  for (const name of names) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.end();
});

/** Creates an empty database, dropped after the test file, and returns its URL. */
export async function createDatabase(options = ''): Promise<string> {
  const name = `portico_test_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`CREATE DATABASE ${name} ${options}`);
  names.push(name);
  const url = new URL(server ?? '');
  url.pathname = name;
  return url.href;
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
