import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { administer } from './administer.ts';
import { createRunDatabase, type RunDatabase } from './createRunDatabase.ts';
import { fillDatabase, fillStatements, type Sizes, sizesOf } from './fillDatabase.ts';
import { hashTemplate } from './hashTemplate.ts';
import { showProgress } from './showProgress.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const DUPLICATE_DATABASE = '42P04';

/** A migrated and filled database of this run. */
export interface BenchDatabase {
  url: string;
  sizes: Sizes;
  drop(): Promise<void>;
}

/**
 * Gives a run its own copy of a template that has `rows` users, products and orders each, and three lines for each order;
 * fewer products and orders unless `rows` is given. The template is made where it is missing, and stays on the server.
 */
export async function openBenchDatabase(server: string, rows?: number): Promise<BenchDatabase> {
  const sizes = sizesOf(rows);
  const fill = fillStatements(sizes).map(({ text }) => text);
  const template = `portico_bench_template_${rows ?? 'default'}_${await hashTemplate(`${ROOT}prisma/migrations`, fill)}`;
  const exists = await administer(server, 'SELECT FROM pg_database WHERE datname = $1', [template]);
  if (exists.length === 0) await createTemplate(server, template, sizes);
  const { url, drop } = await createRunDatabase(server, template);
  return { url, sizes, drop };
}

/** Fills a database of this run, and makes it the template when it is complete. */
async function createTemplate(server: string, template: string, sizes: Sizes): Promise<void> {
  const database = await createRunDatabase(server);
  try {
    await migrate(database);
    const progress = showProgress(`Filling ${template}`);
    await fillDatabase(database.url, sizes, progress.update);
    progress.stop();
    await database.release();
    await administer(server, `ALTER DATABASE ${database.name} RENAME TO ${template}`);
  } catch (error) {
    await database.drop();
    // Another run has made the same meanwhile.
    if ((error as { code?: string }).code !== DUPLICATE_DATABASE) throw error;
  }
}

async function migrate({ url }: RunDatabase): Promise<void> {
  const env = { ...process.env, DATABASE_URL: url, LOG_LEVEL: 'warn' };
  await promisify(execFile)(process.execPath, ['bin/portico.js', 'migrate'], { env, cwd: ROOT });
}
