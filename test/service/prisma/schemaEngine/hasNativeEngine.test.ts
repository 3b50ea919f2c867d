import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hasNativeEngine } from '../../../../prisma/schemaEngine/hasNativeEngine.ts';
import { temporaryFolder } from '../../database/support/temporaryFolder.ts';

test.each([
  [['package.json'], false],
  [['package.json', 'schema-engine-debian-openssl-3.0.x'], true],
  [['package.json', 'schema-engine-windows.exe'], true],
])('of a package with %j is %s', (files, expected) => {
  const folder = temporaryFolder();
  for (const file of files) writeFileSync(path.join(folder, file), '');
  expect(hasNativeEngine(folder)).toBe(expected);
});

test('finds the package that Prisma itself uses', () => {
  expect(() => hasNativeEngine()).not.toThrow();
});
