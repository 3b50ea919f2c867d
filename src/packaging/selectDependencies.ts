import { isBuiltin } from 'node:module';
import type { RootManifest } from './RootManifest.ts';

/** A compiled module: its path, and the specifiers that it imports. */
export interface CompiledModule {
  file: string;
  imports: readonly string[];
}

/**
 * The dependencies of these modules, by name: caret ranges of the versions in the repository's package.json, without its peer
 * dependencies. Throws an error that names every import of another package.
 */
export function selectDependencies(
  modules: readonly CompiledModule[],
  { dependencies, peerDependencies }: Pick<RootManifest, 'dependencies' | 'peerDependencies'>,
): Record<string, string> {
  const selected = new Map<string, string>();
  const faults: string[] = [];
  for (const { file, imports } of modules) {
    for (const specifier of imports) {
      if (/^[./#]/.test(specifier) || isBuiltin(specifier)) continue;
      const name = packageOf(specifier);
      const version = dependencies[name];
      if (version !== undefined) selected.set(name, `^${version}`);
      else if (!(name in peerDependencies)) {
        faults.push(`${file} imports ${name}, which is not in the dependencies of package.json.`);
      }
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return Object.fromEntries([...selected].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The name of a package without the path within it. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
