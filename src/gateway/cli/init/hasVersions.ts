import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Whether a folder of endpoint documents has a version with files. */
export function hasVersions(folder: string): boolean {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
  return readdirSync(folder).some((name) => /^v\d+$/.test(name) && hasFiles(path.join(folder, name)));
}

function hasFiles(folder: string): boolean {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());
}
