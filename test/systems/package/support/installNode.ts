import { expect } from 'vitest';
import { run } from './run.ts';

/** Installs a version of Node from npm, such as `22`, which is the newest of it, or `20.19.0`. Returns the path of its program. */
export async function installNode(folder: string, version: string): Promise<string> {
  const executable = `node-${process.platform}-${process.arch}@${version}`;
  const args = ['--yes', '--prefer-offline', '-p', executable, 'node', '-p', 'process.execPath'];
  const node = (await run(folder, 'npx', ...args)).trim();
  expect(await run(folder, node, '--version')).toMatch(new RegExp(`^v${version}\\b`));
  return node;
}
