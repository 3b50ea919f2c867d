import { beforeEach, expect, test, vi } from 'vitest';
import type { ServeMode } from '../../../../src/cli/serve/ServeMode.ts';
import { runPrimary } from '../../../../src/cli/serve/runPrimary.ts';
import { createLogger } from '../../../../src/gateway/base/telemetry/createLogger.ts';

const { calls, stub } = vi.hoisted(() => ({
  calls: [] as string[],
  stub: { greeting: async () => '', close: undefined as (() => Promise<void>) | undefined },
}));
vi.mock('../../../../src/cli/serve/startWorkers.ts', () => ({
  startWorkers: (count: number, _: unknown, drainSeconds: number) => {
    calls.push(`start ${count} workers, drain ${drainSeconds}`);
    return { greeting: stub.greeting(), drain: () => {}, close: async () => void calls.push('close workers') };
  },
}));
vi.mock('../../../../src/project/stopOnSignals.ts', () => ({
  stopOnSignals: (close: () => Promise<void>) => void (stub.close = close),
}));
const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
beforeEach(() => {
  calls.length = 0;
  write.mockClear();
});

const options = { workers: 3, log: createLogger('silent') };
const mode: ServeMode = {
  check: async () => {},
  start: async () => {
    throw new Error('The primary process serves nothing.');
  },
  prepare: async () => {
    calls.push('prepare');
    return { close: async () => void calls.push('close') };
  },
};

test('prepares before the workers start, prints their greeting, and closes after them', async () => {
  stub.greeting = async () => 'ready';
  await runPrimary({ drainSeconds: 5, host: '127.0.0.1' }, mode, options);
  expect(write.mock.calls).toEqual([['ready']]);
  await stub.close!();
  expect(calls).toEqual(['prepare', 'start 3 workers, drain 5', 'close workers', 'close']);
});

test('needs nothing to prepare', async () => {
  stub.greeting = async () => 'ready';
  const { prepare: _, ...unprepared } = mode;
  await runPrimary({ drainSeconds: 5, host: '127.0.0.1' }, unprepared, options);
  await stub.close!();
  expect(calls).toEqual(['start 3 workers, drain 5', 'close workers']);
});

test('closes what it prepared where the workers do not start', async () => {
  stub.greeting = async () => {
    throw new Error('The first of 3 workers exited.');
  };
  await expect(runPrimary({ drainSeconds: 5, host: '127.0.0.1' }, mode, options)).rejects.toThrow(
    'The first of 3 workers exited.',
  );
  expect(calls).toEqual(['prepare', 'start 3 workers, drain 5', 'close']);
});
