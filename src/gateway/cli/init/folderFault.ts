import path from 'node:path';

/** What is wrong with the folder of endpoint documents; undefined where it is below the folder of the project. */
export function folderFault(folder: string): string | undefined {
  const relative = path.relative('.', folder);
  const isBelow = relative !== '' && !path.isAbsolute(folder) && relative.split(path.sep)[0] !== '..';
  return isBelow ? undefined : 'The folder of endpoint documents must be below this one, such as rest.';
}
