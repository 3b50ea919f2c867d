import { describe, expect, test } from 'vitest';
import { createLogger } from '../../../../src/gateway/base/telemetry/createLogger.ts';
import { logRequest, reportFailure, truncatePath } from '../../../../src/gateway/base/telemetry/requestLog.ts';

const line = {
  method: 'GET',
  path: '/a',
  status: 200,
  milliseconds: 1.5,
  requestId: 'r',
  subject: undefined,
  client: 'app',
};

describe('logRequest', () => {
  test.each([
    ['info', false, ['request']],
    ['info', true, []],
    ['debug', true, ['request']],
  ])('at %s, a request that is a probe (%s) is logged as %j', (level, isProbe, expected) => {
    const lines: string[] = [];
    logRequest(createLogger(level, { write: (text) => void lines.push(text) }), isProbe, line);
    expect(lines.map((text) => (JSON.parse(text) as { msg: string }).msg)).toEqual(expected);
  });

  test('has everything but an absent subject, and a bounded path', () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (text) => void lines.push(text) });
    logRequest(log, false, { ...line, path: 'a'.repeat(1001) });
    const { pid: _, time: __, ...logged } = JSON.parse(lines[0]!) as Record<string, unknown>;
    const { subject: ___, ...expected } = line;
    expect(logged).toEqual({ ...expected, level: 30, msg: 'request', path: `${'a'.repeat(1000)}…` });
  });
});

describe('reportFailure', () => {
  test('logs the cause of a failure under the id of its request', () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (text) => void lines.push(text) });
    const error = new Error('failed', { cause: new Error('why') });
    reportFailure(log, { requestId: 'r', method: 'GET', path: `/${'a'.repeat(2000)}`, error });
    const [logged] = lines.map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(logged).toMatchObject({
      level: 50,
      msg: 'request failed',
      requestId: 'r',
      method: 'GET',
      path: `/${'a'.repeat(999)}…`,
      err: { message: 'failed', cause: { message: 'why' } },
    });
    reportFailure(log, { requestId: 'r', method: 'GET', path: '/a', error, isCaught: true });
    expect(JSON.parse(lines[1]!)).toMatchObject({ level: 40, msg: 'a field failed and is null', requestId: 'r' });
  });
});

describe('truncatePath', () => {
  test.each([
    [0, ''],
    [1000, 'a'.repeat(1000)],
    [1001, `${'a'.repeat(1000)}…`],
  ])('a path of %i characters', (length, expected) => {
    expect(truncatePath('a'.repeat(length))).toBe(expected);
  });
});
