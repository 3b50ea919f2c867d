import path from 'node:path';
import { expect, test } from 'vitest';
import { findPackageManager } from '../../../../../src/gateway/cli/init/findPackageManager.ts';
import { makeFolder } from './support/makeFolder.ts';

test.each([
  [{}, 'npm install'],
  [{ 'package-lock.json': '{}' }, 'npm install'],
  [{ 'pnpm-lock.yaml': '' }, 'pnpm install'],
  [{ 'apps/rest/yarn.lock': '' }, 'yarn install'],
])('with %o: %s', (files, install) => {
  const root = makeFolder(files as Record<string, string>);
  expect(findPackageManager([path.join(root, 'apps/rest'), root]).install).toBe(install);
});
