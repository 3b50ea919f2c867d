import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServeMode, StartedServer } from '../../../../src/cli/serve/ServeMode.ts';
import { runWorker } from '../../../../src/cli/serve/runWorker.ts';
import { ServiceError } from '../../../../src/gateway/base/errors/ServiceError.ts';

const { cluster } = vi.hoisted(() => ({ cluster: {} as { worker?: unknown } }));
vi.mock('node:cluster', () => ({ default: cluster }));

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const before = SIGNALS.map((signal) => process.listeners(signal));
const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
let worker: EventEmitter & { sent: unknown[]; connected: boolean };
let calls: string[];

beforeEach(() => {
  exit.mockClear();
  calls = [];
  const emitter = Object.assign(new EventEmitter(), { sent: [] as unknown[], connected: true });
  worker = Object.assign(emitter, {
    isConnected: () => emitter.connected,
    send: (message: unknown) => void emitter.sent.push(message),
  });
  cluster.worker = worker;
});
afterEach(() => {
  SIGNALS.forEach((signal, index) => {
    for (const listener of process.listeners(signal)) {
      if (!before[index]!.includes(listener)) process.off(signal, listener);
    }
  });
});

const started: StartedServer = {
  server: {
    url: 'http://x',
    health: { conventions: undefined, check: async () => {} },
    drain: () => calls.push('drain'),
    close: async () => void calls.push('close'),
  },
  greeting: 'ready',
};
/** A mode whose start ends when `finish` is called. */
function pendingMode() {
  let finish!: () => void;
  const starting = new Promise<StartedServer>((resolve) => (finish = () => resolve(started)));
  const mode: ServeMode = {
    check: async () => void calls.push('check'),
    start: async (_, isWorker) => {
      calls.push(`start ${isWorker}`);
      return starting;
    },
  };
  return { mode, finish };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('closes and exits with 0 where the primary process is gone', async () => {
  const { mode, finish } = pendingMode();
  finish();
  await runWorker({}, mode);
  worker.emit('disconnect');
  await turn();
  expect(calls).toEqual(['start true', 'close']);
  expect(exit.mock.calls).toEqual([[0]]);
});

describe('HEALTH_PORT', () => {
  it.each<[string, () => Promise<void>, object]>([
    ['is ready', async () => {}, { checked: true }],
    [
      'is not ready',
      () => Promise.reject(new ServiceError('UNAVAILABLE', 'Later.', { headers: { 'retry-after': '1' } })),
      { checked: false, code: 'UNAVAILABLE', message: 'Later.', headers: { 'retry-after': '1' } },
    ],
    [
      'has an error with a status of its own',
      () => Promise.reject(new ServiceError('UNAVAILABLE', 'Later.', { status: 502 })),
      { checked: false, code: 'UNAVAILABLE', message: 'Later.', status: 502, headers: { 'retry-after': '1' } },
    ],
    ['has another error', () => Promise.reject(new Error('hunter2')), { checked: false, message: 'hunter2' }],
  ])('responds to the primary process where it %s', async (_, check, message) => {
    const server = { ...started.server, health: { conventions: undefined, check } };
    await runWorker({}, { check: async () => {}, start: async () => ({ ...started, server }) });
    worker.emit('message', 'check');
    await turn();
    expect(worker.sent.slice(1)).toEqual([message]);
    expect(calls).toEqual([]);
  });

  it.each([
    [4_001, ['beat', 'beat']],
    [undefined, []],
  ])('%s: gives signs of life %j', async (healthPort, beats) => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const { mode, finish } = pendingMode();
    finish();
    await runWorker(healthPort === undefined ? {} : { healthPort }, mode);
    vi.advanceTimersByTime(2_000);
    vi.useRealTimers();
    expect(worker.sent.slice(1)).toEqual(beats);
  });
});

it('drains as soon as it is ready, where it was to drain before', async () => {
  const { mode, finish } = pendingMode();
  const running = runWorker({}, mode);
  worker.emit('message', 'drain');
  finish();
  await running;
  expect(calls).toEqual(['start true', 'drain']);
});

it('exits at once where it is stopped before it is ready', async () => {
  const { mode } = pendingMode();
  void runWorker({}, mode);
  worker.emit('message', 'stop');
  await turn();
  expect({ calls, exits: exit.mock.calls }).toEqual({ calls: ['start true'], exits: [[0]] });
});

it('starts nothing without a primary process', async () => {
  worker.connected = false;
  await runWorker({}, pendingMode().mode);
  await turn();
  expect({ calls, exits: exit.mock.calls }).toEqual({ calls: [], exits: [[0]] });
});
