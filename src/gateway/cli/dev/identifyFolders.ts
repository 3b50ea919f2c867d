import { type Dirent, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * The folders and those below them, by path, with an identity that another folder in the same place does not have. Links are
 * followed.
 */
export function identifyFolders(
  folders: Iterable<string>,
  isIgnored: (folder: string) => boolean,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();

  function visit(folder: string, parents: readonly string[]): void {
    const identity = identify(folder);
    if (identity === undefined || found.has(folder) || parents.includes(identity)) return;
    found.set(folder, identity);
    for (const entry of listFolder(folder)) {
      if (!entry.isDirectory() && !entry.isSymbolicLink()) continue;
      const child = path.join(folder, entry.name);
      if (!isIgnored(child)) visit(child, [...parents, identity]);
    }
  }

  for (const folder of folders) visit(folder, []);
  return found;
}

/** What is in a folder; nothing where it cannot be read. */
export function listFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** With its time of birth, since file systems give the number of a folder that is removed to the next one. */
function identify(folder: string): string | undefined {
  try {
    const stats = statSync(folder, { bigint: true });
    return stats.isDirectory() ? `${stats.dev}:${stats.ino}:${stats.birthtimeNs}` : undefined;
  } catch {
    return undefined;
  }
}
