// Changes of one user that meet other ones: none is lost, and each condition is about what its write depends on.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatabaseClient } from '../../../../src/service/database/Database.ts';
import { type UserRow, UserStore } from '../../../../src/service/domain/users/UserStore.ts';
import { type Graph, openGraph } from '../support/openGraph.ts';

let graph: Graph;
let store: UserStore;
beforeAll(async () => {
  graph = await openGraph();
  store = new UserStore(graph.database);
});
afterAll(() => graph.close());

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
  return new UserStore({ run: (scope, work) => graph.database.run(scope, (own) => work(client(own))) });
}

describe('thirty simultaneous changes of one user', () => {
  test('all succeed, and none is lost, where each changes a part of the name', async () => {
    const user = await create();
    const renames = Array.from({ length: 30 }, (_, n) =>
      store.update(
        { id: user.id, expected: null },
        n % 2 ? rename(`F${n}`, undefined) : rename(undefined, `L${n}`),
        {},
      ),
    );
    for (const renamed of await Promise.all(renames)) expect(renamed).not.toBeNull();
    const { firstName, lastName, version } = await read(user);
    expect(firstName).toMatch(/^F\d+$/);
    expect(lastName).toMatch(/^L\d+$/);
    expect(version).toBe(31);
  });

  test('are one change, and refusals, where each expects the same version', async () => {
    const user = await create();
    const changes = Array.from({ length: 30 }, (_, n) =>
      store.update({ id: user.id, expected: 1 }, rename(`F${n}`, undefined), {}),
    );
    const codes = (await Promise.allSettled(changes)).map((each) =>
      each.status === 'rejected' ? (each.reason as { code: string }).code : 'changed',
    );
    expect(codes.toSorted()).toEqual([...Array<string>(29).fill('PRECONDITION_FAILED'), 'changed']);
    expect((await read(user)).version).toBe(2);
  });
});

describe('a change that another one precedes', () => {
  test('of a part of the name keeps the new other part', async () => {
    const user = await create();
    const late = storeAfter((client) => client.user.update({ where: { id: user.id }, data: { lastName: 'Cross' } }));
    const changed = await late.update({ id: user.id, expected: null }, rename('George', undefined), {});
    expect(changed).toMatchObject({ firstName: 'George', lastName: 'Cross', version: 3 });
  });

  test('to the full name that it had when it was read splits the name that it has now', async () => {
    const user = await create();
    const late = storeAfter((client) => client.user.update({ where: { id: user.id }, data: { lastName: 'Cross' } }));
    const change = rename('Mary', 'Ann Evans', ['Mary Ann Evans']);
    expect(await late.update({ id: user.id, expected: null }, change, {})).toMatchObject({
      firstName: 'Mary',
      lastName: 'Ann Evans',
    });
  });

  test('to the full name that it has keeps the new address', async () => {
    const user = await create();
    const late = storeAfter((client) =>
      client.user.update({ where: { id: user.id }, data: { email: 'new@b.example' } }),
    );
    const change = rename('Mary', 'Ann Evans', ['Mary Ann Evans']);
    expect(await late.update({ id: user.id, expected: null }, change, {})).toMatchObject({ email: 'new@b.example' });
    expect(await read(user)).toMatchObject({ firstName: 'Mary Ann', lastName: 'Evans', email: 'new@b.example' });
  });

  test('is not tried again where it does not depend on the other one', async () => {
    const user = await create();
    const late = storeAfter((client) => client.user.update({ where: { id: user.id }, data: { email: 'a@b.example' } }));
    const statements = await graph.statementsOf(() =>
      late.update({ id: user.id, expected: null }, rename('George', undefined), {}),
    );
    expect(statements).toHaveLength(3); // the other one among them
    expect(await read(user)).toMatchObject({ firstName: 'George', lastName: 'Evans', email: 'a@b.example' });
  });

  test('is null where the user is deleted, and refused where the version is another one', async () => {
    const [user, other] = [await create(), await create()];
    const ofDeleted = () => storeAfter((client) => client.user.deleteMany({ where: { id: user.id } }));
    expect(await ofDeleted().update({ id: user.id, expected: null }, rename('George', undefined), {})).toBeNull();
    const ofChanged = () =>
      storeAfter((client) => client.user.update({ where: { id: other.id }, data: { email: null } }));
    for (const write of [
      (late: UserStore) => late.update({ id: other.id, expected: other.version }, rename('A', 'B'), {}),
      (late: UserStore) => late.update({ id: other.id, expected: other.version }, rename('A', undefined), {}),
      (late: UserStore) => late.delete({ id: other.id, expected: other.version }, {}),
    ]) {
      other.version = (await read(other)).version;
      await expect(write(ofChanged())).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
    }
    expect(await read(other)).toMatchObject({ firstName: 'Mary Ann', lastName: 'Evans' });
  });
});

test('a write that expects a version of a user who does not exist is null', async () => {
  const missing = { id: Number.MAX_SAFE_INTEGER, expected: 1 };
  expect(await store.update(missing, { ...rename(undefined, undefined), email: null }, {})).toBeNull();
  expect(await store.delete(missing, {})).toBeNull();
});
