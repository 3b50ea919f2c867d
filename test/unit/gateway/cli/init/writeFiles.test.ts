import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeFiles } from '../../../../../src/gateway/cli/init/writeFiles.ts';
import { makeFolder, readFolder } from './support/makeFolder.ts';

test('creates files with their folders, and replaces what is still as it was read', () => {
  const folder = makeFolder({ 'package.json': '{}' });
  writeFiles(folder, [
    { file: 'a/b/c.graphql', text: 'c' },
    { file: 'package.json', text: '{"a":1}', replaces: '{}' },
  ]);
  expect(readFolder(folder)).toEqual({ 'a/b/c.graphql': 'c', 'package.json': '{"a":1}' });
});

test('overwrites nothing that has appeared, and says what was written before', () => {
  const folder = makeFolder({ 'b.txt': 'mine' });
  const files = ['a.txt', 'b.txt', 'c.txt'].map((file) => ({ file, text: 'ours' }));
  expect(() => writeFiles(folder, files)).toThrow(/^b\.txt cannot be written: EEXIST.*\nWritten before: a\.txt\.$/);
  expect(readFolder(folder)).toEqual({ 'a.txt': 'ours', 'b.txt': 'mine' });
});

test('replaces nothing that has changed', () => {
  const folder = makeFolder({ 'package.json': '{}' });
  writeFileSync(path.join(folder, 'package.json'), '{"theirs":1}');
  expect(() => writeFiles(folder, [{ file: 'package.json', text: '{"ours":1}', replaces: '{}' }])).toThrow(
    'package.json cannot be written: it was changed in the meantime.\nNothing was written.',
  );
  expect(readFolder(folder)).toEqual({ 'package.json': '{"theirs":1}' });
});
