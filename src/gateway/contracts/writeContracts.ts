import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findObsolete, findStale } from './findStale.ts';

/** Writes the contracts and removes obsolete ones; returns the files that it changed. */
export function writeContracts(root: string, compiled: ReadonlyMap<string, string>): string[] {
  const stale = findStale(root, compiled);
  for (const file of findObsolete(root, compiled)) rmSync(path.join(root, file));
  for (const [file, text] of compiled) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    if (stale.includes(file)) writeFileSync(path.join(root, file), text);
  }
  return stale;
}
