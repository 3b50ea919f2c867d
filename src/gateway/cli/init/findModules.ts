import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The folder that a package of this one is going to be installed in, relative to it: `node_modules`, or that of the workspace around it,
 * where npm and Yarn put the packages of all members.
 */
export function findModules(folder: string): string {
  const root = findWorkspace(path.dirname(folder)) ?? folder;
  return path.relative(folder, path.join(root, 'node_modules')).replaceAll(path.sep, '/');
}

function findWorkspace(folder: string): string | undefined {
  const file = path.join(folder, 'package.json');
  if (existsSync(file) && /"workspaces"\s*:/.test(readFileSync(file, 'utf8'))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : findWorkspace(parent);
}
