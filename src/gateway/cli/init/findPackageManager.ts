import { existsSync } from 'node:fs';
import path from 'node:path';

export interface PackageManager {
  lockfile: string;
  /** The command that installs for development. */
  install: string;
  /** The command that adds a package, before its name. */
  add: string;
  /** The commands that install in CI. */
  ci: readonly string[];
}

const NPM: PackageManager = {
  lockfile: 'package-lock.json',
  install: 'npm install',
  add: 'npm install',
  ci: ['npm ci'],
};
const OTHERS: readonly PackageManager[] = [
  {
    lockfile: 'pnpm-lock.yaml',
    install: 'pnpm install',
    add: 'pnpm add',
    ci: ['corepack enable', 'pnpm install --frozen-lockfile'],
  },
  { lockfile: 'yarn.lock', install: 'yarn install', add: 'yarn add', ci: ['corepack enable', 'yarn install'] },
];

/** The package manager whose lockfile is in one of the folders; npm where none is. */
export function findPackageManager(folders: readonly string[]): PackageManager {
  const isUsed = ({ lockfile }: PackageManager) => folders.some((folder) => existsSync(path.join(folder, lockfile)));
  return OTHERS.find(isUsed) ?? NPM;
}
