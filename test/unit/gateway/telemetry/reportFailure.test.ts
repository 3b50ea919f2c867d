import { expect, test } from 'vitest';
import { createLogger } from '../../../../src/gateway/telemetry/createLogger.ts';
import { reportFailure } from '../../../../src/gateway/telemetry/reportFailure.ts';

test('logs the cause of a failure under the id of its request', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const error = new Error('failed', { cause: new Error('why') });
  reportFailure(log, { requestId: 'r', method: 'GET', path: `/${'a'.repeat(2000)}`, error });
  const [line] = lines.map((each) => JSON.parse(each) as Record<string, unknown>);
  expect(line).toMatchObject({
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
