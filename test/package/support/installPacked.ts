import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROJECT = fileURLToPath(new URL('../project', import.meta.url));

/** What the project brings itself, in the versions that this repository has. */
const BESIDE = ['express', 'typescript', '@types/express', '@types/node'];

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  peerDependencies: { graphql: string };
}

/** Runs a program to its end; rejects with what it wrote if it fails. */
export async function run(folder: string, program: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd: folder });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}

/** Builds and packs this repository, installs the tarball in a new project, and compiles the project. Gives its folder. */
export async function installPacked(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-package-'));
  await run(ROOT, 'npm', 'run', 'build');
  const [packed] = JSON.parse(await run(ROOT, 'npm', 'pack', '--json', '--pack-destination', folder)) as [
    { filename: string },
  ];
  await cp(PROJECT, folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));

  const manifest = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as Manifest;
  const versions = { ...manifest.dependencies, ...manifest.devDependencies };
  // The oldest that is allowed, so that the range is known to be true.
  const graphql = `graphql@${manifest.peerDependencies.graphql.replace('^', '')}`;
  const beside = BESIDE.map((name) => `${name}@${versions[name]}`);
  const quietly = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run(folder, 'npm', 'install', ...quietly, `./${packed.filename}`, graphql, ...beside);
  return folder;
}
