import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readCommit } from '../../../../../src/gateway/contracts/baseline/readCommit.ts';
import { Repository } from '../support/repository.ts';

let repository: Repository;
beforeEach(() => (repository = new Repository()));
afterEach(() => repository.remove());

const text = (title: string) => JSON.stringify({ openapi: '3.1.0', title });

describe('the contracts of a commit', () => {
  test('are those of a branch, a tag or a commit, in the same folder of the repository', () => {
    repository.commit({
      'api/contracts/openapi.v1.json': text('old'),
      'api/contracts/schema.graphql': 'type Query',
      'api/contracts/corrections.json': '[]',
      'contracts/openapi.v1.json': text('other'),
    });
    repository.git('branch', 'release/1');
    repository.git('tag', '--annotate', '--message', 'One', 'v1.0');
    const commit = repository.git('rev-parse', 'HEAD').trim();
    repository.commit({ 'api/contracts/openapi.v1.json': text('new') });
    for (const ref of ['release/1', 'v1.0', commit, 'HEAD~1']) {
      expect(readCommit(path.join(repository.root, 'api'), ref)).toEqual([
        { file: 'contracts/openapi.v1.json', text: text('old'), since: { against: ref } },
        { file: 'contracts/schema.graphql', text: 'type Query', since: { against: ref } },
      ]);
    }
  });

  test.each(['nothing', '--all', 'HEAD:contracts'])('are undefined where there is no commit %s', (ref) => {
    repository.commit({ 'contracts/openapi.json': text('x') });
    expect(readCommit(repository.root, ref)).toBeUndefined();
  });

  test('cannot be read where it has none', () => {
    repository.commit({ 'api/README.md': 'x', 'contracts/openapi.json': text('x') });
    expect(() => readCommit(path.join(repository.root, 'api'), 'main')).toThrow(
      'main has no contracts in api/contracts.',
    );
  });

  test('cannot be read where one is not valid', () => {
    repository.commit({ 'contracts/openapi.json': '<<<<<<<' });
    expect(() => readCommit(repository.root, 'main')).toThrow('main:contracts/openapi.json is not JSON: ');
  });

  test('cannot be read outside of a repository', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'no-repository-'));
    expect(() => readCommit(folder, 'main')).toThrow(
      /^The branch, tag or commit main cannot be read: .* is not in a git/,
    );
    rmSync(folder, { recursive: true });
  });
});
