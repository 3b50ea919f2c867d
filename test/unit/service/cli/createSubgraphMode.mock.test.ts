import { beforeEach, expect, test, vi } from 'vitest';
import { UsageError } from '../../../../src/gateway/cli/UsageError.ts';
import { createSubgraphMode } from '../../../../src/service/cli/createSubgraphMode.ts';
import { readServiceSettings } from '../../../../src/service/config/readServiceSettings.ts';
import type { ServiceSettings } from '../../../../src/service/config/ServiceSettings.ts';

const { started } = vi.hoisted(() => ({ started: [] as unknown[] }));
vi.mock('../../../../src/service/modes/startSubgraph.ts', () => ({
  startSubgraph: async ({ migrate }: ServiceSettings, options: object) => {
    started.push({ migrate, ...options });
    return { url: 'http://127.0.0.1:4', drain: () => {}, close: async () => {} };
  },
}));
beforeEach(() => void (started.length = 0));
const settings = readServiceSettings({});

test('checks the name', async () => {
  await createSubgraphMode(settings, 'users').check();
  await expect(createSubgraphMode(settings, 'people').check()).rejects.toThrow(
    new UsageError('The subgraph "people" does not exist; it must be one of users, orders, products, forecast.'),
  );
});

test.each([
  [false, 'on'],
  [true, 'done'],
])('starts with migrate, as a worker: %s', async (isWorker, migrate) => {
  const { greeting } = await createSubgraphMode(settings, 'users').start({}, isWorker);
  expect(started).toEqual([{ migrate, name: 'users' }]);
  expect(greeting).toBe('The subgraph users is ready at http://127.0.0.1:4/graphql\n');
});
