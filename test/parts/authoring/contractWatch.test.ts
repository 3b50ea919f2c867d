import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type ContractBreaks,
  createContractWatch,
  findBreaksInProcess,
} from '../../../src/authoring/dev/contractWatch.ts';
import type { LoadedApi } from '../../../src/authoring/dev/createApiLoader.ts';
import { buildSchema } from 'graphql';
import { compileApi } from '../../../src/gateway/compile/compileApi.ts';
import { createTestProject } from '../../commands/authoring/dev/support/startDev.ts';

const found = (message: string): ContractBreaks => ({ breaks: [], errors: [message] });

const schema = buildSchema('type Query { user(id: Int!): User orders(limit: Int): [Int!]! } type User { id: Int! }');
const compiled = { schema, plan: compilePlan() };

function compilePlan() {
  const { folder, remove } = createTestProject({
    'v1/getUser.graphql':
      'query getUser($id: Int!) @endpoint(method: GET, path: "/users/{id}", deprecated: "2027-01-31") { user(id: $id) { id } }',
    'v1/listOrders.graphql':
      'query listOrders($limit: Int!) @endpoint(method: GET, path: "/orders") { orders(limit: $limit) }',
  });
  try {
    return compileApi(folder, schema);
  } finally {
    remove();
  }
}

/** A watch over a project in a new folder, with contracts or without. */
function open(files: Record<string, string> = { 'contracts/openapi.json': '{}' }) {
  const searches: { signal: AbortSignal; resolve(result: ContractBreaks): void; reject(error: Error): void }[] = [];
  const reported: (readonly string[])[] = [];
  const folder = createTestProject(files);
  onTestFinished(folder.remove);
  const project = { root: folder.folder, endpoints: folder.folder, loadSchema: async () => compiled.schema };
  const watch = createContractWatch(
    { project, onBreaks: (paragraphs) => reported.push(paragraphs) },
    (search, signal) => {
      expect([...search.compiled.keys()]).toContain('contracts/openapi.v1.json');
      return new Promise((resolve, reject) => searches.push({ signal, resolve, reject }));
    },
  );
  const check = (plan = compiled.plan) => watch.check({ plan, schema: compiled.schema } as LoadedApi);
  return { watch, check, searches, reported };
}

describe('createContractWatch', () => {
  beforeEach(() => void vi.useFakeTimers());

  afterEach(() => void vi.useRealTimers());

  test('compares once for reloads that follow at once', async () => {
    const { check, searches, reported } = open();
    check();
    check();
    expect(searches).toHaveLength(0);
    await vi.runAllTimersAsync();
    expect(searches).toHaveLength(1);
    searches[0]!.resolve(found('a'));
    await vi.runAllTimersAsync();
    expect(reported).toEqual([['a']]);
  });

  test('drops a comparison when a newer reload comes', async () => {
    const { check, searches, reported } = open();
    check();
    await vi.runAllTimersAsync();
    check();
    expect(searches[0]!.signal.aborted).toBe(true);
    searches[0]!.resolve(found('stale'));
    await vi.runAllTimersAsync();
    searches[1]!.resolve(found('current'));
    await vi.runAllTimersAsync();
    expect(reported).toEqual([['current']]);
  });

  test('reports why contracts cannot be compared', async () => {
    const { check, searches, reported } = open();
    check();
    await vi.runAllTimersAsync();
    searches[0]!.reject(new Error('no memory'));
    await vi.runAllTimersAsync();
    expect(reported).toEqual([['no memory']]);
  });

  test('reports contracts that cannot be compiled', async () => {
    const { check, reported } = open();
    check({} as typeof compiled.plan);
    await vi.runAllTimersAsync();
    expect(reported).toEqual([[expect.any(String)]]);
  });

  test('reports nothing after it is closed', async () => {
    const { watch, check, searches, reported } = open();
    check();
    await vi.runAllTimersAsync();
    watch.close();
    searches[0]!.reject(new Error('aborted'));
    check();
    watch.close();
    await vi.runAllTimersAsync();
    expect({ reported, searches: searches.length }).toEqual({ reported: [], searches: 1 });
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
