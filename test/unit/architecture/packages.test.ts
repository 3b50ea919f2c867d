// The program runs with its dependencies alone, as after `npm ci --omit=dev`.
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readModules } from './readImports.ts';

const ROOT = new URL('../../../', import.meta.url);
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
