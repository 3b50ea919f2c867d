import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type ContractBreaks,
  compileProjectContracts,
  createBreakWatch,
  describeBreaks,
  findBreaksInProcess,
  findHistoryFile,
} from '../../../../src/authoring/dev/contractWatch.ts';
import { readSettings } from '../../../../src/gateway/config/readSettings.ts';
import { DOCUMENTS, compileDocuments } from '../../cli/support/compileDocuments.ts';
import { type TestProject, createTestProject } from './support/startDev.ts';

const COMPILED = new Map([['contracts/openapi.json', '{}']]);
const found = (message: string): ContractBreaks => ({ breaks: [], errors: [message] });

function open(compile = () => COMPILED) {
  const searches: { signal: AbortSignal; resolve(result: ContractBreaks): void; reject(error: Error): void }[] = [];
  const reported: ContractBreaks[] = [];
  const watch = createBreakWatch({
    compile,
    find: (compiled, signal) => {
      expect(compiled).toBe(COMPILED);
      return new Promise((resolve, reject) => searches.push({ signal, resolve, reject }));
    },
    onFound: (result) => reported.push(result),
  });
  return { watch, searches, reported };
}

describe('createBreakWatch', () => {
  beforeEach(() => void vi.useFakeTimers());

  afterEach(() => void vi.useRealTimers());

  test('compares once for reloads that follow at once', async () => {
    const { watch, searches, reported } = open();
    watch.check();
    watch.check();
    expect(searches).toHaveLength(0);
    await vi.runAllTimersAsync();
    expect(searches).toHaveLength(1);
    searches[0]!.resolve(found('a'));
    await vi.runAllTimersAsync();
    expect(reported).toEqual([found('a')]);
  });

  test('drops a comparison when a newer reload comes', async () => {
    const { watch, searches, reported } = open();
    watch.check();
    await vi.runAllTimersAsync();
    watch.check();
    expect(searches[0]!.signal.aborted).toBe(true);
    searches[0]!.resolve(found('stale'));
    await vi.runAllTimersAsync();
    searches[1]!.resolve(found('current'));
    await vi.runAllTimersAsync();
    expect(reported).toEqual([found('current')]);
  });

  test('reports why contracts cannot be compared', async () => {
    const { watch, searches, reported } = open();
    watch.check();
    await vi.runAllTimersAsync();
    searches[0]!.reject(new Error('no memory'));
    await vi.runAllTimersAsync();
    expect(reported).toEqual([found('no memory')]);
  });

  test('reports contracts that cannot be compiled', async () => {
    const { watch, reported } = open(() => {
      throw new Error('not described');
    });
    watch.check();
    await vi.runAllTimersAsync();
    expect(reported).toEqual([found('not described')]);
  });

  test('reports nothing after it is closed', async () => {
    const { watch, searches, reported } = open();
    watch.check();
    await vi.runAllTimersAsync();
    watch.close();
    searches[0]!.reject(new Error('aborted'));
    watch.check();
    watch.close();
    await vi.runAllTimersAsync();
    expect({ reported, searches: searches.length }).toEqual({ reported: [], searches: 1 });
  });
});

const compiled = compileDocuments({
  'v1/getUser.graphql':
    'query getUser($id: SafeInt!) @endpoint(method: GET, path: "/users/{id}", deprecated: "2027-01-31") { user(id: $id) { id } }',
});
const LINK = '#/components/headers/DeprecationLink';
const openApiOf = (project: Parameters<typeof compileProjectContracts>[0]) =>
  compileProjectContracts(project, compiled, readSettings({})).get('contracts/openapi.v1.json');

describe('compileProjectContracts', () => {
  test('links to the page of changes where the contracts of the project do', () => {
    const upstream = { url: new URL('http://127.0.0.1/graphql'), headers: {}, forwarded: [] };
    expect(openApiOf({ schemaFile: 'schema.graphql', upstream })).toContain(LINK);
    expect(openApiOf({ schemaFile: 'schema.graphql' })).not.toContain(LINK);
  });

  test('has the GraphQL schema of the default API, and not the settings of the environment', () => {
    const own = compileProjectContracts({}, compiled);
    expect([...own.keys()]).toContain('contracts/schema.graphql');
    expect([...compileProjectContracts({}, compiled, readSettings({})).keys()]).not.toContain(
      'contracts/schema.graphql',
    );
  });
});

const { plan } = compileDocuments(DOCUMENTS);

describe('describeBreaks', () => {
  test('names the document of a breaking change, once for all contracts that have it', () => {
    const change = {
      change: 'GET `/orders` requires `limit`.',
      affected: 'clients that omit it',
      endpoints: ['GET /orders'],
      hint: 'Make it optional.',
      since: { commit: 'abc1234', date: '2026-01-31' },
    };
    const [paragraph, ...others] = describeBreaks(
      {
        breaks: ['contracts/openapi.json', 'contracts/openapi.v1.json'].map((file) => ({ ...change, file })),
        errors: [],
      },
      plan,
    );
    expect(others).toEqual([]);
    expect(paragraph).toMatch(/^Breaking: GET `\/orders` requires `limit`\.\n/);
    expect(paragraph).toMatch(/listOrders\.graphql:1/);
  });

  test('adds why contracts could not be compared', () => {
    expect(describeBreaks({ breaks: [], errors: ['contracts/corrections.json is not valid.'] }, plan)).toEqual([
      'contracts/corrections.json is not valid.',
    ]);
  });
});

describe('findBreaksInProcess', () => {
  test('rejects where no process can be started', async () => {
    const { execPath } = process;
    process.execPath = '/no/such/program';
    const finding = findBreaksInProcess({ root: '.', compiled: new Map() }, new AbortController().signal);
    process.execPath = execPath;
    await expect(finding).rejects.toThrow('ENOENT');
    // Vitest fails where the error of the channel, which follows, is not handled.
    await new Promise((resolve) => setImmediate(resolve));
  });
});

let project: TestProject;

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args]);

describe('findHistoryFile', () => {
  beforeEach(() => (project = createTestProject({ 'api/a.txt': '' })));

  afterEach(() => project.remove());

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
});
