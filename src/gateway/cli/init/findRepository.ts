import { existsSync } from 'node:fs';
import path from 'node:path';

/** The root of the git repository around a folder; undefined where there is none. */
export function findRepository(folder: string): string | undefined {
  if (existsSync(path.join(folder, '.git'))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : findRepository(parent);
}
