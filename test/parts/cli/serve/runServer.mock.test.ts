import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ServeMode } from '../../../../src/cli/serve/ServeMode.ts';
import { runServer } from '../../../../src/cli/serve/runServer.ts';
import { readSettings } from '../../../../src/gateway/base/settings/readSettings.ts';

const { cluster, calls, signals } = vi.hoisted(() => ({
  cluster: { isWorker: false },
  calls: [] as string[],
  signals: [] as { close: () => Promise<void>; seconds: number; begin: () => void }[],
}));
vi.mock('node:cluster', () => ({ default: cluster }));
vi.mock('../../../../src/cli/serve/runWorker.ts', () => ({
  runWorker: async () => void calls.push('run worker'),
}));
vi.mock('../../../../src/cli/serve/runPrimary.ts', () => ({
  runPrimary: async (_: unknown, __: unknown, { workers }: { workers: number }) => void calls.push(`run ${workers}`),
}));
vi.mock('../../../../src/project/stopOnSignals.ts', () => ({
  stopOnSignals: (close: () => Promise<void>, drain: { seconds: number; begin: () => void }) =>
    void signals.push({ close, ...drain }),
}));
const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
beforeEach(() => {
  cluster.isWorker = false;
  calls.length = 0;
  signals.length = 0;
  write.mockClear();
});

const settings = (env: Record<string, string>) => readSettings({ PORT: '0', LOG_LEVEL: 'silent', ...env });
const mode: ServeMode = {
  check: async () => void calls.push('check'),
  start: async ({ onProgress }, isWorker) => {
    calls.push(`start ${isWorker}`);
    onProgress?.('creating');
    return {
      server: {
        url: 'http://x',
        health: { conventions: undefined, check: async () => {} },
        drain: () => calls.push('drain'),
        close: async () => void calls.push('close'),
      },
      greeting: 'ready\n',
    };
  },
};

test('checks, starts, prints progress and greeting, and stops at signals', async () => {
  await runServer(settings({ DRAIN_SECONDS: '7' }), mode);
  expect(calls).toEqual(['check', 'start false']);
  expect(write.mock.calls).toEqual([['creating\n'], ['ready\n']]);
  const [{ close, seconds, begin }] = signals as [(typeof signals)[0]];
  begin();
  await close();
  expect({ seconds, calls }).toEqual({ seconds: 7, calls: ['check', 'start false', 'drain', 'close'] });
});

test.each([
  [
    'a failed check',
    {},
    { ...mode, check: async () => Promise.reject(new Error('The check failed.')) },
    'The check failed.',
  ],
  [
    'workers that the mode does not allow',
    { WORKERS: '2' },
    { ...mode, singleProcess: 'is impossible.' },
    'WORKERS=2 is impossible.',
  ],
])('starts nothing after %s', async (_, env, given, message) => {
  await expect(runServer(settings(env), given)).rejects.toThrow(message);
  expect(calls).toEqual([]);
});

test('starts nothing at a port that is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(runServer(settings({ PORT: String(port) }), mode)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  other.close();
  expect(calls).toEqual(['check']);
});

test('serves HEALTH_PORT as long as the server, and prints where', async () => {
  await runServer(settings({ HEALTH_PORT: '0' }), mode);
  const [, url] = /^ready\nHealth probes are at (\S+) and \S+\/health\/ready\n$/.exec(String(write.mock.calls[1]![0]))!;
  expect((await fetch(url!)).status).toBe(200);
  const [{ begin, close }] = signals as [(typeof signals)[0]];
  begin();
  expect((await fetch(url!)).status).toBe(200);
  await close();
  await expect(fetch(url!)).rejects.toThrow('fetch failed');
  expect(calls).toEqual(['check', 'start false', 'drain', 'close']);
});

test('starts nothing where HEALTH_PORT is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(runServer(settings({ HEALTH_PORT: String(port) }), mode)).rejects.toMatchObject({
    code: 'EADDRINUSE',
    setting: 'HEALTH_PORT',
  });
  other.close();
  expect(calls).toEqual(['check']);
});

test('checks once, and leaves the start to the workers', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  await runServer(settings({ WORKERS: '2', PORT: String(port) }), mode);
  expect(calls).toEqual(['check', 'run 2']);
});

test('checks nothing in a worker', async () => {
  cluster.isWorker = true;
  await runServer(settings({ WORKERS: '2', PORT: '4000' }), mode);
  expect(calls).toEqual(['run worker']);
});
