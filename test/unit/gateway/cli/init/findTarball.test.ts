import path from 'node:path';
import { expect, test } from 'vitest';
import { findTarball } from '../../../../../src/gateway/cli/init/findTarball.ts';
import { makeFolder } from './support/makeFolder.ts';

const LOCKFILE = 'npx/node_modules/.package-lock.json';
const lock = (name: string, resolved?: string) =>
  JSON.stringify({ packages: { [`node_modules/${name}`]: { resolved } } });

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
