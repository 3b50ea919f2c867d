import { afterAll, beforeAll, expect, test } from 'vitest';
import { ServiceError } from '../../../src/gateway/base/errors/ServiceError.ts';
import type { Database, DatabaseClient } from '../../../src/service/database/Database.ts';
import {
  StatementError,
  isRolledBack,
  toCallerError,
  toServiceError,
  unavailableError,
  violatedConstraint,
} from '../../../src/service/database/databaseErrors.ts';
import { openTestDatabase } from '../../support/database/openTestDatabase.ts';

/** An error of Node, node-postgres or Prisma. */
const withCode = (code: string, message = code) => Object.assign(new Error(message), { code });

const unavailable = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'].map(
    (code) => withCode(code),
  ),
  ...['08006', '25006', '25P03', '28P01', '3D000', '53100', '57P01', '57P03', '58030'].map((state) => withCode(state)),
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
    headers: { 'retry-after': '1' },
    cause: error,
  });
});

test.each(['40001', '40P01', '55P03'])('maps %s to UNAVAILABLE, as a conflict', (state) => {
  expect(toServiceError(withCode(state))).toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The data is being changed by other requests; try again shortly.',
    headers: { 'retry-after': '1' },
  });
});

test.each([
  withCode('53300', 'sorry, too many clients already'),
  withCode('08P01', 'query_wait_timeout'),
  withCode('08P01', 'no more connections allowed (max_client_conn)'),
])('maps %o to UNAVAILABLE, as overload', (error) => {
  expect(toServiceError(error)).toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The database is overloaded; try again shortly.',
    headers: { 'retry-after': '1' },
  });
});

const late = [withCode('57014'), new Error('Query read timeout')];

test.each(late)('maps %o to TIMEOUT', (error) => {
  expect(toServiceError(error)).toMatchObject({
    code: 'TIMEOUT',
    status: 504,
    message: 'The database did not respond in time.',
    cause: error,
  });
});

const own = [
  withCode('23505'),
  withCode('42703'),
  withCode('P2025'),
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

test('a caller receives the reason of a StatementError, and UNAVAILABLE for a transaction that Prisma has closed', () => {
  const reason = new ServiceError('TIMEOUT', 'late');
  expect(toCallerError(new StatementError(reason))).toBe(reason);
  for (const code of ['P2028', 'P2024']) {
    const cause = withCode(code);
    expect(toCallerError(cause)).toMatchObject({ code: 'UNAVAILABLE', headers: { 'retry-after': '1' }, cause });
  }
  for (const other of [withCode('P2025'), new TypeError('x'), undefined]) expect(toCallerError(other)).toBe(other);
});

test('a StatementError has no code, by which Prisma would take it for one of its own', () => {
  expect('code' in new StatementError(withCode('23505'))).toBe(false);
});

test('a conflict is one of the driver, or the reason of an UNAVAILABLE', () => {
  for (const code of ['40P01', '40001']) expect(isRolledBack(withCode(code))).toBe(true);
  expect(isRolledBack(unavailableError('try again', withCode('40P01')))).toBe(true);
  const unknown = new ServiceError('OUTCOME_UNKNOWN', 'It may have taken effect.', { cause: withCode('40P01') });
  for (const other of [withCode('23505'), unavailableError('try again'), unknown, undefined, 'a text'])
    expect(isRolledBack(other)).toBe(false);
});

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const order = { total: 1n, currency: 'EUR' };
const item = { position: 0, productId: -1n, quantity: 1, unitPrice: 1n };
const email = 'ADA.lindqvist@example.com';

const EMAIL = 'users_email_key';
const USER = 'orders_user_id_fkey';

test.each<[title: string, name: string | undefined, write: (client: DatabaseClient) => PromiseLike<unknown>]>([
  ['a unique index, by a model', EMAIL, ({ user }) => user.create({ data: { firstName: 'A', lastName: '', email } })],
  [
    'a unique index, by SQL',
    EMAIL,
    (client) => client.$queryRaw`INSERT INTO users (first_name, last_name, email) VALUES ('A', '', ${email})`,
  ],
  [
    'a unique index of a column',
    'cities_key_key',
    ({ city }) => city.create({ data: { name: 'London', key: 'london', timeZone: 'UTC' } }),
  ],
  ['a foreign key, by a model', USER, (client) => client.order.create({ data: { ...order, userId: -1n } })],
  [
    'a foreign key, by a nested write',
    'order_items_product_id_fkey',
    (client) => client.order.create({ data: { ...order, items: { create: [item] } } }),
  ],
  [
    'a foreign key, by SQL',
    USER,
    (client) => client.$executeRaw`INSERT INTO orders (user_id, total, currency) VALUES (-1, 1, 'EUR')`,
  ],
  ['a foreign key that restricts a deletion, by a model', USER, (client) => client.user.deleteMany()],
  ['a foreign key that restricts a deletion, by SQL', USER, (client) => client.$executeRaw`DELETE FROM users`],
  [
    'nothing: the value was too long',
    undefined,
    ({ user }) => user.create({ data: { firstName: 'A'.repeat(300), lastName: '' } }),
  ],
  ['nothing: the column does not exist', undefined, (client) => client.$executeRaw`UPDATE users SET nothing = 1`],
])('a write violated %s', async (_, name, write) => {
  for (const run of [
    () => database.run({}, write),
    () => database.transaction(Date.now() + 60_000, (scope) => database.run(scope, write)),
  ]) {
    const error: unknown = await run().then(undefined, (reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(violatedConstraint(error)).toBe(name);
  }
});

test('an error from elsewhere violated nothing', () => {
  for (const other of [undefined, null, 'a text', new Error('other'), { meta: null }]) {
    expect(violatedConstraint(other)).toBeUndefined();
  }
});
