import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { type DiagnosticCollector, fileDiagnostic } from '../errors/Diagnostic.ts';

/**
 * The files below a folder, and the links that lead nowhere, by their relative paths; links to folders are followed. Reports a link to a
 * folder that contains it, where this would not end.
 */
export function listFiles(folder: string, diagnostics: DiagnosticCollector): string[] {
  const names: string[] = [];
  walk('', [realpathSync(folder)]);
  return names;

  /** `real` has the folders that lead to `below`, without links. */
  function walk(below: string, real: readonly string[]): void {
    for (const entry of readdirSync(path.join(folder, below), { withFileTypes: true })) {
      const name = path.join(below, entry.name);
      if (entry.isDirectory()) walk(name, [...real, path.join(real.at(-1)!, entry.name)]);
      else if (entry.isSymbolicLink()) follow(name, real);
      else if (entry.isFile()) names.push(name);
    }
  }

  function follow(name: string, real: readonly string[]): void {
    const place = path.join(folder, name);
    const stats = existsSync(place) ? statSync(place, { throwIfNoEntry: false }) : undefined;
    if (!stats?.isDirectory()) {
      if (!stats || stats.isFile()) names.push(name);
      return;
    }
    const target = realpathSync(place);
    if (!real.some((each) => `${each}${path.sep}`.startsWith(`${target}${path.sep}`))) {
      walk(name, [...real, target]);
      return;
    }
    const message = `The link "${path.basename(name)}" leads to a folder that contains it.`;
    diagnostics.add(fileDiagnostic(place, message, 'Remove the link.'));
  }
}
