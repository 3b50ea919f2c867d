import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findHistoryFile } from '../../../../../src/gateway/cli/dev/findHistoryFile.ts';
import { type TestProject, createTestProject } from './support/startDev.ts';

let project: TestProject;
beforeEach(() => (project = createTestProject({ 'api/a.txt': '' })));
afterEach(() => project.remove());

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args]);

test('finds nothing before the first commit', () => {
  expect(findHistoryFile(project.at('api'))).toBeUndefined();
  git(project.folder, 'init', '-q');
  expect(findHistoryFile(project.at('api'))).toBeUndefined();
});

test('finds the file that a commit changes, also of a second working tree', () => {
  git(project.folder, 'init', '-q');
  git(project.folder, 'commit', '-q', '--allow-empty', '-m', 'Begin');
  git(project.folder, 'worktree', 'add', '-q', '-b', 'other', 'other');
  for (const folder of ['api', 'other']) {
    const file = findHistoryFile(project.at(folder))!;
    const { size } = statSync(file);
    git(project.at(folder), 'commit', '-q', '--allow-empty', '-m', 'More');
    expect(statSync(file).size).toBeGreaterThan(size);
  }
});
