import { expect, onTestFinished, test, vi } from 'vitest';
import { createLogger, reportFailure } from '../../../src/gateway/server.ts';

function logged(error: unknown): Record<string, unknown> {
  const lines: string[] = [];
  createLogger('info', { write: (line) => void lines.push(line) }).error({ err: error }, 'oops');
  return JSON.parse(lines[0]!) as Record<string, unknown>;
}

test('a line is JSON with the process', () => {
  const line = logged('text');
  expect(line).toMatchObject({ level: 50, pid: process.pid, msg: 'oops', err: 'text' });
  expect('hostname' in line).toBe(false);
});

test.each([
  '2026-11-26T04:36:02.000Z',
  '2026-11-26T04:36:02.007Z',
  '2026-11-26T23:59:59.999Z',
  '2026-11-27T00:00:00.010Z',
])('a line has the time %s', (time) => {
  vi.useFakeTimers({ now: new Date(time), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(logged('text')['time']).toBe(time);
});

test('an error is its type, code, message, stack and cause, and nothing that libraries add', () => {
  const cause = Object.assign(new TypeError('why'), { rows: [{ email: 'secret' }] });
  const error = Object.assign(new Error('failed', { cause }), { code: 'E_FAILED', document: 'secret' });
  const { err } = logged(error) as { err: Record<string, unknown> };
  expect(err).toEqual({
    type: 'Error',
    code: 'E_FAILED',
    message: 'failed',
    stack: error.stack,
    cause: { type: 'TypeError', message: 'why', stack: cause.stack },
  });
});

test('a cause that is no error is text', () => {
  expect(logged(new Error('failed', { cause: 7 }))).toMatchObject({ err: { cause: '7' } });
});

test('lines below the level are not written', () => {
  const lines: string[] = [];
  createLogger('warn', { write: (line) => void lines.push(line) }).info('quiet');
  expect(lines).toEqual([]);
});

test.each([
  [undefined, 50, 'request failed'],
  [true, 40, 'a field failed and is null'],
] as const)('a failure has its cause and the id of its request, and a level: caught %s', (isCaught, level, msg) => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const error = new Error('failed', { cause: new Error('why') });
  const failure = { requestId: 'r', method: 'GET', path: `/${'a'.repeat(1000)}`, error, ...(isCaught && { isCaught }) };
  reportFailure(log, failure);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    {
      level,
      msg,
      requestId: 'r',
      method: 'GET',
      path: `/${'a'.repeat(999)}…`,
      err: { message: 'failed', cause: { message: 'why' } },
    },
  ]);
});
