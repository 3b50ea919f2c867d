import { readFileSync } from 'node:fs';

/** One installed package in `package-lock.json`, lockfileVersion 3. */
export interface LockedPackage {
  version?: string;
  license?: string;
  /** Only development installs it. */
  dev?: boolean;
  /** A folder of this repository. */
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** The packages of a lockfile by their folder. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** The packages of the repository's lockfile. */
export function readLockfile(): LockedPackages {
  const text = readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { packages: LockedPackages }).packages;
}

/** The folders of the packages that are installed without development: those of the repository are left out. */
export function productionFolders(packages: LockedPackages): string[] {
  return Object.entries(packages)
    .filter(([folder, { dev, link }]) => folder.includes('node_modules/') && !dev && !link)
    .map(([folder]) => folder);
}

/** The folders of these packages and of all that they require; optional peers are not required. */
export function requiredFolders(packages: LockedPackages, names: readonly string[]): string[] {
  const found = new Set(names.flatMap((name) => resolveFolder(packages, '', name)));
  // The set grows during the iteration.
  for (const folder of found) {
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = packages[folder]!;
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }).concat(peers)) {
      for (const each of resolveFolder(packages, folder, name)) found.add(each);
    }
  }
  return [...found];
}

/** Where Node finds a package: in the nearest `node_modules`. Empty if it is not installed. */
function resolveFolder(packages: LockedPackages, from: string, name: string): string[] {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
    if (candidate in packages) return [candidate];
    if (folder === '') return [];
  }
}
