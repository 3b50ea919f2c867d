import path from 'node:path';
import { expect, test } from 'vitest';
import { checkPaths } from '../../../../../src/gateway/cli/project/checkPaths.ts';
import { UsageError } from '../../../../../src/gateway/cli/UsageError.ts';

const [file, folder] = [import.meta.filename, import.meta.dirname];

const schema = (named: string) => ({ schema: { path: named, by: '--schema' } });
const endpoints = (named: string) => ({ endpoints: { path: named, by: 'portico.config.ts: endpoints' } });

test.each([{}, schema(file), endpoints(folder), { ...schema(file), ...endpoints(folder) }])('accepts %j', (paths) => {
  expect(() => checkPaths(paths)).not.toThrow();
});

test.each([
  [schema('/nowhere'), '--schema: the file /nowhere cannot be read. ENOENT: no such file or directory.'],
  [schema(path.resolve('nowhere')), '--schema: the file nowhere cannot be read. ENOENT: no such file or directory.'],
  [schema('/'), '--schema: the file / cannot be read. EISDIR: illegal operation on a directory.'],
  [
    endpoints('/nowhere'),
    'portico.config.ts: endpoints: the folder /nowhere cannot be read. ENOENT: no such file or directory.',
  ],
  [
    endpoints('/dev/null'),
    'portico.config.ts: endpoints: the folder /dev/null cannot be read. ENOTDIR: not a directory.',
  ],
])('refuses %j', (paths, message) => {
  expect(() => checkPaths(paths)).toThrow(new UsageError(message));
});
