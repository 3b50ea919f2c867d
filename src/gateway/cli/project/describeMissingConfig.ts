import path from 'node:path';
import { findConfig } from './findConfig.ts';

/** That there is no configuration in a folder, and where the nearest one above it is. */
export function describeMissingConfig(cwd: string): string {
  const missing = 'There is no portico.config.ts, .js or .json in this folder';
  for (let folder = path.dirname(cwd); ; folder = path.dirname(folder)) {
    const file = findConfig(folder);
    if (file !== undefined)
      return `${missing}; that of a folder above is read with --config ${path.relative(cwd, file)}.`;
    if (folder === path.dirname(folder)) return `${missing}.`;
  }
}
