// Watching over a real file system, whose events take their time.
import { cpSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ProjectWatcher, watchProject } from '../../../../src/authoring/dev/watchProject.ts';
import type { ChangedPart } from '../../../../src/authoring/dev/watchedFiles.ts';
import { type TestProject, createTestProject } from './support/startDev.ts';

let project: TestProject;
let watcher: ProjectWatcher;
let changes: ChangedPart[];
const expectUnreachable = (error: unknown) => {
  throw error;
};

beforeEach(() => {
  changes = [];
  project = createTestProject({ 'api/schema.ts': '', 'api/rest/v1/a.graphql': '', 'other/b.ts': '' });
  watcher = watchProject(
    { endpoints: project.at('api/rest'), schemaFile: project.at('api/schema.ts') },
    { onChange: (changed) => changes.push(...changed), onError: expectUnreachable },
  );
});
afterEach(() => {
  watcher.close();
  project.remove();
});

async function expectChange(change: () => void, ...parts: ChangedPart[]): Promise<void> {
  changes.length = 0;
  change();
  await expect.poll(() => changes).toEqual(expect.arrayContaining(parts));
}

test('reports what changes, in folders that are new and in modules that are loaded', async () => {
  await expectChange(() => project.write('api/rest/v1/a.graphql', 'a'), 'documents');
  await expectChange(() => project.write('api/rest/v2/a.graphql', 'a'), 'documents');
  await expectChange(() => project.write('api/rest/v2/a.graphql', 'ab'), 'documents');
  await expectChange(() => project.write('api/schema.ts', 'a'), 'schema');
  watcher.addModules([project.at('other/b.ts')]);
  await expectChange(() => project.write('other/b.ts', 'a'), 'schema');
  await expectChange(
    () => {
      project.write('api/rest/v1/a.graphql', 'abc');
      project.write('api/schema.ts', 'ab');
    },
    'documents',
    'schema',
  );
});

test.each(['api/rest', 'api/rest/v1', 'api'])(
  'follows %s when another folder takes its place at once',
  async (name) => {
    cpSync(project.at(name), project.at('copy'), { recursive: true });
    for (const round of ['first', 'second round']) {
      await expectChange(() => {
        rmSync(project.at(name), { recursive: true });
        cpSync(project.at('copy'), project.at(name), { recursive: true });
      }, 'documents');
      await expectChange(() => project.write('api/rest/v1/a.graphql', round), 'documents');
      await expectChange(() => project.write(`api/rest/v2/${round}.graphql`, ''), 'documents');
    }
  },
);

test('follows a folder that returns later', async () => {
  await expectChange(() => renameSync(project.at('api'), project.at('away')), 'documents', 'schema');
  await expectChange(() => renameSync(project.at('away'), project.at('api')), 'documents', 'schema');
  await expectChange(() => project.write('api/rest/v1/a.graphql', 'a'), 'documents');
});

test('follows a link to another folder', async () => {
  project.write('b/v1/a.graphql', 'another');
  await expectChange(() => {
    rmSync(project.at('api/rest'), { recursive: true });
    symlinkSync('../b', project.at('api/rest'));
  }, 'documents');
  await expectChange(() => project.write('b/v1/a.graphql', 'b'), 'documents');
});

test('reports many files that change without end', async () => {
  let number = 0;
  const writing = setInterval(() => project.write(`api/rest/v1/${number++ % 40}.graphql`, String(number)), 5);
  try {
    await expect.poll(() => changes).toContain('documents');
  } finally {
    clearInterval(writing);
  }
});

test('knows what has changed before it is reported, and reports it once', async () => {
  expect(watcher.isStale()).toBe(false);
  project.write('api/rest/v1/a.graphql', 'a');
  expect(watcher.isStale()).toBe(true);
  await expect.poll(() => changes).toEqual(['documents']);
  expect(watcher.isStale()).toBe(false);
});
