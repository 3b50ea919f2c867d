// Watching over a real file system, while time passes.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ChangedPart, createProjectFiles, watchProject } from '../../../src/authoring/dev/watchProject.ts';
import { type TestProject, createTestProject } from '../../commands/authoring/dev/support/startDev.ts';

let project: TestProject;
let watching: AbortController;
let reported: ChangedPart[][];

beforeEach(() => {
  reported = [];
  project = createTestProject({ 'api/schema.ts': '', 'api/rest/v1/a.graphql': '' });
  watching = new AbortController();
});
afterEach(() => {
  watching.abort();
  project.remove();
});

function watch(onChange: () => Promise<void> = async () => {}): Promise<void> {
  const paths = { endpoints: project.at('api/rest'), schemaFile: project.at('api/schema.ts') };
  const files = createProjectFiles({ ...paths, contracts: project.at('contracts') });
  return watchProject(
    files,
    async (changed) => {
      reported.push([...changed].sort());
      await onChange();
    },
    watching.signal,
  );
}

test('reports changes that follow at once together, and each once', async () => {
  void watch();
  project.write('api/rest/v1/a.graphql', 'a');
  project.write('api/schema.ts', 'a');
  await expect.poll(() => reported).toEqual([['documents', 'schema']]);
  project.write('api/rest/v2/a.graphql', 'a');
  await expect.poll(() => reported).toEqual([['documents', 'schema'], ['documents']]);
});

test('reports what changes while a change is followed afterwards', async () => {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  void watch(() => released);
  project.write('api/rest/v1/a.graphql', 'a');
  await expect.poll(() => reported).toHaveLength(1);
  project.write('api/schema.ts', 'a');
  release();
  await expect.poll(() => reported).toEqual([['documents'], ['schema']]);
});

test('reports files that change without end', async () => {
  void watch();
  let number = 0;
  const writing = setInterval(() => project.write(`api/rest/v1/${number++ % 40}.graphql`, String(number)), 5);
  try {
    await expect.poll(() => reported).toContainEqual(['documents']);
  } finally {
    clearInterval(writing);
  }
});

test('ends when it is aborted', async () => {
  const watched = watch();
  watching.abort();
  await watched;
  expect(reported).toEqual([]);
});
