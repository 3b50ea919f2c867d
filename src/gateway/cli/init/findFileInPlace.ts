import { statSync } from 'node:fs';
import path from 'node:path';

/** The first part of a path below `root` that is not a folder, though the file would be in it; undefined where there is none. */
export function findFileInPlace(root: string, file: string): string | undefined {
  const parts = path.dirname(file).split(/[\\/]/);
  const folders = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  return folders.find(
    (folder) => statSync(path.join(root, folder), { throwIfNoEntry: false })?.isDirectory() === false,
  );
}
