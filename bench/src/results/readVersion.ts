import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = new URL('../../../', import.meta.url);

/** The version of the program with its commit, such as `0.2.0 (46617316)`; the version alone outside of a repository. */
export async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('package.json', ROOT), 'utf8')) as { version: string };
  try {
    const args = ['describe', '--always', '--exclude=*', '--abbrev=8', '--dirty=+'];
    const { stdout } = await promisify(execFile)('git', args, { cwd: fileURLToPath(ROOT) });
    return `${version} (${stdout.trim()})`;
  } catch {
    return version;
  }
}
