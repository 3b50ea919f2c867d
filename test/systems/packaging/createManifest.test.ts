import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  PACKAGE_NAME,
  type RootManifest,
  createManifest,
  selectDependencies,
} from '../../../src/packaging/createManifest.ts';

const root = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as RootManifest;

describe('createManifest', () => {
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
    const imported = {
      '@modelcontextprotocol/sdk': '^1.32.2',
      '@opentelemetry/sdk-node': '^0.223.0',
      ioredis: '^6.0.0',
      zod: '^4.0.0',
    };
    expect(createManifest(root, imported)).toMatchObject({
      dependencies: { zod: '^4.0.0' },
      // A host has an SDK of its own version.
      peerDependencies: {
        ...peerDependencies,
        '@modelcontextprotocol/sdk': '^1.32.2',
        '@opentelemetry/sdk-node': '>=0.200.0',
        ioredis: '^6.0.0',
      },
      peerDependenciesMeta: {
        '@modelcontextprotocol/sdk': { optional: true },
        '@opentelemetry/sdk-node': { optional: true },
        ioredis: { optional: true },
      },
    });
  });

  test('is neither private nor has what is for the repository alone', () => {
    const manifest = createManifest(root, {});
    for (const key of ['private', 'scripts', 'devDependencies', 'overrides', 'workspaces']) {
      expect(manifest).not.toHaveProperty(key);
    }
  });
});

const manifest = {
  dependencies: { zod: '4.6.7', '@a/b': '1.0.0', pg: '8.0.0' },
  peerDependencies: { graphql: '^16.12.0' },
};

describe('selectDependencies', () => {
  test('takes what the modules import, by name, as caret ranges', () => {
    const modules = [
      { file: 'a.js', imports: ['zod', './b.js', 'node:path', 'fs', 'graphql'] },
      { file: 'b.js', imports: ['@a/b/deep/path.js', 'zod/v4', '../a.js', 'graphql/language'] },
    ];
    expect(Object.entries(selectDependencies(modules, manifest))).toEqual([
      ['@a/b', '^1.0.0'],
      ['zod', '^4.6.7'],
    ]);
  });

  test('names every import of something else', () => {
    const modules = [
      { file: 'a.js', imports: ['left-pad'] },
      { file: 'b.js', imports: ['@c/d/e', 'zod'] },
    ];
    expect(() => selectDependencies(modules, manifest)).toThrow(
      'a.js imports left-pad, which is not in the dependencies of package.json.\nb.js imports @c/d, which is not',
    );
  });
});
