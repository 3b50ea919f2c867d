// Migrating at startup leaves the database as `prisma migrate deploy` does, so that either can follow the other.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { type Migration, applyMigrations, readMigrations } from '../../../src/service/database/applyMigrations.ts';
import { createDatabase, query } from './support/createDatabase.ts';
import { describeSchema } from './support/describeSchema.ts';
import { prismaMigrate } from './support/prismaMigrate.ts';

const TIMEOUT = { timeout: 120_000 };

/** Applies migrations as the service does, and returns the names of those that it applied. */
async function migrate(url: string, migrations: Migration[]): Promise<unknown[]> {
  const applied: unknown[] = [];
  const log = {
    info: (details: object) => void applied.push(details),
    warn: (details: object) => void applied.push(details),
  };
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await applyMigrations(client, migrations, log);
    return applied.map((details) => (details as { migration: string }).migration);
  } finally {
    await client.end();
  }
}

/** The rows of `_prisma_migrations`; of what differs from run to run only whether it is there, and plausible. */
function recorded(url: string): Promise<unknown[]> {
  return query(
    url,
    `SELECT migration_name, checksum, applied_steps_count, rolled_back_at, logs,
       id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' AS "hasUuid",
       started_at BETWEEN now() - interval '5 minutes' AND now() AS "isStarted",
       finished_at BETWEEN started_at AND now() AS "isFinished"
     FROM _prisma_migrations ORDER BY migration_name`,
  );
}

test('writes the tables and the rows that prisma migrate deploy writes', TIMEOUT, async () => {
  const migrations = await readMigrations();
  const [byPrisma, byService] = [await createDatabase(), await createDatabase()];
  expect(await prismaMigrate('deploy', byPrisma)).toMatchObject({ code: 0 });
  expect(await migrate(byService, migrations)).toEqual(migrations.map(({ name }) => name));

  expect(await recorded(byService)).toEqual(await recorded(byPrisma));
  expect(await recorded(byService)).toHaveLength(migrations.length);
  expect(await describeSchema(byService)).toEqual(await describeSchema(byPrisma));
  expect(await describeSchema(byService)).toContainEqual(
    expect.objectContaining({ kind: 'column', of: '_prisma_migrations', name: '2 checksum' }),
  );
});

test('finds nothing to do after prisma migrate deploy, and the reverse', TIMEOUT, async () => {
  const migrations = await readMigrations();
  const url = await createDatabase();
  await prismaMigrate('deploy', url);
  expect(await migrate(url, migrations)).toEqual([]);

  const reverse = await createDatabase();
  await migrate(reverse, migrations);
  const { code, output } = await prismaMigrate('deploy', reverse);
  expect(code).toBe(0);
  expect(output).toContain('No pending migrations to apply.');
  expect((await prismaMigrate('status', reverse)).output).toContain('Database schema is up to date!');
});

test(
  'records a migration that fails as prisma migrate deploy does, and keeps nothing of its tables',
  TIMEOUT,
  async () => {
    const { folder, config } = writeMigrations({
      '1_one': 'CREATE TABLE one (id INT);',
      '2_broken': 'CREATE TABLE two (id INT);\nSELECT 1/0;',
    });
    const [byPrisma, byService] = [await createDatabase(), await createDatabase()];
    expect(await prismaMigrate('deploy', byPrisma, config)).toMatchObject({ code: 1 });
    await expect(migrate(byService, await readMigrations(folder))).rejects.toThrow('2_broken failed: division by zero');

    // The words of `logs` are each program's own.
    const failure = { logs: expect.stringContaining('division by zero') as unknown };
    const [first, second] = (await recorded(byPrisma)) as object[];
    expect(await recorded(byService)).toEqual([first, { ...second, ...failure }]);
    expect(second).toMatchObject({ ...failure, applied_steps_count: 0, isFinished: null });
    expect(await describeSchema(byService)).toEqual(await describeSchema(byPrisma));

    await expect(migrate(byPrisma, await readMigrations(folder))).rejects.toThrow('2_broken');
    expect((await prismaMigrate('deploy', byService, config)).output).toContain('P3009'); // Failed migrations were found.
  },
);

/** Writes migrations to a folder that is gone after the test, with a config file for Prisma's command line. */
function writeMigrations(scripts: Record<string, string>): { folder: URL; config: string } {
  const root = mkdtempSync(path.join(tmpdir(), 'portico-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = path.join(root, 'migrations');
  for (const [name, sql] of Object.entries(scripts)) {
    mkdirSync(path.join(folder, name), { recursive: true });
    writeFileSync(path.join(folder, name, 'migration.sql'), sql);
  }
  copyFileSync('prisma/migrations/migration_lock.toml', path.join(folder, 'migration_lock.toml'));
  const config = path.join(root, 'prisma.config.ts');
  const settings = { schema: path.resolve('prisma/schema.prisma'), migrations: { path: folder } };
  const datasource = `{ url: process.env.DATABASE_URL }`;
  writeFileSync(config, `export default { ...${JSON.stringify(settings)}, datasource: ${datasource} };`);
  return { folder: pathToFileURL(`${folder}/`), config };
}
