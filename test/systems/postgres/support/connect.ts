import pg from 'pg';
import { onTestFinished } from 'vitest';

/** Opens a connection that is closed after the test. */
export async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {}); // A test may end its session.
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
