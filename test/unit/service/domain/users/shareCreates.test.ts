// Creates over GraphQL that arrive together, and what becomes of each where one of them fails.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { outcomeUnknownError } from '../../../../../src/gateway/errors/outcomeUnknownError.ts';
import { shareCreates } from '../../../../../src/service/domain/users/shareCreates.ts';
import { type NewUser, UserStore } from '../../../../../src/service/domain/users/UserStore.ts';
import { type Graph, openGraph } from '../support/openGraph.ts';

let graph: Graph;
beforeAll(async () => void (graph = await openGraph()));
afterAll(() => graph.close());

interface User {
  id: number;
  name: string;
  email: string | null;
}
type Input = Partial<Omit<User, 'id'>>;

const CREATE = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id name email } }';
const TAKEN = {
  message: 'email is the e-mail address of another user',
  code: 'CONFLICT',
  problems: [{ field: 'email', message: 'is the e-mail address of another user' }],
  path: ['createUser'],
};

const create = (input: Input) => graph.run(CREATE, { input });
const freeEmail = () => `${randomUUID()}@example.com`;

/** What a list of creates that arrive together returns, and its statements. */
async function createTogether(inputs: readonly Input[]) {
  let answers: Awaited<ReturnType<typeof create>>[] = [];
  const statements = await graph.statementsOf(async () => {
    answers = await Promise.all(inputs.map(create));
  });
  const users = answers.map(({ data }) => (data as { createUser: User } | null)?.createUser ?? null);
  return { users, errors: answers.map(({ errors }) => errors), statements };
}

async function count(): Promise<number> {
  return (await graph.client()).user.count();
}

/** The stored users with these ids, as GraphQL has them. */
async function readUsers(ids: readonly number[]): Promise<(User | null)[]> {
  const query = 'query ($id: SafeInt!) { user(id: $id) { id name email } }';
  const found = await Promise.all(ids.map((id) => graph.read<{ user: User | null }>(query, { id })));
  return found.map(({ user }) => user);
}

describe('creates that arrive together', () => {
  test('are one statement, and each returns its own user', async () => {
    const before = await count();
    // The addresses are in another order than the requests, and some have none.
    const inputs = Array.from({ length: 40 }, (_, number) => ({
      name: `User ${number}`,
      email: number % 3 === 0 ? null : `${99 - number}-${freeEmail()}`,
    }));
    const { users, statements } = await createTogether(inputs);
    expect(users).toEqual(inputs.map((input) => ({ id: expect.any(Number) as number, ...input })));
    expect(new Set(users.map((user) => user!.id)).size).toBe(inputs.length);
    expect(statements).toEqual([expect.stringContaining('INSERT INTO users')]);
    expect(await readUsers(users.map((user) => user!.id))).toEqual(users);
    expect(await count()).toBe(before + inputs.length);
  });

  test('are one more statement for each hundred', async () => {
    const inputs = Array.from({ length: 101 }, (_, number) => ({ name: `User ${number}` }));
    const { users, statements } = await createTogether(inputs);
    expect(users.map((user) => user!.name)).toEqual(inputs.map(({ name }) => name));
    expect(statements).toHaveLength(2);
  });

  test('may be equal: each is a user of its own', async () => {
    const { users } = await createTogether([{ name: 'Twin' }, { name: 'Twin' }]);
    expect(users.map((user) => user!.name)).toEqual(['Twin', 'Twin']);
    expect(users[0]!.id).not.toBe(users[1]!.id);
  });

  test('fail alone where the e-mail address is taken', async () => {
    const email = freeEmail();
    await create({ name: 'First', email });
    const before = await count();
    const inputs = [{ name: 'A', email: freeEmail() }, { name: 'B', email: email.toUpperCase() }, { name: 'C' }];
    const { users, errors, statements } = await createTogether(inputs);
    expect(users.map((user) => user?.name)).toEqual(['A', undefined, 'C']);
    expect(errors).toEqual([[], [TAKEN], []]);
    // The batch, and the one whose address is taken for its error.
    expect(statements).toHaveLength(2);
    expect(await count()).toBe(before + 2);
  });

  test('of one e-mail address are one user, and conflicts', async () => {
    const email = freeEmail();
    const before = await count();
    const inputs = ['A', 'B', 'C'].map((name, at) => ({ name, email: at === 1 ? email.toUpperCase() : email }));
    const { users, errors } = await createTogether(inputs);
    const created = users.filter((user) => user !== null);
    expect(created).toHaveLength(1);
    expect(errors.filter(([error]) => error)).toEqual([[TAKEN], [TAKEN]]);
    expect(await readUsers(created.map(({ id }) => id))).toEqual(created);
    expect(await count()).toBe(before + 1);
  });

  test('fail alone where the server rejects one of them', async () => {
    const client = await graph.client();
    await client.$executeRaw`CREATE FUNCTION refuse_user() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN IF NEW.first_name = ''Refused'' THEN RAISE EXCEPTION ''refused''; END IF; RETURN NEW; END'`;
    await client.$executeRaw`CREATE TRIGGER refuse BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION refuse_user()`;
    onTestFinished(async () => void (await client.$executeRaw`DROP FUNCTION refuse_user CASCADE`));
    const before = await count();
    const { users, errors, statements } = await createTogether([{ name: 'A' }, { name: 'Refused' }, { name: 'C' }]);
    expect(users.map((user) => user?.name)).toEqual(['A', undefined, 'C']);
    expect(errors.map((each) => each.map(({ message }) => message))).toEqual([[], ['refused'], []]);
    // The batch, and each alone.
    expect(statements).toHaveLength(4);
    expect(await count()).toBe(before + 2);
  });
});

describe('creates of a transaction', () => {
  const newUser = (firstName: string, email: string | null = null): NewUser => ({ firstName, lastName: '', email });

  test('are alone, and share no statement with others', async () => {
    const { database } = graph;
    const createUser = shareCreates(new UserStore(database));
    let begin!: () => void;
    const hasBegun = new Promise<void>((resolve) => (begin = resolve));
    const createOutside = async () => {
      await hasBegun;
      await Promise.all([createUser(newUser('Outside'), {}), createUser(newUser('Outside too'), {})]);
    };
    const createInside = () =>
      database.transaction(Date.now() + 60_000, (scope) => {
        begin();
        return Promise.all([createUser(newUser('Inside'), scope), createUser(newUser('Inside too'), scope)]);
      });
    const statements = await graph.statementsOf(() => Promise.all([createOutside(), createInside()]));
    // The embedded database runs the statement of the others after the transaction, a server beside it.
    expect(statements.filter((text) => text.includes('unnest'))).toHaveLength(1);
    expect(statements.filter((text) => /INSERT INTO \S*"users" .* VALUES/.test(text))).toHaveLength(2);
  });

  test('are rolled back with it', async () => {
    const { database } = graph;
    const createUser = shareCreates(new UserStore(database));
    const before = await count();
    const failed = database.transaction(Date.now() + 60_000, async (scope) => {
      await createUser(newUser('Inside'), scope);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await count()).toBe(before);
  });

  test('are conflicts where the e-mail address is taken', async () => {
    const email = freeEmail();
    await create({ name: 'First', email });
    const createUser = shareCreates(new UserStore(graph.database));
    const failed = graph.database.transaction(Date.now() + 60_000, (scope) => createUser(newUser('B', email), scope));
    await expect(failed).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('a statement of several creates', () => {
  const newUser: NewUser = { firstName: 'Ada', lastName: '', email: null };

  /** A store whose statement of several users fails, and what is created alone. */
  function failingWith(error: Error) {
    const alone: NewUser[] = [];
    const store = {
      createMany: async () => {
        throw error;
      },
      create: async (user: NewUser) => (alone.push(user), user),
    };
    return { createUser: shareCreates(store as unknown as UserStore), alone };
  }

  test('whose response is lost is an unknown outcome for all of them, and none is created again', async () => {
    const lost = outcomeUnknownError(new Error('Connection terminated'));
    const { createUser, alone } = failingWith(lost);
    const results = await Promise.allSettled([createUser(newUser, {}), createUser({ ...newUser }, {})]);
    expect(results).toEqual([
      { status: 'rejected', reason: lost },
      { status: 'rejected', reason: lost },
    ]);
    expect(alone).toEqual([]);
  });

  test('leaves out a request that was aborted before it', async () => {
    const created: string[] = [];
    const store = {
      createMany: async (users: readonly NewUser[]) => (created.push(...users.map((each) => each.firstName)), users),
    };
    const createUser = shareCreates(store as unknown as UserStore);
    const controller = new AbortController();
    const gone = createUser(newUser, { signal: controller.signal });
    const others = ['Grace', 'Alan'].map((firstName) => createUser({ ...newUser, firstName }, {}));
    controller.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    await Promise.all(others);
    expect(created).toEqual(['Grace', 'Alan']);
  });
});
