import path from 'node:path';
import { expect, test } from 'vitest';
import { findRepository } from '../../../../../src/gateway/cli/init/findRepository.ts';
import { makeFolder } from './support/makeFolder.ts';

test('finds the root around a folder, which is a folder or the file of a worktree', () => {
  const folder = makeFolder({ 'a/.git/': '', 'a/b/c/': '', 'w/.git': 'gitdir: …' });
  expect(findRepository(path.join(folder, 'a/b/c'))).toBe(path.join(folder, 'a'));
  expect(findRepository(path.join(folder, 'w'))).toBe(path.join(folder, 'w'));
});

test('finds nothing outside of a repository', () => {
  expect(findRepository(makeFolder())).toBeUndefined();
});
