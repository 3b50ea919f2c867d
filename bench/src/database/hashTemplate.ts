import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A short hash of the migrations and of what the tables are filled with: a template serves as long as it stays the same. */
export async function hashTemplate(migrations: string, fill: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(migrations)).sort()) {
    if (name.endsWith('.toml')) continue;
    hash.update(`${name}\n`).update(await readFile(path.join(migrations, name, 'migration.sql')));
  }
  for (const statement of fill) hash.update(statement);
  return hash.digest('hex').slice(0, 12);
}
