import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createManifest } from '../../../src/packaging/createManifest.ts';
import { PACKAGE_NAME } from '../../../src/packaging/identity.ts';
import type { RootManifest } from '../../../src/packaging/RootManifest.ts';

const root = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as RootManifest;

test('takes over what both share, and the dependencies', () => {
  const { version, description, license, engines, peerDependencies } = root;
  const dependencies = { zod: '^4.0.0' };
  expect(createManifest(root, dependencies)).toMatchObject({
    name: PACKAGE_NAME,
    version,
    description,
    license,
    engines,
    peerDependencies,
    dependencies,
  });
});

test('leaves it to the project to install what only some settings need', () => {
  const { peerDependencies } = root;
  expect(createManifest(root, { ioredis: '^6.0.0', zod: '^4.0.0' })).toMatchObject({
    dependencies: { zod: '^4.0.0' },
    peerDependencies: { ...peerDependencies, ioredis: '^6.0.0' },
    peerDependenciesMeta: { ioredis: { optional: true } },
  });
});

test('is neither private nor has what is for the repository alone', () => {
  const manifest = createManifest(root, {});
  for (const key of ['private', 'scripts', 'devDependencies', 'overrides', 'workspaces']) {
    expect(manifest).not.toHaveProperty(key);
  }
});
