import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  findGraphqlConfig,
  findPackageManager,
  findRepository,
  findSchemaFiles,
  findTarball,
} from '../../../../src/authoring/init/findProjectFiles.ts';
import { makeFolder } from './support/makeFolder.ts';
import { SDL } from './support/proposal.ts';

describe('findSchemaFiles', () => {
  test.each([
    [
      'the usual name before others',
      { 'a.graphql': SDL, 'schema.graphql': SDL, 'schema.json': '{}' },
      ['schema.graphql'],
    ],
    ['an introspection', { 'schema.json': '{}' }, ['schema.json']],
    ['every file of SDL', { 'b.graphqls': SDL, 'a.graphql': SDL, 'c.gql': SDL }, ['a.graphql', 'b.graphqls', 'c.gql']],
    ['no folder', { 'schema.graphql/': '' }, []],
    ['nothing', {}, []],
  ])('finds %s', (_, files, found) => {
    expect(findSchemaFiles(makeFolder(files as Record<string, string>))).toEqual(found);
  });
});

describe('findGraphqlConfig', () => {
  test.each(['graphql.config.yml', 'graphql.config.ts', '.graphqlrc', '.graphqlrc.json', 'graphql.config.cjs'])(
    'finds %s',
    (name) => {
      expect(findGraphqlConfig(makeFolder({ [name]: '' }))).toBe(name);
    },
  );

  test('finds nothing in other files', () => {
    expect(
      findGraphqlConfig(makeFolder({ 'graphql.config.md': '', 'xgraphql.config.yml': '', 'portico.config.ts': '' })),
    ).toBeUndefined();
  });
});

describe('findRepository', () => {
  test('finds the root around a folder, which is a folder or the file of a worktree', () => {
    const folder = makeFolder({ 'a/.git/': '', 'a/b/c/': '', 'w/.git': 'gitdir: …' });
    expect(findRepository(path.join(folder, 'a/b/c'))).toBe(path.join(folder, 'a'));
    expect(findRepository(path.join(folder, 'w'))).toBe(path.join(folder, 'w'));
  });

  test('finds nothing outside of a repository', () => {
    expect(findRepository(makeFolder())).toBeUndefined();
  });
});

describe('findPackageManager', () => {
  test.each([
    [{}, 'npm install'],
    [{ 'package-lock.json': '{}' }, 'npm install'],
    [{ 'pnpm-lock.yaml': '' }, 'pnpm install'],
    [{ 'apps/rest/yarn.lock': '' }, 'yarn install'],
  ])('with %o: %s', (files, install) => {
    const root = makeFolder(files as Record<string, string>);
    expect(findPackageManager([path.join(root, 'apps/rest'), root]).install).toBe(install);
  });
});

const LOCKFILE = 'npx/node_modules/.package-lock.json';
const lock = (name: string, resolved?: string) =>
  JSON.stringify({ packages: { [`node_modules/${name}`]: { resolved } } });

describe('findTarball', () => {
  test.each(['portico', '@acme/portico'])('finds the tarball of %s', (name) => {
    const folder = makeFolder({ [LOCKFILE]: lock(name, 'file:../portico-0.2.0.tgz'), 'portico-0.2.0.tgz': '' });
    const found = findTarball(name, path.join(folder, 'npx/node_modules', name));
    expect(found).toBe(path.join(folder, 'portico-0.2.0.tgz'));
  });

  test.each([
    ['a package of a registry', { [LOCKFILE]: lock('portico', 'https://registry.example.com/portico-0.2.0.tgz') }],
    ['a tarball that is gone', { [LOCKFILE]: lock('portico', 'file:../portico-0.2.0.tgz') }],
    ['a package that is linked', { [LOCKFILE]: lock('portico') }],
    ['another lockfile', { [LOCKFILE]: '{}' }],
    ['a checkout', {}],
  ])('finds none of %s', (_, files: Record<string, string>) => {
    expect(findTarball('portico', path.join(makeFolder(files), 'npx/node_modules/portico'))).toBeUndefined();
  });
});
