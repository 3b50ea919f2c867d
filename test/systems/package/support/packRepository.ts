import { fileURLToPath } from 'node:url';
import { run } from './run.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Packs this repository to a folder; returns the path of the tarball. */
export async function packRepository(folder: string): Promise<string> {
  const output = await run(ROOT, 'npm', 'run', '--silent', 'package', '--', '--out', folder);
  return output.trim();
}
