import path from 'node:path';
import type { Module } from './readImports.ts';

/** What the tests of a folder may import of `src`; what is behind these is the inside. */
const ENTRANCES: Readonly<Record<string, readonly string[]>> = {
  promises: [],
  vocabulary: ['gateway/index.ts'],
  library: ['gateway/index.ts', 'gateway/server.ts'],
  commands: ['gateway/index.ts', 'cli/program.ts', 'cli/portico.ts'],
};

/** Those of all other folders. */
const ALL = ['gateway/index.ts', 'gateway/server.ts', 'cli/program.ts', 'cli/portico.ts'];

/**
 * The files of `test` that reach the inside, by their folder: they import it, or a support module that does and so passes it on.
 * `modules` are those of `test`, their paths relative to it.
 */
export function insideImporters(modules: readonly Module[]): ReadonlyMap<string, readonly string[]> {
  const byFile = new Map(modules.map((module) => [module.file, module]));
  const reached = new Map<string, readonly string[]>();
  const found = new Map<string, string[]>();
  for (const { file } of modules) {
    const folder = file.split('/')[0]!;
    const entrances = ENTRANCES[folder] ?? ALL;
    const inside = sourcesOf(file, byFile, reached).filter((source) => !entrances.includes(source));
    if (inside.length > 0) found.set(folder, [...(found.get(folder) ?? []), file]);
  }
  return found;
}

/** What a file and the modules of `test` that it imports import of `src`, relative to it. */
function sourcesOf(
  file: string,
  modules: ReadonlyMap<string, Module>,
  reached: Map<string, readonly string[]>,
): readonly string[] {
  const known = reached.get(file);
  if (known) return known;
  reached.set(file, []); // Of a circle, those that are known so far.
  const sources = new Set<string>();
  for (const specifier of modules.get(file)?.imports ?? []) {
    if (!specifier.startsWith('.')) continue;
    const target = path.posix.join(path.posix.dirname(file), specifier);
    // A query makes a module anew.
    if (target.startsWith('../src/')) sources.add(target.slice('../src/'.length).replace(/\?.*$/, ''));
    else if (modules.has(target)) for (const source of sourcesOf(target, modules, reached)) sources.add(source);
  }
  const all = [...sources];
  reached.set(file, all);
  return all;
}
