import { expect, test } from 'vitest';
import { checkPaths } from '../../../../../src/gateway/cli/project/checkPaths.ts';
import { UsageError } from '../../../../../src/gateway/cli/UsageError.ts';

const [file, folder] = [import.meta.filename, import.meta.dirname];

test.each([{}, { schema: file }, { endpoints: folder }, { schema: file, endpoints: folder }])(
  'accepts %j',
  (options) => {
    expect(() => checkPaths(options)).not.toThrow();
  },
);

test.each([
  [{ schema: '/nowhere' }, '--schema: the file /nowhere cannot be read. ENOENT: no such file or directory.'],
  [{ schema: folder }, `--schema: the file ${folder} cannot be read. EISDIR: illegal operation on a directory.`],
  [{ endpoints: '/nowhere' }, '--endpoints: the folder /nowhere cannot be read. ENOENT: no such file or directory.'],
  [{ endpoints: file }, `--endpoints: the folder ${file} cannot be read. ENOTDIR: not a directory.`],
])('refuses %j', (options, message) => {
  expect(() => checkPaths(options)).toThrow(new UsageError(message));
});
