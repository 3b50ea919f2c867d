import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { CONTRACTS } from './compileContracts.ts';
import { CORRECTIONS } from './readCorrections.ts';

/** The files that are not current: they differ, are missing, or are obsolete. */
export function findStale(root: string, compiled: ReadonlyMap<string, string>): string[] {
  const differing = [...compiled].filter(([file, text]) => read(path.join(root, file)) !== text).map(([file]) => file);
  return [...differing, ...findObsolete(root, compiled)];
}

/** The contracts on disk that the API does not have any more. */
export function findObsolete(root: string, compiled: ReadonlyMap<string, string>): string[] {
  const folder = path.join(root, CONTRACTS);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files
    .filter((name) => /\.(?:json|graphql)$/.test(name))
    .map((name) => `${CONTRACTS}/${name}`)
    .filter((file) => file !== CORRECTIONS && !compiled.has(file));
}

function read(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
