import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The names of the shapes of a version, those that it inherits included. */
export function listShapes(endpoints: string, version: number): ReadonlySet<string> {
  const folders = Array.from({ length: version }, (_, at) => path.join(endpoints, `v${at + 1}`, 'shapes'));
  const files = folders.flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [],
  );
  return new Set(files.filter((file) => file.endsWith('.graphql')).map((file) => path.basename(file, '.graphql')));
}
