// Changes while folders are watched anew, which chokidar does not report.
import { cpSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { watch } from 'chokidar';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChangedPart } from '../../../../src/authoring/dev/createProjectLayout.ts';
import { type ProjectWatcher, watchProject } from '../../../../src/authoring/dev/watchProject.ts';
import { type TestProject, createTestProject } from './support/startDev.ts';

vi.mock('chokidar', async (original) => {
  const actual = await original<typeof import('chokidar')>();
  return { ...actual, watch: vi.fn<typeof actual.watch>(actual.watch) };
});

let project: TestProject;
let watcher: ProjectWatcher;
let changes: ChangedPart[][];
beforeEach(async () => {
  changes = [];
  project = createTestProject({
    'schema.ts': '',
    'portico.config.json': '{}',
    'lib/orders.ts': '',
    'rest/v1/a.graphql': 'a',
    'rest/v1/b.graphql': 'b',
    'contracts/openapi.json': '{}',
    'copy/openapi.json': '{}',
  });
  watcher = await watchProject(
    {
      endpoints: project.at('rest'),
      schemaFile: project.at('schema.ts'),
      configFile: project.at('portico.config.json'),
      contracts: project.at('contracts'),
    },
    { onChange: (changed) => changes.push([...changed]), onError: expect.unreachable },
  );
  await watcher.addModules([project.at('schema.ts'), project.at('lib/orders.ts')]);
});
afterEach(async () => {
  await watcher.close();
  project.remove();
});

/** Puts another folder in the place of the contracts, and changes files before it is watched. */
async function changeMeanwhile(change: () => void): Promise<void> {
  const { watch: actual } = await vi.importActual<typeof import('chokidar')>('chokidar');
  vi.mocked(watch).mockImplementationOnce((...args) => {
    change();
    return actual(...args);
  });
  rmSync(project.at('contracts'), { recursive: true });
  cpSync(project.at('copy'), project.at('contracts'), { recursive: true });
}

test.each<[ChangedPart, string, (file: string) => void]>([
  ['documents', 'rest/v1/a.graphql', (file) => project.write(file, 'new')],
  ['documents', 'rest/v1/a.graphql', (file) => unlinkSync(project.at(file))],
  ['documents', 'rest/v1/a.graphql', (file) => renameSync(project.at(file), project.at('rest/v1/c.graphql'))],
  ['documents', 'rest/v2/c.graphql', (file) => project.write(file, 'new')],
  ['schema', 'schema.ts', (file) => project.write(file, 'new')],
  ['schema', 'lib/orders.ts', (file) => project.write(file, 'new')],
  ['config', 'portico.config.json', (file) => project.write(file, '{ }')],
])('reports a change of %s, %s', async (part, file, change) => {
  await changeMeanwhile(() => change(file));
  await expect.poll(() => changes.flat()).toContain(part);
});

test('reports nothing else', async () => {
  await changeMeanwhile(() => project.write('rest/v1/a.graphql', 'new'));
  await expect.poll(() => changes.flat()).toContain('documents');
  expect(new Set(changes.flat())).toEqual(new Set(['contracts', 'documents']));
});
