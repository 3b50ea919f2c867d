// A change of a user that another session precedes: nothing is lost, and a condition is about what the write depends on.
import { afterAll, describe, expect, test } from 'vitest';
import type { DatabaseClient } from '../../../../src/service/database/Database.ts';
import { type UserRow, UserStore } from '../../../../src/service/domain/users/UserStore.ts';
import { openTestDatabase } from '../../../support/database/openTestDatabase.ts';

const statements: string[] = [];
const database = await openTestDatabase({ seed: 'none', onStatement: (sql) => statements.push(sql) });
afterAll(database.close);
const store = new UserStore(database);

const create = () => store.create({ firstName: 'Mary Ann', lastName: 'Evans', email: null }, {});
const read = async ({ id }: UserRow) => (await store.readMany([id], store.columnSets.all, {}))[0]!;
const rename = (firstName: string | undefined, lastName: string | undefined, equivalentNames: string[] = []) => ({
  firstName,
  lastName,
  equivalentNames,
});

/** A store before whose next UPDATE or DELETE another writer changes the database. */
function storeAfter(change: (client: DatabaseClient) => PromiseLike<unknown>): UserStore {
  let isChanged = false;
  const client = (own: DatabaseClient) =>
    ({
      user: {
        findMany: (args: object) => own.user.findMany(args),
        updateManyAndReturn: (args: never) => before(own, () => own.user.updateManyAndReturn(args)),
        delete: (args: never) => before(own, () => own.user.delete(args)),
      },
    }) as unknown as DatabaseClient;
  async function before<Result>(own: DatabaseClient, write: () => PromiseLike<Result>): Promise<Result> {
    if (!isChanged) {
      isChanged = true;
      await change(own);
    }
    return write();
  }
  return new UserStore({ run: (scope, work) => database.run(scope, (own) => work(client(own))) });
}

test.each([
  [
    'of a part of the name keeps the new other part',
    { lastName: 'Cross' },
    rename('George', undefined),
    5,
    'George Cross',
  ],
  [
    'to the full name that it had splits the name that it has now',
    { lastName: 'Cross' },
    rename('Mary', 'Ann Evans', ['Mary Ann Evans']),
    5,
    'Mary Ann Evans',
  ],
  [
    'to the full name that it has keeps the new address',
    { email: 'new@b.example' },
    rename('Mary', 'Ann Evans', ['Mary Ann Evans']),
    3,
    'Mary Ann Evans',
  ],
  [
    'that does not depend on the other one is not tried again',
    { email: 'a@b.example' },
    rename('George', undefined),
    3,
    'George Evans',
  ],
])('a change %s', async (_, data, change, count, name) => {
  const user = await create();
  const late = storeAfter((client) => client.user.update({ where: { id: user.id }, data }));
  statements.length = 0;
  const changed = await late.update({ id: user.id, expected: null }, change, {});
  expect(changed).toMatchObject({ version: expect.any(Number) as number, ...('email' in data && data) });
  expect(statements).toHaveLength(count);
  const { firstName, lastName } = await read(user);
  expect(`${firstName} ${lastName}`).toBe(name);
});

describe('a change', () => {
  test('is null where the user is deleted', async () => {
    const { id } = await create();
    const late = storeAfter((client) => client.user.deleteMany({ where: { id } }));
    expect(await late.update({ id, expected: null }, rename('George', undefined), {})).toBeNull();
  });

  test('is refused where the version is another one', async () => {
    const user = await create();
    const { id } = user;
    for (const write of [
      (late: UserStore) => late.update({ id, expected: user.version }, rename('A', 'B'), {}),
      (late: UserStore) => late.update({ id, expected: user.version }, rename('A', undefined), {}),
      (late: UserStore) => late.delete({ id, expected: user.version }, {}),
    ]) {
      user.version = (await read(user)).version;
      const late = storeAfter((client) => client.user.update({ where: { id }, data: { email: null } }));
      await expect(write(late)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
    }
    expect(await read(user)).toMatchObject({ firstName: 'Mary Ann', lastName: 'Evans' });
  });
});
