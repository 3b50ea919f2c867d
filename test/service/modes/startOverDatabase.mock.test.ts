import { beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../../../src/gateway/base/telemetry/createLogger.ts';
import { readServiceSettings } from '../../../src/service/config/readServiceSettings.ts';
import type { Database } from '../../../src/service/database/Database.ts';
import { startOverDatabase } from '../../../src/service/modes/startOverDatabase.ts';
import { SPEC_SECRET } from '../../promises/support/signToken.ts';

const { calls, database } = vi.hoisted(() => {
  const list: string[] = [];
  const stub = { client: {}, ping: async () => {}, close: async () => void list.push('close database') };
  return { calls: list, database: stub as unknown as Database };
});
vi.mock('../../../src/service/database/openDatabase.ts', () => ({
  openDatabase: async () => {
    calls.push('open database');
    return database;
  },
}));
beforeEach(() => void (calls.length = 0));

const settings = readServiceSettings({ AUTH_SECRET: SPEC_SECRET });
const log = createLogger('silent');
const start = async () => {
  calls.push('start');
  return {
    url: 'http://x',
    health: { conventions: undefined, check: async () => {} },
    drain: () => {},
    close: async () => void calls.push('close server'),
  };
};
const fail = async () => {
  calls.push('start');
  throw new Error('The port is in use.');
};

test('opens the database before the server, and closes it after', async () => {
  const server = await startOverDatabase(settings, { log, realm: 'portico' }, start);
  await server.close();
  expect(calls).toEqual(['open database', 'start', 'close server', 'close database']);
});

test('closes the database where the server does not start', async () => {
  await expect(startOverDatabase(settings, { log, realm: 'portico' }, fail)).rejects.toThrow('The port is in use.');
  expect(calls).toEqual(['open database', 'start', 'close database']);
});

test('does not close a provided database', async () => {
  const server = await startOverDatabase(settings, { log, realm: 'portico', database }, start);
  await server.close();
  await expect(startOverDatabase(settings, { log, realm: 'portico', database }, fail)).rejects.toThrow(
    'The port is in use.',
  );
  expect(calls).toEqual(['start', 'close server', 'start']);
});
