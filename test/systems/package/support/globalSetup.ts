// Packs once for all tests of the package.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { packRepository } from './packRepository.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The file that `npm run package` wrote. */
    tarball: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-tarball-'));
  project.provide('tarball', await packRepository(folder));
  return () => rm(folder, { recursive: true, force: true });
}
