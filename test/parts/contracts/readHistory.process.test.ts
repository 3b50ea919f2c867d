import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readHistory } from '../../../src/gateway/describe/contracts/readHistory.ts';
import { Repository } from './support/repository.ts';

let repository: Repository;
beforeEach(() => (repository = new Repository()));
afterEach(() => repository.remove());

const seen = (root = repository.root) => readHistory(root, 'contracts').map(({ file, text }) => `${file}: ${text}`);

describe('the history of the contracts', () => {
  test('is empty before the first commit, and where no contract was committed', () => {
    expect(seen()).toEqual([]);
    repository.commit({ 'README.md': 'x' });
    expect(seen()).toEqual([]);
  });

  test('has every text that was ever committed, newest first, each once', () => {
    repository.commit({ 'contracts/a.json': '1' });
    repository.commit({ 'contracts/a.json': '2', 'contracts/b.json': 'ä\n\n', 'other.json': '9' });
    repository.commit({ 'contracts/a.json': '1' });
    repository.commit({ 'contracts/a.json': '4' });
    expect(seen()).toEqual([
      'contracts/a.json: 4',
      'contracts/a.json: 1',
      'contracts/a.json: 2',
      'contracts/b.json: ä\n\n',
    ]);
  });

  test('has the commit and the date of each text', () => {
    repository.commit({ 'contracts/a.json': '1' });
    const [commit, date] = repository.git('log', '--abbrev=7', '--format=%h %cs').trim().split(' ');
    expect(readHistory(repository.root, 'contracts')).toEqual([
      { file: 'contracts/a.json', text: '1', since: { commit, date } },
    ]);
  });

  test('has what was removed since', () => {
    repository.commit({ 'contracts/a.json': '1' });
    repository.commit({ 'contracts/a.json': undefined });
    expect(seen()).toEqual(['contracts/a.json: 1']);
  });

  test('has what was committed on a branch whose side lost, and what a merge itself made', () => {
    repository.commit({ 'contracts/a.json': '1' });
    repository.git('checkout', '--quiet', '-b', 'side');
    repository.commit({ 'contracts/a.json': 'side' });
    repository.git('checkout', '--quiet', 'main');
    repository.commit({ 'contracts/a.json': 'main' });
    repository.git('merge', '--quiet', '--no-commit', '--strategy=ours', 'side');
    repository.commit({ 'contracts/a.json': 'merged' });
    repository.commit({ 'contracts/a.json': 'last' });
    expect(seen().sort()).toEqual(['1', 'last', 'main', 'merged', 'side'].map((text) => `contracts/a.json: ${text}`));
  });

  test('is that of a folder inside a larger repository', () => {
    repository.commit({ 'api/contracts/a.json': '1', 'contracts/a.json': '2' });
    expect(seen(path.join(repository.root, 'api'))).toEqual(['contracts/a.json: 1']);
  });

  test('is refused where git is not installed', () => {
    vi.stubEnv('PATH', '/nowhere');
    expect(() => readHistory(repository.root, 'contracts')).toThrow(/cannot be read: git is not installed\. /);
    vi.unstubAllEnvs();
  });
});
