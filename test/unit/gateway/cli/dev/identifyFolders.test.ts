import { mkdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { identifyFolders } from '../../../../../src/gateway/cli/dev/identifyFolders.ts';
import { type TestProject, createTestProject } from './support/startDev.ts';

let project: TestProject;
afterEach(() => project.remove());

const identify = () => identifyFolders([project.at('rest')], (folder) => folder.endsWith('node_modules'));

/** Until the clock of the file system, which may tick every 4 ms only, has passed the birth in an identity. */
function passTick(identity: string): void {
  const folder = project.at('tick');
  for (let birth = ''; birth === '' || identity.endsWith(`:${birth}`); rmSync(folder, { recursive: true })) {
    mkdirSync(folder);
    birth = String(statSync(folder, { bigint: true }).birthtimeNs);
  }
}

test('follows links, but not in a circle', () => {
  project = createTestProject({ 'rest/v1/a.graphql': '', 'rest/node_modules/a.graphql': '', 'shared/b.graphql': '' });
  symlinkSync('..', project.at('rest/v1/up'));
  symlinkSync('../shared', project.at('rest/shared'));
  symlinkSync('nowhere', project.at('rest/broken'));
  const folders = ['rest', 'rest/v1', 'rest/shared'].map(project.at);
  expect([...identify().keys()].sort()).toEqual(folders.sort());
});

test('tells a folder from one that replaces it, and not from itself', () => {
  project = createTestProject({ 'rest/v1/a.graphql': '' });
  const before = identify();
  project.write('rest/v1/b.graphql', '');
  renameSync(project.at('rest'), project.at('away'));
  expect(identify().size).toBe(0);
  renameSync(project.at('away'), project.at('rest'));
  expect(identify()).toEqual(before);
  rmSync(project.at('rest/v1'), { recursive: true });
  passTick(before.get(project.at('rest/v1'))!);
  mkdirSync(project.at('rest/v1'));
  expect(identify().get(project.at('rest'))).toBe(before.get(project.at('rest')));
  expect(identify().get(project.at('rest/v1'))).not.toBe(before.get(project.at('rest/v1')));
});
