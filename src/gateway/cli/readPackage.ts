import { readFileSync } from 'node:fs';

/** The version and the description in package.json. */
export function readPackage(): { version: string; description: string } {
  const file = new URL('../../../package.json', import.meta.url);
  const { version, description } = JSON.parse(readFileSync(file, 'utf8')) as { version: string; description: string };
  return { version, description };
}
