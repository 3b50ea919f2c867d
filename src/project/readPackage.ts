import { readFileSync } from 'node:fs';

export interface Package {
  name: string;
  version: string;
  description: string;
}

/** What package.json says about the package of the program. */
export function readPackage(): Package {
  const file = new URL('../../package.json', import.meta.url);
  const { name, version, description } = JSON.parse(readFileSync(file, 'utf8')) as Package;
  return { name, version, description };
}
