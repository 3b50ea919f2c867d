import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBreakWatch } from '../../../../../src/gateway/cli/dev/createBreakWatch.ts';
import type { ContractBreaks } from '../../../../../src/gateway/cli/dev/findBreaksInProcess.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const COMPILED = new Map([['contracts/openapi.json', '{}']]);
const found = (message: string): ContractBreaks => ({ breaks: [], errors: [message] });

function open(compile = () => COMPILED) {
  const searches: { signal: AbortSignal; resolve(result: ContractBreaks): void; reject(error: Error): void }[] = [];
  const reported: ContractBreaks[] = [];
  const watch = createBreakWatch({
    compile,
    find: (compiled, signal) => {
      expect(compiled).toBe(COMPILED);
      return new Promise((resolve, reject) => searches.push({ signal, resolve, reject }));
    },
    onFound: (result) => reported.push(result),
  });
  return { watch, searches, reported };
}

test('compares once for reloads that follow at once', async () => {
  const { watch, searches, reported } = open();
  watch.check();
  watch.check();
  expect(searches).toHaveLength(0);
  await vi.runAllTimersAsync();
  expect(searches).toHaveLength(1);
  searches[0]!.resolve(found('a'));
  await vi.runAllTimersAsync();
  expect(reported).toEqual([found('a')]);
});

test('drops a comparison when a newer reload comes', async () => {
  const { watch, searches, reported } = open();
  watch.check();
  await vi.runAllTimersAsync();
  watch.check();
  expect(searches[0]!.signal.aborted).toBe(true);
  searches[0]!.resolve(found('stale'));
  await vi.runAllTimersAsync();
  searches[1]!.resolve(found('current'));
  await vi.runAllTimersAsync();
  expect(reported).toEqual([found('current')]);
});

test('reports why contracts cannot be compared', async () => {
  const { watch, searches, reported } = open();
  watch.check();
  await vi.runAllTimersAsync();
  searches[0]!.reject(new Error('no memory'));
  await vi.runAllTimersAsync();
  expect(reported).toEqual([found('no memory')]);
});

test('reports contracts that cannot be compiled', async () => {
  const { watch, reported } = open(() => {
    throw new Error('not described');
  });
  watch.check();
  await vi.runAllTimersAsync();
  expect(reported).toEqual([found('not described')]);
});

test('reports nothing after it is closed', async () => {
  const { watch, searches, reported } = open();
  watch.check();
  await vi.runAllTimersAsync();
  watch.close();
  searches[0]!.reject(new Error('aborted'));
  watch.check();
  watch.close();
  await vi.runAllTimersAsync();
  expect({ reported, searches: searches.length }).toEqual({ reported: [], searches: 1 });
});
