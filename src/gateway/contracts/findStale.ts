import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { CONTRACTS, isOpenApi } from './contractFiles.ts';

/** The files that are not current: they differ, are missing, or are obsolete. */
export function findStale(root: string, compiled: ReadonlyMap<string, string>): string[] {
  const differing = [...compiled].filter(([file, text]) => read(path.join(root, file)) !== text).map(([file]) => file);
  return [...differing, ...findObsolete(root, compiled)];
}

/** The OpenAPI documents on disk that the API does not have any more. Other files are not contracts. */
export function findObsolete(root: string, compiled: ReadonlyMap<string, string>): string[] {
  const folder = path.join(root, CONTRACTS);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.map((name) => `${CONTRACTS}/${name}`).filter((file) => isOpenApi(file) && !compiled.has(file));
}

/** Git for Windows may check files out with other ends of lines. */
function read(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : undefined;
}
