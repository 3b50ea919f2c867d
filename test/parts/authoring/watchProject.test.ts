import { statSync, symlinkSync, unlinkSync, utimesSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ChangedPart, type ProjectFiles, createProjectFiles } from '../../../src/authoring/dev/watchProject.ts';
import { type TestProject, createTestProject } from '../../commands/authoring/dev/support/startDev.ts';

let project: TestProject;
let files: ProjectFiles;
beforeEach(() => {
  project = createTestProject({
    'portico.config.json': '{}',
    'api/schema.ts': '',
    'contracts/openapi.json': '',
    'api/rest/v1/a.graphql': '',
    'other/b.ts': '',
    'node_modules/c/c.js': '',
  });
  files = createProjectFiles({
    endpoints: project.at('api/rest'),
    schemaFile: project.at('api/schema.ts'),
    configFile: project.at('portico.config.json'),
    contracts: project.at('contracts'),
  });
});
afterEach(() => project.remove());

const changedParts = (): ChangedPart[] => [...files.compare()].sort();

/** The files have other lengths each time: the clock of a file system may tick every 4 ms only. */
function expectChange(change: () => void, ...parts: ChangedPart[]): void {
  change();
  expect(changedParts()).toEqual(parts);
  expect(changedParts()).toEqual([]);
}

test('code and SDL in the folder of a module count, and nothing else there', () => {
  const others = ['data.sqlite', 'notes.txt', '.cache/x.ts', 'node_modules/x/x.ts'].map((name) => `api/${name}`);
  expectChange(() => others.forEach((name) => project.write(name, '')));
  expectChange(() => project.write('api/resolvers/book.ts', ''), 'schema');
  expectChange(() => project.write('api/types.graphql', ''), 'schema');
});

test('what a module writes each time that it is loaded counts only with another text', () => {
  expectChange(() => project.write('api/generated.graphql', 'scalar A'), 'schema');
  const rewrite = (name: string) => utimesSync(project.at(name), 1, statSync(project.at(name)).mtimeMs / 1000 + 1);
  expectChange(() => rewrite('api/generated.graphql'));
  expectChange(() => project.write('api/generated.graphql', 'scalar Be'), 'schema');
  expectChange(() => unlinkSync(project.at('api/generated.graphql')), 'schema');
  expectChange(() => project.write('api/generated.graphql', 'scalar Be'), 'schema');
  project.write('api/resolvers.ts', '');
  files.addModules([project.at('api/resolvers.ts')]);
  files.compare();
  for (const name of ['api/schema.ts', 'api/resolvers.ts', 'api/schema.ts', 'api/resolvers.ts']) {
    expectChange(() => rewrite(name), 'schema');
  }
});

test('files that are no documents, such as those of editors, do not count', () => {
  expectChange(() => {
    for (const name of ['.a.graphql.swp', 'a.graphql~', '4913', 'README.md']) project.write(`api/rest/v1/${name}`, '');
  });
  expectChange(() => project.write('api/rest/v1/conventions.json', '{}'), 'documents');
});

test('links are followed, but not in a circle', () => {
  project.write('shared/b.graphql', '');
  symlinkSync('..', project.at('api/rest/v1/up'));
  symlinkSync('../../shared', project.at('api/rest/shared'));
  symlinkSync('nowhere', project.at('api/rest/broken'));
  expect(changedParts()).toEqual(['documents']);
  expectChange(() => project.write('shared/b.graphql', 'b'), 'documents');
});

test('a project whose own files are hidden has no other hidden files', () => {
  project.write('.schema.graphql', '');
  project.write('.rest/v1/a.graphql', '');
  files = createProjectFiles({
    endpoints: project.at('.rest'),
    schemaFile: project.at('.schema.graphql'),
    contracts: project.at('contracts'),
  });
  expectChange(() => {
    for (const name of ['.rest/.git/b.graphql', '.rest/v1/.a.graphql', '.other/a.graphql']) project.write(name, 'a');
  });
  expectChange(() => project.write('.schema.graphql', 'a'), 'schema');
  expectChange(() => project.write('.rest/v2/a.graphql', 'a'), 'documents');
});
