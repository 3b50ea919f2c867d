import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package. */
const PACKAGE = fileURLToPath(new URL('../../../../', import.meta.url));

/**
 * The tarball that npm installed this package from, as `npx --package=FILE` does: no registry may have it. Undefined for a package of a
 * registry, and for a checkout.
 */
export function findTarball(name: string, folder = PACKAGE): string | undefined {
  const modules = path.resolve(folder, ...name.split('/').map(() => '..'));
  const lockfile = path.join(modules, '.package-lock.json');
  if (!existsSync(lockfile)) return undefined;
  const { packages = {} } = JSON.parse(readFileSync(lockfile, 'utf8')) as Lockfile;
  const resolved = packages[`node_modules/${name}`]?.resolved;
  if (!resolved?.startsWith('file:')) return undefined;
  const file = path.resolve(modules, '..', resolved.slice('file:'.length));
  return existsSync(file) ? file : undefined;
}

/** See https://docs.npmjs.com/cli/configuring-npm/package-lock-json#hidden-lockfiles */
interface Lockfile {
  packages?: Readonly<Record<string, { resolved?: string }>>;
}
