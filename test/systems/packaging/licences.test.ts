// Everything that is installed with the service, or with the npm package, has a licence that permits it.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readModules } from '../../architecture/readImports.ts';
import { type LockedPackage, productionFolders, readLockfile, requiredFolders } from './Lockfile.ts';

/** Permissive licences, by their identifiers of SPDX. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'Unlicense',
]);

/** Packages of the service with another licence, or with none in their manifest. The npm package has none of them. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'elkjs EPL-2.0': 'Of Prisma Studio, which comes with the prisma command; never imported, changed or distributed.',
  'seq-queue none': 'Of mysql2, which comes with the prisma command; its file LICENSE is the MIT License.',
};

const ROOT = new URL('../../../', import.meta.url);
const packages = readLockfile();

describe('a licence', () => {
  test.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['MIT AND ISC', true],
    ['(MIT AND GPL-3.0)', false],
    ['GPL-3.0 OR MIT AND AGPL-3.0', false],
    ['(MIT AND (ISC OR GPL-3.0))', false],
    ['SEE LICENSE IN LICENSE', false],
    ['', false],
  ])('%j: %s', (licence, expected) => {
    expect(isAllowed(licence)).toBe(expected);
  });
});

test('every dependency of the service has an allowed licence', () => {
  const folders = productionFolders(packages);
  expect(folders.length).toBeGreaterThan(100);
  const refused = refusedAmong(folders);
  expect(refused.filter((each) => !(each in EXCEPTIONS))).toEqual([]);
  // An exception that nothing needs is removed.
  expect(Object.keys(EXCEPTIONS).filter((each) => !refused.includes(each))).toEqual([]);
});

test('every dependency of the npm package has an allowed licence, without exceptions', () => {
  type Manifest = Record<'dependencies' | 'peerDependencies', Record<string, string>>;
  const manifest = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as Manifest;
  const imports = readModules(fileURLToPath(new URL('src/gateway', ROOT))).flatMap((module) => module.imports);
  const isImported = (name: string) => imports.some((each) => each === name || each.startsWith(`${name}/`));
  const names = [...Object.keys(manifest.dependencies).filter(isImported), ...Object.keys(manifest.peerDependencies)];
  const folders = requiredFolders(packages, names);
  expect(folders).toContain('node_modules/graphql');
  expect(folders.length).toBeGreaterThan(names.length);
  expect(refusedAmong(folders)).toEqual([]);
});

/** Old manifests have a list of `licenses`, which npm does not lock. */
function licenceOf(folder: string): string | undefined {
  const { license } = packages[folder]!;
  const manifest = new URL(`${folder}/package.json`, ROOT);
  if (license !== undefined || !existsSync(manifest)) return license;
  const { licenses } = JSON.parse(readFileSync(manifest, 'utf8')) as { licenses?: { type: string }[] };
  return licenses?.[0]?.type;
}

function refusedAmong(folders: readonly string[]): string[] {
  return folders
    .filter((folder) => !isAllowed(licenceOf(folder) ?? ''))
    .map((folder) => describePackage(folder, packages[folder]!))
    .sort();
}

function describePackage(folder: string, { license = 'none' }: LockedPackage): string {
  return `${folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${license}`;
}

/** Whether an expression of SPDX permits the use under allowed licences alone; one with inner parentheses counts as not. */
function isAllowed(expression: string): boolean {
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(/ OR /i)
    .some((alternative) => alternative.split(/ AND /i).every((licence) => ALLOWED.has(licence)));
}
