// Two processes that serve over one PostgreSQL database of their own.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPortico } from '../../federation/support/startPortico.ts';

const SERVER = process.env['TEST_DATABASE_URL'] || 'postgresql://postgres@127.0.0.1:5432/postgres';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the processes are reached. */
    workers: string;
  }
}

/** Starts what the promises of the interface are tested on; what it gives stops that. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = `portico_test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(SERVER);
  url.pathname = database;
  await administer(`CREATE DATABASE ${database}`);
  const drop = () => administer(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  try {
    const portico = await startPortico({ DATABASE_URL: url.href, SEED: 'demo', WORKERS: '2' }, 'serve');
    project.provide('workers', portico.url);
    return async () => {
      await portico.stop();
      await drop();
    };
  } catch (error) {
    await drop();
    throw error;
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
