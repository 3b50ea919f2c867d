import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { ServiceError } from '../../../src/gateway/base/errors/ServiceError.ts';
import { outcomeUnknownError, unrenderableResult } from '../../../src/gateway/base/errors/knownErrors.ts';
import type { KeyedRequest } from '../../../src/gateway/guard/idempotency/IdempotencyStore.ts';
import type { Reply } from '../../../src/gateway/http/Reply.ts';
import type { Scope } from '../../../src/service/database/Database.ts';
import { createAtomicRunOnce } from '../../../src/service/database/createAtomicRunOnce.ts';
import { openTestDatabase } from '../../support/database/openTestDatabase.ts';

const database = await openTestDatabase({ seed: 'none' });
afterAll(database.close);
const runOnce = createAtomicRunOnce(database);
const unused = {
  renderError: () => Promise.reject(new Error('unused')) as never,
  effect: () => 'NONE' as const,
  report: () => {},
};

let keys = 0;
const request = (own: Partial<KeyedRequest> = {}): KeyedRequest => ({
  subject: 'ada',
  route: 'v1 POST /users',
  key: `key ${keys++}`,
  fingerprint: 'a',
  deadline: Date.now() + 60_000,
  ...own,
});

const insertUser = (transaction: unknown) =>
  database.run({ transaction } as Scope, (client) => client.user.create({ data: { firstName: 'Ada', lastName: '' } }));
const countUsers = () => database.run({}, (client) => client.user.count());
const never = () => Promise.reject(new Error('It is executed again.'));

test.each<Reply>([
  {
    status: 201,
    headers: { 'content-type': 'application/json', location: '/users/1' },
    body: '{"name":"Ødegård\\u0000"}',
  },
  { status: 204, headers: {}, body: null },
  { status: 200, headers: { b: '1', a: '2' }, body: '' },
  { status: 200, headers: { 'content-type': 'image/png' }, body: Uint8Array.of(0, 255, 10, 0) },
])('replays %o as it was', async (reply) => {
  const once = request();
  expect(await runOnce(once, { ...unused, run: async () => reply })).toBe(reply);
  const { status, headers, body } = await runOnce(once, { ...unused, run: never });
  expect(status).toBe(reply.status);
  expect(Object.entries(headers)).toEqual([...Object.entries(reply.headers), ['idempotency-replayed', 'true']]);
  expect(body && Buffer.from(body as Uint8Array)).toEqual(
    reply.body === null ? null : Buffer.from(reply.body as string),
  );
});

const done: Reply = { status: 204, headers: {}, body: null };

const late = new ServiceError('TIMEOUT', 'The request timed out.');
const bug = new Error('bug');
const abandoned = new DOMException('gone', 'AbortError');

test.each([
  ['its error', new ServiceError('CONFLICT', 'no'), { code: 'CONFLICT', message: 'no' }],
  ['the reason of an unknown outcome, as it is known', outcomeUnknownError(late), late],
  [
    'UNAVAILABLE, where that is unknown',
    outcomeUnknownError(bug),
    { code: 'UNAVAILABLE', headers: { 'retry-after': '1' } },
  ],
  [
    'an internal error that claims no effect',
    unrenderableResult(bug),
    { code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error; it has been logged.', cause: bug },
  ],
  ['an unexpected error', bug, bug],
  ['the reason of an abandoned request', abandoned, abandoned],
])('a write that fails is rolled back, and rejects with %s', async (_, failure, expected) => {
  const once = request();
  const before = await countUsers();
  const failed = runOnce(once, {
    ...unused,
    run: async (transaction) => (await insertUser(transaction), Promise.reject(failure)),
  });
  const error: unknown = await failed.catch((each: unknown) => each);
  if (expected instanceof Error) expect(error).toBe(expected);
  else expect(error).toMatchObject(expected);
  expect(await countUsers()).toBe(before);
  await runOnce(once, { ...unused, run: async (transaction) => (await insertUser(transaction), done) });
  expect(await countUsers()).toBe(before + 1);
});

test('a COMMIT whose response is lost has an unknown outcome, and the message says how to learn it', async () => {
  const transaction = () => Promise.reject(outcomeUnknownError(bug));
  const lost = createAtomicRunOnce({ run: database.run, transaction })(request(), { ...unused, run: never });
  await expect(lost).rejects.toMatchObject({
    code: 'OUTCOME_UNKNOWN',
    status: 500,
    message: expect.stringContaining('with the same Idempotency-Key') as unknown,
    headers: {},
    cause: bug,
  });
});

test('the primary key keeps a response that is there in spite of the lock, and the write is rolled back', async () => {
  const once = request();
  const before = await countUsers();
  const run = async (transaction: unknown) => {
    await insertUser(transaction);
    const id = createHash('sha256')
      .update(JSON.stringify([once.subject, once.route, once.key]))
      .digest();
    const data = { id: Uint8Array.from(id), fingerprint: 'x', status: 204, headers: {} };
    await database.run({ transaction } as Scope, (client) => client.idempotencyKey.create({ data }));
    return done;
  };
  await expect(runOnce(once, { ...unused, run })).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE' });
  expect(await countUsers()).toBe(before);
});

test('a failure that the request has caught is an error, without an effect', async () => {
  const once = request();
  const before = await countUsers();
  const run = async (transaction: unknown) => {
    await insertUser(transaction);
    const data = { firstName: 'A'.repeat(300), lastName: '' };
    await database.run({ transaction } as Scope, (client) => client.user.create({ data })).catch(() => {});
    return done;
  };
  await expect(runOnce(once, { ...unused, run })).rejects.toThrow();
  expect(await countUsers()).toBe(before);
  expect(await runOnce(once, { ...unused, run: async () => done })).toBe(done);
});

test('nothing runs after the deadline', async () => {
  const result = runOnce(request({ deadline: Date.now() - 1 }), { ...unused, run: never });
  await expect(result).rejects.toMatchObject({ code: 'TIMEOUT' });
});
