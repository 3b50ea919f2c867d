import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWorkers } from '../../../../src/cli/serve/startWorkers.ts';
import { ServiceError } from '../../../../src/gateway/base/errors/ServiceError.ts';
import { DRAINING } from '../../../../src/gateway/serve/RunningServer.ts';
import { createLogger } from '../../../../src/gateway/base/telemetry/createLogger.ts';
import { UsageError } from '../../../../src/project/UsageError.ts';

/** A worker as `node:cluster` has it, without a process. */
class StubWorker extends EventEmitter {
  exitedAfterDisconnect = false;
  connected = true;
  sent: unknown[] = [];
  process = Object.assign(new EventEmitter(), {
    pid: forked.length + 1,
    killed: [] as string[],
    kill(signal: string) {
      this.killed.push(signal);
    },
    send: vi.fn<(...sent: unknown[]) => boolean>(() => true),
  });
  isConnected = () => this.connected;
  disconnect = () => void (this.exitedAfterDisconnect = true);
  send = (message: unknown) => void this.sent.push(message);
  exit(code: number | null, signal: string | null = null) {
    this.connected = false;
    this.emit('exit', code, signal);
    this.process.emit('exit');
  }
}

const { forked } = vi.hoisted(() => ({ forked: [] as StubWorker[] }));
vi.mock('node:cluster', () => ({
  default: {
    setupPrimary: () => {},
    fork: () => {
      const worker = new StubWorker();
      forked.push(worker);
      return worker;
    },
  },
}));

const logged: { delayMs?: number; worker?: number }[] = [];
const log = createLogger('error', { write: (line) => logged.push(JSON.parse(line) as object) });
const exitListeners = process.listeners('exit');
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  forked.length = 0;
  logged.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  for (const listener of process.listeners('exit')) {
    if (!exitListeners.includes(listener)) process.off('exit', listener);
  }
});

/** Starts workers of which the first is ready. */
async function startReady(count: number, drainSeconds?: number) {
  const workers = startWorkers(count, log, drainSeconds);
  forked[0]!.emit('message', { greeting: 'ready' });
  expect(await workers.greeting).toBe('ready');
  return workers;
}

describe('the start', () => {
  it.each([
    [2, null, UsageError, 'The first of 2 workers exited with code 2 at startup.'],
    [1, null, Error, 'The first of 2 workers exited with code 1 at startup.'],
    [null, 'SIGKILL', Error, 'The first of 2 workers was killed by SIGKILL at startup.'],
  ])('rejects where the first exits with %s, %s', async (code, signal, kind, message) => {
    const { greeting } = startWorkers(2, log);
    forked[0]!.exit(code, signal);
    const error: unknown = await greeting.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ constructor: kind, message });
    expect(forked).toHaveLength(1);
  });
});

describe('a worker that exits', () => {
  it('is replaced after a delay that doubles with each consecutive crash, up to ten seconds', async () => {
    await startReady(1);
    for (const delayMs of [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]) {
      const before = forked.length;
      forked.at(-1)!.exit(1);
      vi.advanceTimersByTime(delayMs - 1);
      expect(forked).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(forked).toHaveLength(before + 1);
      expect(logged.at(-1)).toMatchObject({ worker: before, code: 1, delayMs });
    }
  });

  it('is replaced after the first delay again where it was stable', async () => {
    await startReady(1);
    forked[0]!.exit(1);
    vi.advanceTimersByTime(100);
    vi.advanceTimersByTime(10_000);
    forked[1]!.exit(null, 'SIGKILL');
    expect(logged.map(({ delayMs }) => delayMs)).toEqual([100, 100]);
  });
});

describe('a worker that receives a signal', () => {
  const isStopped = ({ exitedAfterDisconnect, sent }: StubWorker) => exitedAfterDisconnect && sent.includes('stop');

  it('is stopped after the drain', async () => {
    await startReady(1, 5);
    forked[0]!.emit('message', 'drain');
    vi.advanceTimersByTime(4_999);
    expect(isStopped(forked[0]!)).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isStopped(forked[0]!)).toBe(true);
  });

  it('is stopped at once without a drain', async () => {
    await startReady(1, 0);
    forked[0]!.emit('message', 'drain');
    expect(isStopped(forked[0]!)).toBe(true);
  });
});

describe('the health of all workers', () => {
  /** Two workers that have been ready. */
  async function startTwo() {
    const workers = await startReady(2);
    forked[1]!.emit('message', { greeting: 'ready' });
    return workers;
  }
  const FAILED = { checked: false, code: 'UNAVAILABLE', message: 'Later.', headers: { 'retry-after': '1' } };
  const errorOf = (checked: Promise<void>) => checked.catch((error: unknown) => error);

  it('has the conventions of the first', async () => {
    const workers = startWorkers(1, log);
    const conventions = { expand: 'with' };
    forked[0]!.emit('message', { greeting: 'ready', conventions });
    await workers.greeting;
    expect(workers.health.conventions).toEqual(conventions);
  });

  it('has the error of the first where none is', async () => {
    const { health } = await startTwo();
    const error = errorOf(health.check());
    forked[0]!.emit('message', FAILED);
    forked[1]!.emit('message', { checked: false, message: 'hunter2' });
    expect(await error).toMatchObject({ code: 'UNAVAILABLE', message: 'Later.', headers: { 'retry-after': '1' } });
    expect(await error).toBeInstanceOf(ServiceError);
  });

  it('asks a worker that does not answer once', async () => {
    const { health } = await startTwo();
    for (let n = 0; n < 3; n++) {
      const checked = health.check();
      forked[1]!.emit('message', { checked: true });
      await checked;
    }
    expect(forked.map(({ sent }) => sent)).toEqual([['check'], ['check', 'check', 'check']]);
  });

  it('does not wait for a worker that exits', async () => {
    const { health } = await startReady(1);
    const error = errorOf(health.check());
    forked[0]!.emit('disconnect');
    expect(await error).toMatchObject({ message: 'The worker has exited.' });
    expect(await errorOf(health.check())).toMatchObject({ message: 'No worker is ready; try again shortly.' });
  });

  it.each(['drain', 'close'] as const)('is not ready after %s, and asks nobody', async (end) => {
    const workers = await startReady(1);
    void workers[end]();
    expect(await errorOf(workers.health.check())).toBe(DRAINING);
    expect(forked[0]!.sent).not.toContain('check');
    forked[0]!.exit(0);
  });

  it('gives how long the most silent worker has been silent; one that has exited is not', async () => {
    const { silentMs } = await startTwo();
    vi.advanceTimersByTime(3_000);
    forked[1]!.emit('message', 'beat');
    vi.advanceTimersByTime(1_000);
    expect(silentMs()).toBe(4_000);
    forked[0]!.exit(1);
    expect(silentMs()).toBe(1_000);
    forked[1]!.exit(1);
    forked[1]!.emit('message', 'beat');
    expect(silentMs()).toBe(0);
  });
});

describe('the end', () => {
  it('replaces no worker that exited before', async () => {
    const workers = await startReady(1);
    forked[0]!.exit(1);
    await workers.close();
    vi.advanceTimersByTime(20_000);
    expect(forked).toHaveLength(1);
  });

  it('kills a worker that hangs for 15 seconds', async () => {
    const workers = await startReady(1);
    const closing = workers.close();
    vi.advanceTimersByTime(15_000);
    expect(forked[0]!.process.killed).toEqual(['SIGKILL']);
    forked[0]!.exit(null, 'SIGKILL');
    await closing;
  });

  it('kills every worker when the primary process exits', async () => {
    await startReady(2);
    for (const listener of process.listeners('exit')) {
      if (!exitListeners.includes(listener)) listener.call(process, 1);
    }
    expect(forked.map((worker) => worker.process.killed)).toEqual([['SIGKILL'], ['SIGKILL']]);
  });
});
