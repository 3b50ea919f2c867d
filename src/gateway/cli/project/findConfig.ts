import { existsSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../UsageError.ts';

const NAMES = ['portico.config.ts', 'portico.config.js', 'portico.config.json'];

/** The configuration in a folder. Throws a UsageError where there are several. */
export function findConfig(folder: string): string | undefined {
  const found = NAMES.filter((name) => existsSync(path.join(folder, name)));
  if (found.length > 1) throw new UsageError(`There are ${found.join(' and ')}; remove all but one.`);
  return found[0] === undefined ? undefined : path.join(folder, found[0]);
}
