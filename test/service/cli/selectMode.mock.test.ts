import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RunningServer } from '../../../src/gateway/serve/RunningServer.ts';
import { UsageError } from '../../../src/project/UsageError.ts';
import { selectMode } from '../../../src/service/cli/selectMode.ts';
import { type ServiceSettings, readServiceSettings } from '../../../src/service/config/readServiceSettings.ts';

const { started, options } = vi.hoisted(() => ({
  started: [] as ServiceSettings[],
  options: [] as object[],
}));
const server: RunningServer = {
  url: 'http://127.0.0.1:4',
  health: { conventions: undefined, check: async () => {} },
  drain: () => {},
  close: async () => {},
};
const start = async (settings: ServiceSettings, given: object) => {
  started.push(settings);
  options.push(given);
  return server;
};
vi.mock('../../../src/service/modes/startMonolith.ts', () => ({ startMonolith: start }));
vi.mock('../../../src/service/modes/startSubgraph.ts', () => ({ startSubgraph: start }));
const folder = mkdtempSync(path.join(tmpdir(), 'portico-mode-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  started.length = 0;
  options.length = 0;
});

describe('the mode of the whole service', () => {
  test('checks the endpoint documents, and creates nothing', async () => {
    const env = { DATA_DIR: path.join(folder, 'data') };
    await selectMode(readServiceSettings(env), {}, env).check();
    const plan = path.join(folder, 'plan.json');
    writeFileSync(plan, '{}');
    const wrong = selectMode(readServiceSettings(env), { plan }, env);
    await expect(wrong.check()).rejects.toThrow('The plan is not valid');
    const safelisted = { ...env, GRAPHQL_SAFELIST: path.join(folder, 'missing.json') };
    await expect(selectMode(readServiceSettings(safelisted), {}, safelisted).check()).rejects.toThrow('cannot be read');
    expect(existsSync(env.DATA_DIR)).toBe(false);
  });

  test('starts from the plan that the check compiled; without a check, as in a worker, from the documents', async () => {
    const mode = selectMode(readServiceSettings({}), {}, {});
    await mode.start({}, true);
    await mode.check();
    await mode.start({}, false);
    expect(options).toEqual([{}, { source: { plan: expect.objectContaining({ versions: expect.any(Array) }) } }]);
  });

  test.each([
    [false, 'on'],
    [true, 'done'],
  ])('starts with migrate, as a worker: %s', async (isWorker, migrate) => {
    const result = await selectMode(readServiceSettings({}), {}, {}).start({}, isWorker);
    expect(started.map((settings) => settings.migrate)).toEqual([migrate]);
    expect(result).toEqual({ server, greeting: expect.stringContaining(`Portico is ready at ${server.url}`) });
  });
});

describe('the mode of one subgraph', () => {
  const settings = readServiceSettings({});

  test('checks the name', async () => {
    await selectMode(settings, { subgraph: 'users' }, {}).check();
    await expect(selectMode(settings, { subgraph: 'people' }, {}).check()).rejects.toThrow(
      new UsageError('The subgraph "people" does not exist; it must be one of users, orders, products, forecast.'),
    );
  });

  test.each([
    [false, 'on'],
    [true, 'done'],
  ])('starts with migrate, as a worker: %s', async (isWorker, migrate) => {
    const { greeting } = await selectMode(settings, { subgraph: 'users' }, {}).start({}, isWorker);
    expect(started).toEqual([{ ...settings, migrate }]);
    expect(options).toEqual([{ name: 'users' }]);
    expect(greeting).toBe(`The subgraph users is ready at ${server.url}/graphql\n`);
  });
});
