// The whole of the federated mode, as it runs on many machines: four subgraph processes over one PostgreSQL database, a
// router over their supergraph, and two façades in front of that.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Name, NAMES, startPortico } from './startPortico.ts';
import { type Process } from './startProcess.ts';
import { type Front, startFront } from './startFront.ts';

const SERVER = process.env['TEST_DATABASE_URL'] || 'postgresql://postgres@127.0.0.1:5432/postgres';

export interface Federation extends Front {
  subgraphs: Readonly<Record<Name, Process>>;
}

/** Starts everything, and waits until all of it is ready. */
export async function startFederation(): Promise<Federation> {
  const database = `portico_test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(SERVER);
  url.pathname = database;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    await Promise.all(stops.map((each) => each()));
    await administer(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  };
  try {
    await administer(`CREATE DATABASE ${database}`);
    const env = { DATABASE_URL: url.href, SEED: 'demo' };
    const started = await Promise.all(
      NAMES.map(async (name) => {
        const subgraph = await startPortico(env, 'serve', '--subgraph', name);
        stops.push(subgraph.stop);
        return [name, subgraph] as const;
      }),
    );
    const front = await startFront(started.map(([name, each]) => `${name}=${each.url}/graphql`));
    stops.push(front.stop);
    return { ...front, subgraphs: Object.fromEntries(started) as Federation['subgraphs'], stop };
  } catch (error) {
    await stop();
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
