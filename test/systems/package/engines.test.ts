// Package managers that refuse a package whose `engines` do not allow this Node, on the oldest Node of each range that the manifest
// allows. The `overrides` of this repository have no effect here, as they have none for users: the managers resolve every dependency.
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { installNode } from './support/installNode.ts';
import { run } from './support/run.ts';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
const TARBALL = inject('tarball');

interface Manifest {
  name: string;
  engines: { node: string };
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

const manifest = JSON.parse(await run(DOCS, 'tar', '-xzOf', TARBALL, 'package/package.json')) as Manifest;
const peers = Object.keys(manifest.peerDependencies);

/** Of `^20.19 || >=24`, 20.19.0 and 24.0.0. */
const OLDEST = manifest.engines.node
  .split('||')
  .map((range) => [...range.trim().replace(/^\D+/, '').split('.'), '0', '0'].slice(0, 3).join('.'));

/** A manager writes no more than its lockfile where it refuses packages without downloading them. */
const MANAGERS = [
  {
    manager: 'npm',
    command: 'npm install --engine-strict --package-lock-only --prefer-offline',
    lockfile: 'package-lock.json',
  },
  {
    manager: 'Yarn 1.22',
    command: 'npx --yes --prefer-offline yarn@1.22.22 add --ignore-scripts --non-interactive',
    lockfile: 'yarn.lock',
  },
  {
    manager: 'pnpm',
    command: 'npx --yes --prefer-offline pnpm@10.34.9 add --config.engine-strict=true --lockfile-only --prefer-offline',
    lockfile: 'pnpm-lock.yaml',
  },
];

/** The peers as the documents say to install them, such as `ioredis@6`. */
async function documentedPeers(): Promise<string[]> {
  const pages = (await readdir(DOCS)).filter((file) => file.endsWith('.md'));
  const texts = await Promise.all(pages.map((file) => readFile(path.join(DOCS, file), 'utf8')));
  const commands = texts.flatMap((text) => [...text.matchAll(/npm install ([^`]*)/g)].map(([, packages]) => packages!));
  const packages = commands.flatMap((command) => command.split(/\s+/));
  return packages.filter((name) => peers.includes(name.replace(/(?<=.)@.*/, '')));
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-engines-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Adds packages to a new project, by a manager that runs on this Node. Returns the lockfile. */
async function add(
  node: string,
  { command, lockfile }: (typeof MANAGERS)[number],
  packages: readonly string[],
): Promise<string> {
  const project = await mkdtemp(path.join(folder, 'project-'));
  await writeFile(path.join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true }));
  const searched = [path.dirname(node), process.env['PATH']].join(path.delimiter);
  await run(project, 'env', `PATH=${searched}`, ...command.split(' '), ...packages);
  return readFile(path.join(project, lockfile), 'utf8');
}

describe.each(OLDEST)('on Node %s', (version) => {
  let node: string;
  beforeAll(async () => {
    node = await installNode(folder, version);
  });

  test.each(MANAGERS)('$manager installs the package, and every peer as the documents say', async (manager) => {
    const locked = await add(node, manager, [TARBALL, ...(await documentedPeers())]);
    const installed = [manifest.name, ...Object.keys(manifest.dependencies), ...peers];
    expect(installed.filter((name) => !locked.includes(name))).toEqual([]);
  });
});

test.each(MANAGERS)('$manager would refuse a dependency that requires a newer Node', async (manager) => {
  const node = await installNode(folder, OLDEST[0]!);
  await expect(add(node, manager, ['@whatwg-node/promise-helpers@2.0.2'])).rejects.toThrow('>=22.15.0');
});
