import { expect, test } from 'vitest';
import { createLogger } from '../../../../src/gateway/telemetry/createLogger.ts';
import { logRequest } from '../../../../src/gateway/telemetry/logRequest.ts';

const line = { method: 'GET', path: '/a', status: 200, milliseconds: 1.5, requestId: 'r', subject: undefined };

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
