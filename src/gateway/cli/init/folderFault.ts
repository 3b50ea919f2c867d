import path from 'node:path';

/** Folders of other programs, which overwrite them, and which neither git nor editors show. */
const FOREIGN = ['.git', 'node_modules'];

/** What is wrong with the folder of endpoint documents; undefined where it is below the folder of the project. */
export function folderFault(folder: string): string | undefined {
  if (folder.includes('://')) return 'The folder of endpoint documents must not be a URL; choose one such as rest.';
  const relative = path.relative('.', folder);
  const parts = relative.split(path.sep);
  const isBelow = relative !== '' && !path.isAbsolute(folder) && parts[0] !== '..';
  if (!isBelow) return 'The folder of endpoint documents must be below this one, such as rest.';
  // Some file systems ignore case.
  const foreign = FOREIGN.find((name) => parts.some((part) => part.toLowerCase() === name));
  return foreign && `The folder of endpoint documents must not be in ${foreign}; choose another one, such as rest.`;
}
