// A package that was installed from a tarball, as no registry may have it: test/systems/package starts it from one.
import path from 'node:path';
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { findTarball } from '../../../src/authoring/init/findProjectFiles.ts';
import { planFiles } from '../../../src/authoring/init/planFiles.ts';
import { makeFolder } from '../../commands/authoring/init/support/makeFolder.ts';

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

describe('planFiles', () => {
  test.each([
    ['../portico-0.2.0.tgz', {}, 'npm install ../portico-0.2.0.tgz'],
    ['portico-0.2.0.tgz', { 'pnpm-lock.yaml': '' }, 'pnpm add ./portico-0.2.0.tgz'],
    ['my files/portico-0.2.0.tgz', { 'yarn.lock': '' }, 'yarn add "./my files/portico-0.2.0.tgz"'],
  ])(
    'installs first from the tarball %s, and says that CI needs it',
    (name, files: Record<string, string>, command) => {
      const folder = makeFolder(files);
      const { commands, files: written } = planFiles({
        setup: { schema: 'schema.graphql', headers: [], endpoints: 'rest' },
        source: { schema: buildSchema('type Query { a: Int }'), file: 'schema.graphql' },
        documents: [],
        program: { name: 'portico', version: '0.2.0', tarball: path.join(folder, name) },
        folder,
      });
      expect(commands[0]).toBe(command);
      const text = written.find(({ file }) => file === 'README.md')!.text;
      expect(text).toContain(`\`\`\`sh\n${command}\nnpx portico dev --mock\n\`\`\``);
      expect(text).toContain(`run \`${command}\` and \`npx portico contracts\``);
      expect(text).toContain(`The package is installed from \`${command.replace(/^\w+ \w+ "?|"$/g, '')}\``);
      expect(text).not.toContain('\nnpm install\n');
    },
  );
});
