import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { git } from '../../../../src/gateway/contracts/git.ts';
import { Repository } from './support/repository.ts';

afterEach(() => vi.unstubAllEnvs());

test('reads the repository of the folder, also in a hook of another', () => {
  const repository = new Repository();
  repository.commit({ 'api/contracts/openapi.json': '{}' });
  vi.stubEnv('GIT_DIR', '.git');
  vi.stubEnv('GIT_INDEX_FILE', '/nowhere/index');
  vi.stubEnv('GIT_PREFIX', 'web/');
  const folder = path.join(repository.root, 'api');
  expect(git(folder, ['show', 'HEAD:./contracts/openapi.json']).toString()).toBe('{}');
  expect(git(folder, ['status', '--porcelain']).toString()).toBe('');
  repository.remove();
});
