// What a folder has before init and add write to it.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FIRST = ['schema.graphql', 'schema.graphqls', 'schema.json', 'introspection.json'];

/** The files in a folder that are probably its schema, the most probable first. */
export function findSchemaFiles(folder: string): string[] {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
  const usual = FIRST.find((name) => names.includes(name));
  return usual === undefined ? names.filter((name) => /\.(?:graphqls?|gql)$/.test(name)) : [usual];
}

/** See https://the-guild.dev/graphql/config/docs/user/usage */
const NAME = /^(?:\.graphqlrc(?:\.(?:[cm]?[jt]s|json|ya?ml|toml))?|graphql\.config\.(?:[cm]?[jt]s|json|ya?ml|toml))$/;

/** The configuration of GraphQL tools that a folder already has; undefined where it has none. */
export function findGraphqlConfig(folder: string): string | undefined {
  return readdirSync(folder).find((name) => NAME.test(name));
}

/** The root of the git repository around a folder; undefined where there is none. */
export function findRepository(folder: string): string | undefined {
  if (existsSync(path.join(folder, '.git'))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : findRepository(parent);
}

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

/** The folder of this package. */
const PACKAGE = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * The tarball that npm installed this package from, as `npx --package=FILE` does: no registry may have it. Undefined for a package of a
 * registry, and for a checkout.
 */
export function findTarball(name: string, folder = PACKAGE): string | undefined {
  const modules = path.resolve(folder, ...name.split('/').map(() => '..'));
  const lockfile = path.join(modules, '.package-lock.json');
  if (!existsSync(lockfile)) return undefined;
  // See https://docs.npmjs.com/cli/configuring-npm/package-lock-json#hidden-lockfiles
  const { packages = {} } = JSON.parse(readFileSync(lockfile, 'utf8')) as {
    packages?: Readonly<Record<string, { resolved?: string }>>;
  };
  const resolved = packages[`node_modules/${name}`]?.resolved;
  if (!resolved?.startsWith('file:')) return undefined;
  const file = path.resolve(modules, '..', resolved.slice('file:'.length));
  return existsSync(file) ? file : undefined;
}
