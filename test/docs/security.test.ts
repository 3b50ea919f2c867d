// The threat model names the tests and the code that hold its promises.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const FOLDERS = ['src', 'test', '.ci', '.github'];

test('every file that docs/security.md names exists', () => {
  const page = readFileSync(new URL('docs/security.md', ROOT), 'utf8');
  const named = [...page.matchAll(/`([\w./]+\.(?:ts|mjs|yml))`/g)].map(([, file]) => file!);
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' }).map((file) => `/${folder}/${file}`),
  ).filter((file) => !file.includes('/node_modules/'));
  expect(named.length).toBeGreaterThan(30);
  // Of the user of a package, and so in no folder.
  const own = ['portico.config.ts'];
  expect(named.filter((file) => !own.includes(file) && !files.some((each) => each.endsWith(`/${file}`)))).toEqual([]);
});
