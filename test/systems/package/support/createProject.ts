import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTarball } from './installTarball.ts';
import { run } from './run.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PROJECT = fileURLToPath(new URL('../project', import.meta.url));

/** What the project brings itself, in the versions that this repository has. */
const BESIDE = ['express', 'typescript', '@types/express', '@types/node'];

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  peerDependencies: { graphql: string };
}

/** Installs the tarball in a new project with the oldest graphql that is allowed, and compiles it. Returns its folder. */
export async function createProject(): Promise<string> {
  const manifest = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as Manifest;
  const versions = { ...manifest.dependencies, ...manifest.devDependencies };
  const graphql = `graphql@${manifest.peerDependencies.graphql.replace('^', '')}`;
  const folder = await installTarball(graphql, ...BESIDE.map((name) => `${name}@${versions[name]}`));
  await cp(PROJECT, folder, { recursive: true });
  await run(folder, process.execPath, 'node_modules/typescript/bin/tsc', '-p', '.');
  await cp(path.join(folder, 'rest'), path.join(folder, 'built/rest'), { recursive: true });
  return folder;
}
