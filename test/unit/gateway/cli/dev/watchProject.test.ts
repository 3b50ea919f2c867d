import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, utimesSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type ChangedPart,
  type ProjectWatcher,
  watchProject,
} from '../../../../../src/gateway/cli/dev/watchProject.ts';
import { type TestProject, createTestProject } from './support/startDev.ts';

let project: TestProject;
let watcher: ProjectWatcher;
let changes: ChangedPart[][];
beforeEach(async () => {
  changes = [];
  project = createTestProject({
    'portico.config.json': '{}',
    'api/schema.ts': '',
    'api/rest/v1/a.graphql': '',
    'other/b.ts': '',
    'node_modules/c/c.js': '',
  });
  watcher = await watchProject(
    {
      endpoints: project.at('api/rest'),
      schemaFile: project.at('api/schema.ts'),
      configFile: project.at('portico.config.json'),
    },
    {
      onChange: (changed) => changes.push([...changed]),
      onError: (error) => {
        throw error;
      },
    },
  );
});
afterEach(async () => {
  await watcher.close();
  project.remove();
});

/** Waits for exactly these parts, in one report or in several; what is not watched changes before, and would be among them. */
async function expectChange(change: () => void, ...parts: ChangedPart[]): Promise<void> {
  changes.length = 0;
  change();
  await expect.poll(() => [...new Set(changes.flat())].sort()).toEqual(parts);
}

test('tells documents, schema and configuration apart', async () => {
  await expectChange(() => project.write('api/rest/v1/a.graphql', 'a'), 'documents');
  await expectChange(() => project.write('api/schema.ts', 'a'), 'schema');
  await expectChange(() => project.write('portico.config.json', '{ }'), 'config');
  await expectChange(
    () => {
      project.write('api/rest/v1/a.graphql', 'b');
      project.write('api/schema.ts', 'b');
      project.write('portico.config.json', '{  }');
    },
    'config',
    'documents',
    'schema',
  );
});

test('follows code and SDL in the folder of a module, and nothing else there', async () => {
  await expectChange(() => {
    for (const name of ['data.sqlite', 'notes.txt', '.cache/x.ts', 'node_modules/x/x.ts'])
      project.write(`api/${name}`, '');
    project.write('api/resolvers/book.ts', '');
  }, 'schema');
  await expectChange(() => project.write('api/types.graphql', ''), 'schema');
});

test('does not follow a module that writes the same files each time that it is loaded', async () => {
  await expectChange(() => project.write('api/generated.graphql', 'scalar A'), 'schema');
  await expectChange(() => {
    project.write('api/generated.graphql', 'scalar A');
    project.write('api/rest/v1/a.graphql', 'a');
  }, 'documents');
  await expectChange(() => project.write('api/generated.graphql', 'scalar B'), 'schema');
  await expectChange(() => unlinkSync(project.at('api/generated.graphql')), 'schema');
  await expectChange(() => project.write('api/generated.graphql', 'scalar B'), 'schema');
  await watcher.addModules([project.at('api/resolvers.ts')]);
  for (const name of ['api/schema.ts', 'api/resolvers.ts']) {
    await expectChange(() => project.write(name, ''), 'schema');
    await expectChange(() => project.write(name, ''), 'schema');
  }
});

test('follows modules of other folders once they are loaded', async () => {
  await expectChange(() => {
    project.write('other/b.ts', 'a');
    project.write('api/schema.ts', 'a');
  }, 'schema');
  await watcher.addModules([project.at('other/b.ts'), project.at('api/schema.ts')]);
  await expectChange(() => project.write('other/b.ts', 'b'), 'schema');
  await expectChange(() => {
    project.write('other/c.ts', '');
    project.write('api/rest/v1/a.graphql', 'c');
  }, 'documents');
});

test('ignores files that are no documents, such as those of editors', async () => {
  await expectChange(() => {
    for (const name of ['.a.graphql.swp', 'a.graphql~', '4913', 'README.md']) project.write(`api/rest/v1/${name}`, '');
    project.write('api/rest/v1/conventions.json', '{}');
  }, 'documents');
});

test('follows files that are removed, renamed and created again', async () => {
  const file = project.at('api/rest/v1/a.graphql');
  await expectChange(() => renameSync(file, project.at('api/rest/v1/b.graphql')), 'documents');
  await expectChange(() => unlinkSync(project.at('api/rest/v1/b.graphql')), 'documents');
  await expectChange(() => project.write('api/rest/v1/a.graphql', ''), 'documents');
  await expectChange(() => project.write('api/rest/v1/a.graphql', 'again'), 'documents');
});

test('follows the folder itself', async () => {
  await expectChange(() => rmSync(project.at('api/rest'), { recursive: true }), 'documents');
  await expectChange(() => mkdirSync(project.at('api/rest')), 'documents');
  await expectChange(() => project.write('api/rest/v1/a.graphql', ''), 'documents');
});

test('follows a schema whose old file is put back, with its old time', async () => {
  const files = createTestProject({ 'schema.graphql': 'type Query { email: ID }', 'rest/v1/a.graphql': '' });
  utimesSync(files.at('schema.graphql'), new Date(), new Date(0));
  const read = () => readFileSync(files.at('schema.graphql'), 'utf8');
  let seen = read();
  const follower = await watchProject(
    { endpoints: files.at('rest'), schemaFile: files.at('schema.graphql') },
    { onChange: () => (seen = read()), onError: expect.unreachable },
  );
  // Each step is a process, as in a shell, so that the steps of a replacement are noticed one by one.
  const expectSeen = async (text: string, ...steps: [command: string, ...args: string[]][]) => {
    for (const [command, ...args] of steps) await promisify(execFile)(command, args, { cwd: files.folder });
    await expect.poll(() => seen, { timeout: 4000 }).toBe(text);
  };
  try {
    files.write('s2', 'type Query {');
    await expectSeen('type Query {', ['mv', 'schema.graphql', 's.bak'], ['mv', 's2', 'schema.graphql']);
    await expectSeen(
      'type Query { mail: ID }',
      ['mv', 's.bak', 'schema.graphql'],
      ['sed', '-i.bak', 's/email/mail/', 'schema.graphql'],
    );
    await expectSeen('type Query { email: ID }', ['mv', 'schema.graphql.bak', 'schema.graphql']);
  } finally {
    await follower.close();
    files.remove();
  }
});
