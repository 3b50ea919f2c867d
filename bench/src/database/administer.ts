import pg from 'pg';

/** Runs one statement over a connection of its own. */
export async function administer(url: string, text: string, values: unknown[] = []): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(text, values)).rows;
  } finally {
    await client.end();
  }
}
