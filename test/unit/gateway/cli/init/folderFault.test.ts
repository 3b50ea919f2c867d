import { expect, test } from 'vitest';
import { folderFault } from '../../../../../src/gateway/cli/init/folderFault.ts';

test.each(['rest', './rest', 'api/rest', 'a/../rest', 'rest/'])('allows %s', (folder) => {
  expect(folderFault(folder)).toBeUndefined();
});

test.each(['', '.', './', '..', '../rest', '/tmp/rest', 'a/../..'])('refuses "%s"', (folder) => {
  expect(folderFault(folder)).toContain('must be below this one');
});
