import { expect, test } from 'vitest';
import { writeFiles } from '../../../src/authoring/propose/newFiles.ts';
import { makeFolder, readFolder } from '../../commands/authoring/init/support/makeFolder.ts';

// What a person changes while `init` or `add` runs.
test.each([
  ['that has appeared', { file: 'package.json', text: 'ours' }, 'EEXIST'],
  ['that has changed', { file: 'package.json', text: 'ours', replaces: '{}' }, 'it was changed in the meantime.\n'],
])('a file %s is not overwritten', (_, file, problem) => {
  const folder = makeFolder({ 'package.json': 'theirs' });
  expect(() => writeFiles(folder, [file])).toThrow(`package.json cannot be written: ${problem}`);
  expect(() => writeFiles(folder, [{ file: 'a.txt', text: 'ours' }, file])).toThrow(/\nWritten before: a\.txt\.$/);
  expect(readFolder(folder)).toEqual({ 'a.txt': 'ours', 'package.json': 'theirs' });
});
