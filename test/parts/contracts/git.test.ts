import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { git, hasRepository } from '../../../src/gateway/describe/contracts/git.ts';
import { Repository } from './support/repository.ts';

describe('git', () => {
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
});

let folder: string;
describe('hasRepository', () => {
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'no-repository-'));
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  test('tells a folder of a repository from another', () => {
    const repository = new Repository();
    repository.write({ 'api/README.md': '' });
    expect(hasRepository(path.join(repository.root, 'api'))).toBe(true);
    repository.remove();
    vi.stubEnv('LC_ALL', 'de_DE.UTF-8');
    expect(hasRepository(folder)).toBe(false);
  });

  test('does not take a broken repository, or a missing git, for none', () => {
    writeFileSync(path.join(folder, '.git'), 'gitdir: /nowhere');
    expect(hasRepository(folder)).toBe(true);
    vi.stubEnv('PATH', '');
    expect(hasRepository(folder)).toBe(true);
  });
});
