import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hasRepository } from '../../../../src/gateway/contracts/hasRepository.ts';
import { Repository } from './support/repository.ts';

let folder: string;
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
