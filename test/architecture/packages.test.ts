// The program runs with its dependencies alone, as after `npm ci --omit=dev`.
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readImports, readModules } from './readImports.ts';

const ROOT = new URL('../../', import.meta.url);
const { dependencies, peerDependencies } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as Record<
  'dependencies' | 'peerDependencies',
  Record<string, string>
>;

/** The name of a package without the path within it. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

test.each(['src/gateway', 'src/project', 'src/authoring', 'src/cli', 'src/service', 'bin'])(
  '%s imports only packages that are installed with it',
  (folder) => {
    const modules = readModules(fileURLToPath(new URL(folder, ROOT)));
    const missing = modules.flatMap(({ file, imports }) =>
      imports
        .filter((specifier) => !/^[.#]/.test(specifier) && !isBuiltin(specifier))
        .map(packageOf)
        .filter((name) => !(name in dependencies) && !(name in peerDependencies))
        .map((name) => `${folder}/${file} imports ${name}`),
    );
    expect(missing).toEqual([]);
  },
);

/** The packages and the modules of src that a module of src loads when it is imported: types and what is imported later are not. */
function loadedBy(entry: URL, loaded = new Set<string>()): Set<string> {
  if (loaded.has(entry.href)) return loaded;
  loaded.add(entry.href);
  const source = readFileSync(entry, 'utf8').replace(/^(?:import|export) type [^;]*;|\bimport\([^)]*\)/gm, '');
  for (const specifier of readImports(source)) {
    if (specifier.startsWith('.')) loadedBy(new URL(specifier, entry), loaded);
    else loaded.add(packageOf(specifier));
  }
  return loaded;
}

test('an import of portico loads the gateway alone, and no package that only a server needs', () => {
  const loaded = [...loadedBy(new URL('src/gateway/index.ts', ROOT))];
  const modules = loaded.filter((name) => name.startsWith('file:'));
  expect(modules.length).toBeGreaterThan(50);
  expect(modules.filter((name) => !name.includes('/src/gateway/'))).toEqual([]);
  const packages = loaded.filter((name) => !name.startsWith('file:') && !isBuiltin(name));
  const needed = ['fastest-levenshtein', 'graphql', 'jsonc-parser', 'lossless-json', 'negotiator', 'proxy-addr', 'zod'];
  expect(packages.filter((name) => !needed.includes(name))).toEqual([]);
});
