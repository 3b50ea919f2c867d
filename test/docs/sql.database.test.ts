// Executes the SQL of docs/ on the embedded database, and then what needs it.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPostgresIdempotencyStore } from '../../src/gateway/index.ts';
import { openArchive } from '../support/database/openArchive.ts';
import { blocksOf } from './support/pageBlocks.ts';

/** What depends on the statements of each page, in a database that has been migrated. */
const PAGES = {
  'docs/deployment.md': {
    before: ['DROP INDEX products_search_idx', 'DROP INDEX users_search_idx', 'DROP EXTENSION pg_trgm'],
    tables: ['products', 'users'],
  },
  'docs/library.md': { before: [], tables: ['portico_idempotency'] },
} as const;

const blocks = blocksOf('sql');

test('SQL is on the pages that are known here', () => {
  expect(blocks.map(([, { page }]) => page)).toEqual(Object.keys(PAGES));
});

test.each(blocks)('%s', async (_, { page, text }) => {
  const { before, tables } = PAGES[page as keyof typeof PAGES];
  const database = await openArchive('demo');
  const indexes = async () => {
    const { rows } = await database.query<{ indexdef: string }>(
      'SELECT indexdef FROM pg_indexes WHERE tablename = ANY($1) ORDER BY 1',
      [tables],
    );
    return rows.map(({ indexdef }) => indexdef);
  };
  const migrated = await indexes();
  // One by one: an index cannot be created concurrently in a transaction.
  for (const statement of [...before, ...text.split(/;\s*$/m)])
    if (statement.trim() !== '') await database.query(statement);
  const created = await indexes();
  if (before.length > 0) expect(created).toEqual(migrated);

  if (page === 'docs/library.md') {
    const statements: string[] = [];
    const store = createPostgresIdempotencyStore({
      query: (sql, values) => {
        statements.push(sql);
        return database.query(sql, values);
      },
    });
    const request = {
      subject: 'ada',
      route: 'v1 POST /orders',
      key: 'k',
      fingerprint: 'f',
      execution: randomUUID(),
      deadline: Date.now() + 30_000,
    };
    await store.begin(request);
    expect(statements.filter((sql) => sql.startsWith('CREATE'))).toEqual([]);
    // The table is the one that the store creates where there is none.
    await database.query('DROP TABLE portico_idempotency');
    await createPostgresIdempotencyStore({ query: (sql, values) => database.query(sql, values) }).begin(request);
    expect(await indexes()).toEqual(created);
  }
  await database.close();
});
