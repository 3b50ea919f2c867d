import { expect, test } from 'vitest';
import { folderFault } from '../../../../src/authoring/init/Setup.ts';

test.each(['rest', './rest', 'api/rest', 'a/../rest', 'rest/', '.rest', '.github/rest', 'git', '.gitlab'])(
  'allows %s',
  (folder) => {
    expect(folderFault(folder)).toBeUndefined();
  },
);

test.each(['', '.', './', '..', '../rest', '/tmp/rest', 'a/../..'])('refuses "%s"', (folder) => {
  expect(folderFault(folder)).toContain('must be below this one');
});
