import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { run } from './run.ts';

/** What users of the package import. */
export const PACKAGE_NAME = 'portico';

/** Installs the tarball, and other packages, in a new project of ES modules. Returns its folder. */
export async function installTarball(...others: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-package-'));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  const quietly = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run(folder, 'npm', 'install', ...quietly, inject('tarball'), ...others);
  return folder;
}
