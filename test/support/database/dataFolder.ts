import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProgram } from '../../promises/support/startProgram.ts';
import { readCached } from './cache.ts';

type Seed = 'demo' | 'none';

/** Fills a new data folder with what a first start of the built program leaves there, in a tenth of the time. */
export async function fillDataFolder(dataDir: string, seed: Seed): Promise<void> {
  const folder = path.join(dataDir, 'postgres');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  tar(['-x', '-C', folder], await readCached(`folder-${seed}`, () => createArchive(seed)));
}

async function createArchive(seed: Seed): Promise<Uint8Array<ArrayBuffer>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portico-archive-'));
  try {
    const { end } = await startProgram({ DATA_DIR: dataDir, SEED: seed });
    await end('SIGTERM');
    return tar(['-c', '-C', path.join(dataDir, 'postgres'), '.']);
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

function tar(args: readonly string[], input?: Uint8Array): Uint8Array<ArrayBuffer> {
  const { status, stdout, stderr } = spawnSync('tar', args, { input, maxBuffer: Infinity });
  if (status !== 0) throw new Error(`tar ${args.join(' ')} failed: ${String(stderr)}`);
  return new Uint8Array(stdout);
}
