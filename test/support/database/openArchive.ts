import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import type { DatabaseSettings } from '../../../src/service/database/Database.ts';
import { createEmbeddedBackend, extensions } from '../../../src/service/database/embedded/openEmbedded.ts';
import { startDatabase } from '../../../src/service/database/openDatabase.ts';

const CACHE = new URL('../../../node_modules/.cache/portico/', import.meta.url);

/** The sources that determine the contents of an archive. */
const FOLDERS = ['../../../prisma/migrations/', '../../../prisma/demo/'];
const FILES = [
  '../../../package-lock.json',
  '../../../src/service/database/applyMigrations.ts',
  '../../../src/service/database/demoData.ts',
  '../../../src/service/database/prepareDatabase.ts',
];

const PROGRAM = path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));

type WasmModule = NonNullable<PGliteOptions['pgliteWasmModule']>;

/** The types of Node lack WebAssembly. */
const { compile } = (globalThis as unknown as { WebAssembly: { compile(code: Uint8Array): Promise<WasmModule> } })
  .WebAssembly;

const archives = new Map<DatabaseSettings['seed'], Promise<Blob>>();
let program: Promise<{ pgliteWasmModule: WasmModule; fsBundle: Blob }> | undefined;

/**
 * An embedded database in memory, from an archive that is made once for all runs: ten times as fast. Each process reads
 * the archive and compiles PostgreSQL once.
 */
export async function openArchive(seed: DatabaseSettings['seed']): Promise<PGlite> {
  let archive = archives.get(seed);
  if (!archive) archives.set(seed, (archive = readArchive(seed).then((bytes) => new Blob([bytes]))));
  return PGlite.create({ ...(await (program ??= readProgram())), loadDataDir: await archive, extensions });
}

/** Fills a new data folder as a first start does, in a tenth of the time. */
export async function fillDataFolder(dataDir: string, seed: DatabaseSettings['seed']): Promise<void> {
  const folder = path.join(dataDir, 'postgres');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { status, stderr } = spawnSync('tar', ['-x', '-C', folder], { input: await readArchive(seed) });
  if (status !== 0) throw new Error(`The archive cannot be extracted: ${String(stderr)}`);
}

async function readArchive(seed: DatabaseSettings['seed']): Promise<Uint8Array<ArrayBuffer>> {
  const file = new URL(`${seed}-${await fingerprint()}.tar`, CACHE);
  return readFile(file).catch(() => createArchive(seed, file));
}

async function readProgram() {
  return {
    pgliteWasmModule: await compile(await readFile(path.join(PROGRAM, 'pglite.wasm'))),
    fsBundle: new Blob([await readFile(path.join(PROGRAM, 'pglite.data'))]),
  };
}

async function createArchive(seed: DatabaseSettings['seed'], file: URL): Promise<Uint8Array<ArrayBuffer>> {
  const files = await PGlite.create({ extensions });
  const { close, ...backend } = createEmbeddedBackend(files);
  await (await startDatabase({ ...backend, close: async () => {} }, { seed })).close();
  await files.exec('CHECKPOINT'); // So that opening the files needs no recovery.
  const archive = new Uint8Array(await (await files.dumpDataDir('none')).arrayBuffer());
  await close();
  // Renamed when it is complete, because tests run in parallel.
  await mkdir(CACHE, { recursive: true });
  const draft = new URL(`${randomUUID()}.draft`, CACHE);
  await writeFile(draft, archive);
  await rename(draft, file);
  return archive;
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
