// How the program ends: what it says and does between a signal and its end.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { V1 } from '../../cases/schemes.ts';
import { fillDataFolder } from '../../support/database/dataFolder.ts';
import { expectError } from '../support/expectations.ts';
import { freePort, startProgram } from '../support/startProgram.ts';

const TIMEOUT = { timeout: 120_000 };
const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'portico-drained-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
await fillDataFolder(DATA_DIR, 'demo');
const settings = { DATA_DIR, LOG_LEVEL: 'warn' };

test.each(['SIGTERM', 'SIGHUP'] as const)(
  'after %s it is not ready, but live, and serves new connections; SIGINT ends that',
  TIMEOUT,
  async (signal) => {
    const healthPort = await freePort();
    const env = { ...settings, DRAIN_SECONDS: '3600', HEALTH_PORT: String(healthPort) };
    const program = await startProgram(env);
    const onHealthPort = async (name: string) => {
      const response = await fetch(`http://127.0.0.1:${healthPort}/health/${name}`);
      return [response.status, await response.text()];
    };
    await expect.poll(program.output).toMatch(/^Health probes are at (http:\S+)\/health\/live and \1\/health\/ready$/m);
    for (const name of ['live', 'ready']) expect(await onHealthPort(name)).toEqual([200, '{"status":"ok"}']);
    const probe = (name: string) => program.client.get(`/health/${name}`, { scope: null });
    process.kill(program.pid, signal);
    await expect.poll(async () => (await probe('ready')).status).toBe(503);
    const ready = await probe('ready');
    expectError(ready, 503, 'shutting down');
    expect([ready.headers['retry-after'], ready.headers['connection']]).toEqual(['1', 'close']);
    const live = await probe('live');
    expect([live.status, live.headers['connection']]).toEqual([200, 'close']);
    expect(await onHealthPort('ready')).toEqual([503, ready.body]);
    expect(await onHealthPort('live')).toEqual([200, live.body]);
    for (let round = 0; round < 3; round++) {
      const products = await program.client.in(V1).get('/products');
      expect([products.status, products.headers['connection']]).toEqual([200, 'close']);
    }
    expect(await program.end('SIGINT')).toBe(0);
    // Nothing has failed, so nothing is said of it.
    expect(program.output()).not.toContain('"level":50');
  },
);

test('it ends by itself when it has drained', TIMEOUT, async () => {
  const program = await startProgram({ ...settings, DRAIN_SECONDS: '1' });
  expect(await program.end('SIGTERM')).toBe(0);
});
