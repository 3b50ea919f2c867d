// Packs once for all tests of the package.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { run } from './run.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The file that `npm run package` wrote. */
    tarball: string;
  }
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-tarball-'));
  const output = await run(ROOT, 'npm', 'run', '--silent', 'package', '--', '--out', folder);
  project.provide('tarball', output.trim());
  return () => rm(folder, { recursive: true, force: true });
}
