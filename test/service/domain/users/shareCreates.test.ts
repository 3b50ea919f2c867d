// Creates that share a statement, and what becomes of each where that fails or one of them is given up.
import { afterAll, describe, expect, test } from 'vitest';
import { outcomeUnknownError } from '../../../../src/gateway/base/errors/knownErrors.ts';
import { type NewUser, UserStore } from '../../../../src/service/domain/users/UserStore.ts';
import { shareCreates } from '../../../../src/service/domain/users/usersSubgraph.ts';
import { openTestDatabase } from '../../../support/database/openTestDatabase.ts';

const newUser = (firstName: string, email: string | null = null): NewUser => ({ firstName, lastName: '', email });
const storeOf = (parts: object) => shareCreates(parts as unknown as UserStore);

describe('over a database', async () => {
  let statements: string[] = [];
  const database = await openTestDatabase({ seed: 'none', onStatement: (sql) => statements.push(sql) });
  afterAll(database.close);
  const store = new UserStore(database);
  const createUser = shareCreates(store);
  const later = () => Date.now() + 60_000;

  test('forty are one statement, each hundred more is another, and each returns its own user', async () => {
    for (const [count, expected] of [
      [40, 1],
      [101, 2],
    ] as const) {
      statements = [];
      // The addresses are in another order than the creates, and some have none.
      const users = Array.from({ length: count }, (_, at) =>
        newUser(`User ${at}`, at % 3 === 0 ? null : `${999 - at}-${count}@example.com`),
      );
      const created = await Promise.all(users.map((user) => createUser(user, {})));
      expect(created).toEqual(users.map((user) => expect.objectContaining(user) as unknown));
      expect(statements).toHaveLength(expected);
      expect(statements[0]).toContain('INSERT INTO users');
    }
  });

  test('those of a transaction are alone, share no statement with others, and are rolled back with it', async () => {
    let begin!: () => void;
    const hasBegun = new Promise<void>((resolve) => (begin = resolve));
    statements = [];
    const inside = database.transaction(later(), async (scope) => {
      begin();
      await Promise.all([createUser(newUser('Inside'), scope), createUser(newUser('Inside too'), scope)]);
      throw new Error('no');
    });
    const createOutside = () => Promise.all([createUser(newUser('Outside'), {}), createUser(newUser('Outside'), {})]);
    const [failed] = await Promise.allSettled([inside, hasBegun.then(createOutside)]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'no' } });
    // The embedded database runs the statement of the others after the transaction, a server beside it.
    expect(statements.filter((text) => text.includes('unnest'))).toHaveLength(1);
    expect(statements.filter((text) => /INSERT INTO \S*"users" .* VALUES/.test(text))).toHaveLength(2);
    const names = await database.run({}, (client) =>
      client.user.findMany({ where: { firstName: { endsWith: 'side' } } }),
    );
    expect(names).toHaveLength(2);
  });

  test('one of a transaction is a conflict where the address is taken', async () => {
    await createUser(newUser('First', 'taken@example.com'), {});
    const second = database.transaction(later(), (scope) => createUser(newUser('B', 'TAKEN@example.com'), scope));
    await expect(second).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

test('a statement whose response is lost is an unknown outcome for all of them, and none is created again', async () => {
  const lost = outcomeUnknownError(new Error('Connection terminated'));
  const alone: NewUser[] = [];
  const createUser = storeOf({
    createMany: () => Promise.reject(lost),
    create: async (user: NewUser) => (alone.push(user), user),
  });
  const results = await Promise.allSettled([createUser(newUser('A'), {}), createUser(newUser('B'), {})]);
  expect(results).toEqual(Array(2).fill({ status: 'rejected', reason: lost }));
  expect(alone).toEqual([]);
});

test('a request that was aborted before the statement is left out of it', async () => {
  const created: string[] = [];
  const createUser = storeOf({
    createMany: async (users: readonly NewUser[]) => (created.push(...users.map((each) => each.firstName)), users),
  });
  const controller = new AbortController();
  const gone = createUser(newUser('Ada'), { signal: controller.signal });
  const others = ['Grace', 'Alan'].map((firstName) => createUser(newUser(firstName), {}));
  controller.abort(new Error('gone'));
  await expect(gone).rejects.toThrow('gone');
  await Promise.all(others);
  expect(created).toEqual(['Grace', 'Alan']);
});
