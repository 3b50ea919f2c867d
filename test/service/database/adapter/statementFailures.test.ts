import pg from 'pg';
import { expect, test } from 'vitest';
import { abortError, classifyFailure } from '../../../../src/service/database/adapter/statementFailures.ts';
import { ServiceError } from '../../../../src/gateway/base/errors/ServiceError.ts';

const INSERT = 'INSERT INTO users DEFAULT VALUES';
const WRITES = [
  INSERT,
  'UPDATE users SET a = 1',
  'DELETE FROM users',
  'WITH line AS (SELECT 1) INSERT INTO orders',
  'COMMIT',
];

/** An error of the server, as node-postgres throws it. */
function fromServer(severity: string, code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('x', 1, 'error'), { severity, code });
}

const broken = [
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  new Error('Connection terminated unexpectedly'),
  new Error('Query read timeout'),
  fromServer('FATAL', '57P01'),
  fromServer('PANIC', 'XX000'),
  fromServer('SCHWERWIEGEND', '57P01'),
  fromServer('ERROR', '08006'),
];

test.each(broken)('a write that fails with %o has an unknown outcome', (error) => {
  for (const sql of WRITES) {
    expect(classifyFailure(error, sql, undefined)).toMatchObject({
      reason: { code: 'OUTCOME_UNKNOWN', cause: error },
    });
  }
});

test.each(broken)('a read that fails with %o rejects with it', (error) => {
  expect(classifyFailure(error, '\n  SELECT 1', undefined)).toBe(error);
});

test.each(
  [
    ...['23505', '40001', '40P01', '57014', '25006', '55P03'].map((code) => fromServer('ERROR', code)),
    fromServer('FEHLER', '23505'),
    new Error('Client has encountered a connection error and is not queryable'),
    fromServer('FATAL', '08P01'),
  ].map((error) =>
    error instanceof pg.DatabaseError && error.code === '08P01'
      ? Object.assign(error, { message: 'query_wait_timeout' })
      : error,
  ),
)('a write that fails with %o had no effect', (error) => {
  expect(classifyFailure(error, INSERT, undefined)).toBe(error);
});

test('a cancelled statement is a TIMEOUT at the deadline, and rejects with the reason of a disconnected client', () => {
  const cancelled = fromServer('ERROR', '57014');
  const late = AbortSignal.abort(new ServiceError('OUTCOME_UNKNOWN', 'unknown'));
  expect(classifyFailure(cancelled, INSERT, late)).toMatchObject({ reason: { code: 'TIMEOUT', status: 504 } });
  const gone = AbortSignal.abort();
  expect(abortError(gone).reason).toBe(gone.reason);
});
