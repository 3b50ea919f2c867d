import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import type { DatabaseSettings } from '../../../src/service/database/Database.ts';
import {
  START_PARAMETERS,
  createEmbeddedBackend,
  extensions,
} from '../../../src/service/database/embedded/openEmbedded.ts';
import { startDatabase } from '../../../src/service/database/openDatabase.ts';
import { readCached } from './cache.ts';

const PROGRAM = path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));

type WasmModule = NonNullable<PGliteOptions['pgliteWasmModule']>;

/** The types of Node lack WebAssembly. */
const { compile } = (globalThis as unknown as { WebAssembly: { compile(code: Uint8Array): Promise<WasmModule> } })
  .WebAssembly;

/** PostgreSQL fills its buffers with zeros at each start, by default 128 MB. */
const START = [...START_PARAMETERS, '-c', 'shared_buffers=8MB'];

const archives = new Map<DatabaseSettings['seed'], Promise<Blob>>();
let program: Promise<{ pgliteWasmModule: WasmModule; fsBundle: Blob }> | undefined;

/**
 * An embedded database in memory, from an archive that is made once for all runs: ten times as fast. Each process reads
 * the archive and compiles PostgreSQL once.
 */
export async function openArchive(seed: DatabaseSettings['seed']): Promise<PGlite> {
  let archive = archives.get(seed);
  if (!archive) archives.set(seed, (archive = readArchive(seed).then((bytes) => new Blob([bytes]))));
  return PGlite.create({
    ...(await (program ??= readProgram())),
    loadDataDir: await archive,
    extensions,
    startParams: START,
  });
}

function readArchive(seed: DatabaseSettings['seed']): Promise<Uint8Array<ArrayBuffer>> {
  return readCached(`memory-${seed}`, () => createArchive(seed));
}

async function readProgram() {
  return {
    pgliteWasmModule: await compile(await readFile(path.join(PROGRAM, 'pglite.wasm'))),
    fsBundle: new Blob([await readFile(path.join(PROGRAM, 'pglite.data'))]),
  };
}

async function createArchive(seed: DatabaseSettings['seed']): Promise<Uint8Array<ArrayBuffer>> {
  const files = await PGlite.create({ extensions });
  const { close, ...backend } = createEmbeddedBackend(files);
  await (await startDatabase({ ...backend, close: async () => {} }, { seed })).close();
  await files.exec('CHECKPOINT'); // So that opening the files has little to recover.
  const archive = new Uint8Array(await (await files.dumpDataDir('none')).arrayBuffer());
  await close();
  return archive;
}
