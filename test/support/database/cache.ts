// What takes long to make is kept for all runs, until the sources change that determine it.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';

const CACHE = new URL('../../../node_modules/.cache/portico/', import.meta.url);

/** The sources that determine the contents of a new database. */
const FOLDERS = ['../../../prisma/migrations/', '../../../prisma/demo/'];
const FILES = [
  '../../../package-lock.json',
  '../../../src/service/database/applyMigrations.ts',
  '../../../src/service/database/demoData.ts',
  '../../../src/service/database/prepareDatabase.ts',
];

/** An archive of a new database, which is made once. */
export async function readCached(
  name: string,
  create: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = new URL(`${name}-${await fingerprint()}.tar`, CACHE);
  return readFile(file).catch(async () => {
    const archive = await create();
    // Renamed when it is complete, because tests run in parallel.
    await mkdir(CACHE, { recursive: true });
    const draft = new URL(`${randomUUID()}.draft`, CACHE);
    await writeFile(draft, archive);
    await rename(draft, file);
    return archive;
  });
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of FILES) hash.update(await readFile(new URL(file, import.meta.url)));
  for (const folder of FOLDERS) {
    const entries = await readdir(new URL(folder, import.meta.url), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((each) => each.isFile())) {
      hash.update(entry.name).update(await readFile(`${entry.parentPath}/${entry.name}`));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
