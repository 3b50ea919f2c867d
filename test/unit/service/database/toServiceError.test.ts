import { expect, test } from 'vitest';
import { toServiceError } from '../../../../src/service/database/toServiceError.ts';

/** An error of Prisma's adapter. */
const fromAdapter = (kind: string, originalCode?: string) =>
  Object.assign(new Error(kind), { cause: { kind, originalCode } });
/** The same, within an error of Prisma. */
const fromPrisma = (code: string, driverAdapterError?: unknown) =>
  Object.assign(new Error('Invalid invocation'), { code, meta: { driverAdapterError } });
/** An error of Node or node-postgres. */
const withCode = (code: string, message = code) => Object.assign(new Error(message), { code });

const unavailable = [
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037'].map((code) => fromPrisma(code)),
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TlsConnectionError'].map((kind) =>
    fromAdapter(kind),
  ),
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'].map(
    (code) => withCode(code),
  ),
  ...[
    '08006',
    '25006',
    '25P03',
    '28P01',
    '3D000',
    '40001',
    '40P01',
    '53100',
    '53300',
    '55P03',
    '57P01',
    '57P03',
    '58030',
  ].flatMap((state) => [
    fromAdapter('postgres', state),
    fromPrisma('P2039', fromAdapter('postgres', state)),
    fromPrisma('P2010', fromAdapter('postgres', state)),
    withCode(state),
  ]),
  ...[
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'timeout exceeded when trying to connect',
    'Cannot use a pool after calling end on the pool',
  ].map((message) => new Error(message)),
];

test.each(unavailable)('maps %o to UNAVAILABLE', (error) => {
  expect(toServiceError(error)).toMatchObject({
    code: 'UNAVAILABLE',
    status: 503,
    message: 'The database is not available; try again shortly.',
    headers: { 'Retry-After': '1' },
    cause: error,
  });
});

const late = [
  fromAdapter('postgres', '57014'),
  fromPrisma('P2010', fromAdapter('postgres', '57014')),
  withCode('57014'),
  new Error('Query read timeout'),
];

test.each(late)('maps %o to TIMEOUT', (error) => {
  expect(toServiceError(error)).toMatchObject({
    code: 'TIMEOUT',
    status: 504,
    message: 'The database did not respond in time.',
    cause: error,
  });
});

const own = [
  fromPrisma('P2002', fromAdapter('UniqueConstraintViolation', '23505')),
  fromPrisma('P2010', fromAdapter('postgres', '42703')),
  fromPrisma('P2025'),
  withCode('ERR_INVALID_ARG_TYPE'),
  new TypeError('undefined is not a function'),
  new Error(''),
  'a text',
  undefined,
  null,
];

test.each(own)('maps %o to nothing', (error) => {
  expect(toServiceError(error)).toBeUndefined();
});
