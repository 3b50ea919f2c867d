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

test.each(['.git', '.git/rest', './.GIT/', 'api/.git/rest', 'node_modules', 'node_modules/rest', 'api/node_modules/x'])(
  'refuses "%s", which belongs to another program',
  (folder) => {
    expect(folderFault(folder)).toMatch(/^The folder of endpoint documents must not be in (\.git|node_modules)/i);
  },
);

test('refuses a URL, which is that of the schema', () => {
  expect(folderFault('http://127.0.0.1:4000/graphql')).toContain('must not be a URL');
});
