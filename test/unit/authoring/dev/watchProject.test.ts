import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChangedPart } from '../../../../src/authoring/dev/createProjectLayout.ts';
import {
  type ProjectWatcher,
  createBatch,
  identifyFiles,
  identifyFolders,
  watchProject,
} from '../../../../src/authoring/dev/watchProject.ts';
import { type TestProject, createTestProject } from './support/startDev.ts';

let project: TestProject;
let watcher: ProjectWatcher;
let changes: ChangedPart[][];

/** Waits for exactly these parts, in one report or in several; what is not watched changes before, and would be among them. */
async function expectChange(change: () => void, ...parts: ChangedPart[]): Promise<void> {
  changes.length = 0;
  change();
  await expect.poll(() => [...new Set(changes.flat())].sort()).toEqual(parts);
}

/** Saves a document again and again: reports of earlier changes end, so those of all saves are not reports of others. */
async function expectSaves(files: TestProject, name: string, reports: ChangedPart[][]): Promise<void> {
  for (let save = 0; save < 8; save++) {
    reports.length = 0;
    files.write(name, `save ${save}`);
    await expect.poll(() => reports.flat(), { timeout: 4000 }).toContain('documents');
  }
}

describe('watchProject', () => {
  beforeEach(async () => {
    changes = [];
    project = createTestProject({
      'portico.config.json': '{}',
      'api/schema.ts': '',
      '.git/logs/HEAD': '',
      'contracts/openapi.json': '',
      'api/rest/v1/a.graphql': '',
      'other/b.ts': '',
      'node_modules/c/c.js': '',
    });
    watcher = await watchProject(
      {
        endpoints: project.at('api/rest'),
        schemaFile: project.at('api/schema.ts'),
        configFile: project.at('portico.config.json'),
        contracts: project.at('contracts'),
        history: project.at('.git/logs/HEAD'),
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

  test('follows the contracts and their history, and nothing else of git', async () => {
    await expectChange(() => project.write('contracts/openapi.json', 'a'), 'contracts');
    await expectChange(() => project.write('contracts/corrections.json', '[]'), 'contracts');
    await expectChange(() => rmSync(project.at('contracts'), { recursive: true }), 'contracts');
    await expectChange(() => project.write('contracts/openapi.json', 'a'), 'contracts');
    await expectChange(() => {
      for (const name of ['index', 'logs/refs/heads/main', 'objects/aa/bb.json']) project.write(`.git/${name}`, '');
      project.write('api/rest/v1/a.graphql', 'a');
    }, 'documents');
    await expectChange(() => project.write('.git/logs/HEAD', 'a commit'), 'contracts');
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

  test('reports files that change without end', async () => {
    let number = 0;
    const writing = setInterval(() => project.write(`api/rest/v1/${number++ % 40}.graphql`, String(number)), 10);
    try {
      await expect.poll(() => changes.flat(), { timeout: 4000 }).toContain('documents');
    } finally {
      clearInterval(writing);
    }
  });

  test('ignores files that are no documents, such as those of editors', async () => {
    await expectChange(() => {
      for (const name of ['.a.graphql.swp', 'a.graphql~', '4913', 'README.md'])
        project.write(`api/rest/v1/${name}`, '');
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

  test.each(['api/rest', 'api/rest/v1', 'api'])(
    'follows %s when another folder takes its place at once',
    async (name) => {
      cpSync(project.at(name), project.at('other/copy'), { recursive: true });
      for (const round of [1, 2, 3]) {
        changes.length = 0;
        rmSync(project.at(name), { recursive: true });
        cpSync(project.at('other/copy'), project.at(name), { recursive: true });
        await expect.poll(() => changes.flat()).toContain('documents');
        await expectSaves(project, 'api/rest/v1/a.graphql', changes);
        await expectSaves(project, `api/rest/v2/b${round}.graphql`, changes);
      }
    },
  );

  test('reports a new folder once, though folders are compared later', async () => {
    await expectChange(() => project.write('api/rest/v2/b.graphql', ''), 'documents');
    for (let save = 0; save < 12; save++) {
      await expectChange(() => project.write('api/schema.ts', `save ${save}`), 'schema');
    }
  });

  test('follows a folder that returns later, below one that was gone', async () => {
    cpSync(project.at('api'), project.at('other/copy'), { recursive: true });
    await expectChange(() => rmSync(project.at('api'), { recursive: true }), 'documents', 'schema');
    await expectChange(() => renameSync(project.at('other/copy'), project.at('api')), 'documents', 'schema');
    await expectSaves(project, 'api/rest/v1/a.graphql', changes);
  });

  test('follows a project whose own files are hidden, and no other hidden files', async () => {
    const files = createTestProject({ '.schema.graphql': '', '.rest/v1/a.graphql': '', '.rest/.git/b.graphql': '' });
    const seen: ChangedPart[][] = [];
    const follower = await watchProject(
      { endpoints: files.at('.rest'), schemaFile: files.at('.schema.graphql') },
      { onChange: (changed) => seen.push([...changed]), onError: expect.unreachable },
    );
    try {
      for (const name of ['.rest/.git/b.graphql', '.rest/v1/.a.graphql', '.other/a.graphql']) files.write(name, 'a');
      files.write('.schema.graphql', 'a');
      await expect.poll(() => seen.flat()).toEqual(['schema']);
      await expectSaves(files, '.rest/v1/a.graphql', seen);
      await expectSaves(files, '.rest/v2/a.graphql', seen);
    } finally {
      await follower.close();
      files.remove();
    }
  });

  test('follows a link to another folder', async () => {
    const files = createTestProject({ 'a/v1/a.graphql': 'a', 'b/v1/a.graphql': 'b' });
    symlinkSync('a', files.at('rest'));
    const seen: ChangedPart[][] = [];
    const follower = await watchProject(
      { endpoints: files.at('rest') },
      { onChange: (changed) => seen.push([...changed]), onError: expect.unreachable },
    );
    try {
      for (const target of ['b', 'a']) {
        seen.length = 0;
        symlinkSync(target, files.at('link'));
        renameSync(files.at('link'), files.at('rest'));
        await expect.poll(() => seen.flat()).toContain('documents');
        await expectSaves(files, `${target}/v1/a.graphql`, seen);
      }
    } finally {
      await follower.close();
      files.remove();
    }
  });

  test('follows a schema whose old file is put back, with its old time', async () => {
    const files = createTestProject({ 'schema.graphql': 'type Query { email: ID }', 'rest/v1/a.graphql': '' });
    utimesSync(files.at('schema.graphql'), new Date(), new Date(0));
    // It does not exist between the steps.
    const read = () =>
      existsSync(files.at('schema.graphql')) ? readFileSync(files.at('schema.graphql'), 'utf8') : undefined;
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
});

function open() {
  const passed: [string, number][][] = [];
  const batch = createBatch<number>(
    (size) => (size > 2 ? 100 : 10),
    (values) => passed.push([...values]),
  );
  return { batch, passed };
}

describe('createBatch', () => {
  beforeEach(() => void vi.useFakeTimers());

  afterEach(() => void vi.useRealTimers());

  test('passes on what was added when it has been quiet', () => {
    const { batch, passed } = open();
    batch.add('a', 1);
    vi.advanceTimersByTime(9);
    batch.add('a', 2);
    batch.add('b', 3);
    vi.advanceTimersByTime(9);
    expect(passed).toEqual([]);
    vi.advanceTimersByTime(1);
    batch.add('c', 4);
    vi.advanceTimersByTime(10);
    expect(passed).toEqual([
      [
        ['a', 2],
        ['b', 3],
      ],
      [['c', 4]],
    ]);
  });

  test('waits longer for many', () => {
    const { batch, passed } = open();
    for (const key of ['a', 'b', 'c']) batch.add(key, 1);
    vi.advanceTimersByTime(99);
    expect(passed).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(passed).toHaveLength(1);
  });

  test('waits no longer than two seconds', () => {
    const { batch, passed } = open();
    for (let time = 0; time <= 4000; time += 5) {
      batch.add('a', time);
      vi.advanceTimersByTime(5);
    }
    expect(passed).toEqual([[['a', 1995]], [['a', 3995]]]);
  });

  test('passes nothing on after it is cleared', () => {
    const { batch, passed } = open();
    batch.add('a', 1);
    batch.clear();
    vi.advanceTimersByTime(100);
    expect(passed).toEqual([]);
  });
});

describe('identifyFiles', () => {
  const project = createTestProject({ 'schema.graphql': 'a', 'rest/v1/a.graphql': 'a', 'rest/v1/b.graphql': 'b' });
  afterEach(() => project.remove());

  test('identifies documents and schema, each by its files', () => {
    const identify = () => identifyFiles(project.at('rest'), project.at('schema.graphql'));
    let last = identify();
    expect(identify()).toEqual(last);
    const expectDifferent = (change: () => void, part: 'documents' | 'schema') => {
      const before = last;
      change();
      last = identify();
      expect(last).toEqual({ ...before, [part]: last[part] });
      expect(last[part]).not.toBe(before[part]);
    };
    expectDifferent(() => project.write('rest/v2/c.graphql', ''), 'documents');
    expectDifferent(() => utimesSync(project.at('rest/v1/a.graphql'), 1, 1), 'documents');
    expectDifferent(() => renameSync(project.at('rest/v1/a.graphql'), project.at('rest/v1/b.graphql')), 'documents');
    expectDifferent(() => unlinkSync(project.at('rest/v1/b.graphql')), 'documents');
    expectDifferent(() => project.write('schema.graphql', 'longer'), 'schema');
    expectDifferent(() => unlinkSync(project.at('schema.graphql')), 'schema');
  });
});

const identify = () => identifyFolders([project.at('rest')], (folder) => folder.endsWith('node_modules'));

/** Until the clock of the file system, which may tick every 4 ms only, has passed the birth in an identity. */
function passTick(identity: string): void {
  const folder = project.at('tick');
  for (let birth = ''; birth === '' || identity.endsWith(`:${birth}`); rmSync(folder, { recursive: true })) {
    mkdirSync(folder);
    birth = String(statSync(folder, { bigint: true }).birthtimeNs);
  }
}

describe('identifyFolders', () => {
  afterEach(() => project.remove());

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
});
