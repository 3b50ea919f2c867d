import path from 'node:path';
import { expect, test } from 'vitest';
import { findModules } from '../../../../../src/gateway/cli/init/findModules.ts';
import { makeFolder } from './support/makeFolder.ts';

test.each([
  ['in a folder by itself', {}, 'node_modules'],
  ['below a package that is no workspace', { 'package.json': '{"name": "x"}' }, 'node_modules'],
  ['in a workspace', { 'package.json': '{"workspaces": ["apps/*"]}' }, '../../node_modules'],
])('%s', (_, files, modules) => {
  const root = makeFolder({ ...(files as Record<string, string>), 'apps/rest/': '' });
  expect(findModules(path.join(root, 'apps/rest'))).toBe(modules);
});
