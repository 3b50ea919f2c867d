import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { RunningServer } from '../../../../src/gateway/server/RunningServer.ts';
import { createMonolithMode } from '../../../../src/service/cli/createMonolithMode.ts';
import { readServiceSettings } from '../../../../src/service/config/readServiceSettings.ts';
import type { ServiceSettings } from '../../../../src/service/config/ServiceSettings.ts';
import type { MonolithOptions } from '../../../../src/service/modes/startMonolith.ts';

const { started, options } = vi.hoisted(() => ({
  started: [] as ServiceSettings[],
  options: [] as MonolithOptions[],
}));
const server: RunningServer = {
  url: 'http://127.0.0.1:4',
  health: { conventions: undefined, check: async () => {} },
  drain: () => {},
  close: async () => {},
};
vi.mock('../../../../src/service/modes/startMonolith.ts', () => ({
  startMonolith: async (settings: ServiceSettings, given: MonolithOptions) => {
    started.push(settings);
    options.push(given);
    return server;
  },
}));
const folder = mkdtempSync(path.join(tmpdir(), 'portico-mode-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  started.length = 0;
  options.length = 0;
});

test('checks the endpoint documents, and creates nothing', async () => {
  const env = { DATA_DIR: path.join(folder, 'data') };
  await createMonolithMode(readServiceSettings(env), env).check();
  const wrong = { ...env, DEFAULT_API_VERSION: '7' };
  await expect(createMonolithMode(readServiceSettings(wrong), wrong).check()).rejects.toThrow('default version');
  const safelisted = { ...env, GRAPHQL_SAFELIST: path.join(folder, 'missing.json') };
  await expect(createMonolithMode(readServiceSettings(safelisted), safelisted).check()).rejects.toThrow(
    'cannot be read',
  );
  expect(existsSync(env.DATA_DIR)).toBe(false);
});

test('starts from the plan that the check compiled; without a check, as in a worker, from the documents', async () => {
  const mode = createMonolithMode(readServiceSettings({}), {});
  await mode.start({}, true);
  await mode.check();
  await mode.start({}, false);
  expect(options).toEqual([{}, { source: { plan: expect.objectContaining({ versions: expect.any(Array) }) } }]);
});

test.each([
  [false, 'on'],
  [true, 'done'],
])('starts with migrate, as a worker: %s', async (isWorker, migrate) => {
  const result = await createMonolithMode(readServiceSettings({}), {}).start({}, isWorker);
  expect(started.map((settings) => settings.migrate)).toEqual([migrate]);
  expect(result).toEqual({ server, greeting: expect.stringContaining(`Portico is ready at ${server.url}`) });
});

test('is for one process over the embedded database', () => {
  expect(createMonolithMode(readServiceSettings({}), {}).singleProcess).toContain('DATABASE_URL');
});
