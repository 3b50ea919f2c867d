import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { outcomeUnknownError } from '../../../../src/gateway/base/errors/knownErrors.ts';
import { type NewUser, UserStore } from '../../../../src/service/domain/users/UserStore.ts';
import { shareCreates } from '../../../../src/service/domain/users/usersSubgraph.ts';
import { type Graph, openGraph } from '../support/openGraph.ts';

interface User {
  id: number;
  name: string;
  firstName: string;
  lastName: string;
  email: string | null;
}

let graph: Graph;

const USER = 'id name firstName lastName email';
const CREATE = `mutation ($input: CreateUserInput!) { createUser(input: $input) { ${USER} } }`;
const REPLACE = `mutation ($id: SafeInt!, $input: ReplaceUserInput!) { replaceUser(id: $id, input: $input) { ${USER} } }`;

async function create(input: object): Promise<User> {
  return (await graph.read<{ createUser: User }>(CREATE, { input })).createUser;
}

async function replace(id: number, input: object): Promise<User | null> {
  return (await graph.read<{ replaceUser: User | null }>(REPLACE, { id, input })).replaceUser;
}

async function read(id: number): Promise<User | null> {
  return (await graph.read<{ user: User | null }>(`query ($id: SafeInt!) { user(id: $id) { ${USER} } }`, { id })).user;
}

async function count(): Promise<number> {
  return (await graph.read<{ users: { totalCount: number } }>('{ users { totalCount } }')).users.totalCount;
}

const someone = { firstName: 'Mary Ann', lastName: 'Evans' };
const free = () => `${crypto.randomUUID()}@example.com`;

describe('usersSubgraph', () => {
  beforeAll(async () => void (graph = await openGraph()));

  afterAll(() => graph.close());

  describe('creating a user', () => {
    test.each<[string, object, Omit<User, 'id' | 'email'>]>([
      [
        'a full name',
        { name: ' Ada \t King Noel ' },
        { name: 'Ada King Noel', firstName: 'Ada', lastName: 'King Noel' },
      ],
      ['a name of one word', { name: 'Plato' }, { name: 'Plato', firstName: 'Plato', lastName: '' }],
      ['first and last name', someone, { name: 'Mary Ann Evans', ...someone }],
      ['an empty last name', { firstName: 'Plato', lastName: '' }, { name: 'Plato', firstName: 'Plato', lastName: '' }],
      [
        '200 wide characters',
        { name: '😀'.repeat(200) },
        { name: '😀'.repeat(200), firstName: '😀'.repeat(200), lastName: '' },
      ],
    ])('stores %s', async (_, input, expected) => {
      const created = await create(input);
      expect(created).toEqual({ id: created.id, email: null, ...expected });
      expect(await read(created.id)).toEqual(created);
    });

    test('stores the e-mail address unchanged', async () => {
      expect((await create({ name: 'A', email: `Ada.${free()}` })).email).toMatch(/^Ada\./);
    });

    test('accepts any number of users without an e-mail address', async () => {
      expect(await create({ name: 'A' })).toMatchObject({ email: null });
      expect(await create({ name: 'A', email: null })).toMatchObject({ email: null });
    });

    test('refuses all invalid fields at once, and stores nothing', async () => {
      const before = await count();
      const { data, errors } = await graph.run(CREATE, { input: { firstName: null, lastName: 'a\ud800' } });
      expect(data).toBeNull();
      expect(errors).toEqual([
        {
          message: 'firstName is required; lastName must not contain U+0000 or a lone surrogate',
          path: ['createUser'],
          code: 'BAD_USER_INPUT',
          problems: [
            { field: 'firstName', message: 'is required' },
            { field: 'lastName', message: 'must not contain U+0000 or a lone surrogate' },
          ],
        },
      ]);
      expect(await count()).toBe(before);
    });
  });

  describe('an e-mail address', () => {
    const TAKEN = {
      message: 'email is the e-mail address of another user',
      code: 'CONFLICT',
      problems: [{ field: 'email', message: 'is the e-mail address of another user' }],
    };

    test('of another user, in any case, is a conflict and stores nothing', async () => {
      const email = free();
      await create({ name: 'A', email });
      const before = await count();
      const { errors } = await graph.run(CREATE, { input: { name: 'B', email: email.toUpperCase() } });
      expect(errors).toEqual([{ ...TAKEN, path: ['createUser'] }]);
      expect(await count()).toBe(before);
    });

    test('of another user is a conflict for a replacement too, and replaces nothing', async () => {
      const email = free();
      await create({ name: 'A', email });
      const other = await create({ name: 'B C', email: free() });
      const { errors } = await graph.run(REPLACE, { id: other.id, input: { name: 'X', email: email.toUpperCase() } });
      expect(errors).toEqual([{ ...TAKEN, path: ['replaceUser'] }]);
      expect(await read(other.id)).toEqual(other);
    });

    test('of the user itself is accepted again, in another case too', async () => {
      const email = free();
      const { id } = await create({ name: 'A', email });
      expect(await replace(id, { name: 'A', email: email.toUpperCase() })).toMatchObject({
        email: email.toUpperCase(),
      });
    });

    test('is stored for exactly one of many users who are created with it at the same time', async () => {
      const email = free();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => graph.run(CREATE, { input: { name: `U ${index}`, email } })),
      );
      const codes = answers.flatMap(({ errors }) => errors.map(({ code }) => code));
      expect(codes).toEqual(Array.from({ length: 7 }, () => 'CONFLICT'));
    });
  });

  describe('replacing a user', () => {
    test.each<[string, object, object]>([
      ['an absent address keeps the address', { name: 'B' }, { firstName: 'B', lastName: '', email: 'kept' }],
      ['null clears the address', { name: 'B', email: null }, { firstName: 'B', email: null }],
      ['the current full name leaves first and last name', { name: 'Mary Ann Evans' }, someone],
      [
        'the current full name with surrounding space leaves first and last name',
        { name: ' Mary Ann Evans\n' },
        someone,
      ],
      ['another full name is split', { name: 'Mary Ann Evan' }, { firstName: 'Mary', lastName: 'Ann Evan' }],
      [
        'a full name that differs in case is split',
        { name: 'mary Ann Evans' },
        { firstName: 'mary', lastName: 'Ann Evans' },
      ],
      [
        'parts are taken as they are',
        { firstName: 'Mary', lastName: 'Ann Evans' },
        { firstName: 'Mary', lastName: 'Ann Evans' },
      ],
    ])('%s', async (_, input, expected) => {
      const email = free();
      const { id } = await create({ ...someone, email });
      const replaced = await replace(id, input);
      expect(replaced).toMatchObject({
        id,
        ...expected,
        ...('email' in expected && expected.email === 'kept' && { email }),
      });
      expect(await read(id)).toEqual(replaced);
    });

    test('keeps first and last name with white space when the full name is sent back as read', async () => {
      const { id, name } = await create({ firstName: ' A  B ', lastName: ' C ' });
      expect(await replace(id, { name })).toMatchObject({ firstName: ' A  B ', lastName: ' C ' });
    });

    test('keeps a last name without a first name when the full name is sent back as read', async () => {
      const { id } = await (await graph.client()).user.create({ data: { firstName: '', lastName: 'Mono Nym' } });
      expect(await replace(Number(id), { name: 'Mono Nym' })).toMatchObject({ firstName: '', lastName: 'Mono Nym' });
    });

    test('of an unknown id is null', async () => {
      expect(await replace(Number.MAX_SAFE_INTEGER, { name: 'A' })).toBeNull();
    });

    test('is one statement, and one before it where the result depends on the name', async () => {
      const { id } = await create({ name: 'A' });
      expect(await graph.statementsOf(() => replace(id, { firstName: 'B', lastName: '' }))).toHaveLength(1);
      expect(await graph.statementsOf(() => replace(id, { name: 'C' }))).toHaveLength(2);
    });
  });

  describe('updating a user', () => {
    const UPDATE = `mutation ($id: SafeInt!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { ${USER} } }`;
    const update = async (id: number, input: object) =>
      (await graph.read<{ updateUser: User | null }>(UPDATE, { id, input })).updateUser;

    test.each<[string, object, Partial<User>]>([
      ['nothing changes nothing', {}, {}],
      ['an address alone keeps the name', { email: 'new@example.com' }, { email: 'new@example.com' }],
      ['null clears the address', { email: null }, { email: null }],
      ['a first name keeps the last name', { firstName: 'Jo' }, { name: 'Jo Evans', firstName: 'Jo' }],
      ['a last name keeps the first name', { lastName: '' }, { name: 'Mary Ann', lastName: '' }],
      [
        'both parts replace the name',
        { firstName: 'A', lastName: 'B' },
        { name: 'A B', firstName: 'A', lastName: 'B' },
      ],
      ['another full name is split', { name: 'A B' }, { name: 'A B', firstName: 'A', lastName: 'B' }],
      ['the current full name keeps its parts', { name: ' Mary Ann Evans ' }, {}],
    ])('%s', async (_, input, changes) => {
      const user = await create({ ...someone, email: free() });
      const updated = await update(user.id, input);
      expect(updated).toEqual({ ...user, ...changes });
      expect(await read(user.id)).toEqual(updated);
      await update(user.id, { email: null });
    });

    test.each<[string, object, object[]]>([
      [
        'null in a name',
        { name: null, lastName: null },
        [
          { field: 'name', message: 'must not be null' },
          { field: 'lastName', message: 'must not be null' },
        ],
      ],
      [
        'a full name and a part',
        { name: 'A', lastName: 'B' },
        [{ field: 'name', message: 'cannot be combined with firstName and lastName' }],
      ],
      [
        'a last name with U+0000',
        { lastName: '\0' },
        [{ field: 'lastName', message: 'must not contain U+0000 or a lone surrogate' }],
      ],
      [
        'a last name that is too long beside the first',
        { lastName: 'x'.repeat(192) },
        [{ field: 'lastName', message: 'must have at most 199 characters together with firstName' }],
      ],
      [
        'a first name that is too long beside the last',
        { firstName: 'x'.repeat(195), email: null },
        [{ field: 'firstName', message: 'must have at most 199 characters together with lastName' }],
      ],
    ])('refuses %s, and changes nothing', async (_, input, problems) => {
      const user = await create({ ...someone, email: free() });
      const { data, errors } = await graph.run(UPDATE, { id: user.id, input });
      expect(data).toEqual({ updateUser: null });
      expect(errors).toMatchObject([{ code: 'BAD_USER_INPUT', problems }]);
      expect(await read(user.id)).toEqual(user);
    });

    test('keeps an address when a name is too long for the rules of today but not changed', async () => {
      const data = { firstName: 'x'.repeat(200), lastName: 'y'.repeat(200) };
      const { id } = await (await graph.client()).user.create({ data });
      expect(await update(Number(id), { email: 'long@example.com' })).toMatchObject({ email: 'long@example.com' });
    });

    test('of an unknown id is null, whatever the input', async () => {
      for (const input of [{}, { name: 'A' }, { lastName: 'B' }, { email: null }]) {
        expect(await update(Number.MAX_SAFE_INTEGER, input)).toBeNull();
      }
    });

    test('with the address of another user is a conflict', async () => {
      const email = free();
      await create({ name: 'A', email });
      const user = await create({ name: 'B' });
      const { errors } = await graph.run(UPDATE, { id: user.id, input: { email: email.toUpperCase() } });
      expect(errors).toMatchObject([{ code: 'CONFLICT', problems: [{ field: 'email' }] }]);
      expect(await read(user.id)).toEqual(user);
    });

    test('is one statement, and one before it where the result depends on the name', async () => {
      const { id } = await create({ name: 'A' });
      expect(await graph.statementsOf(() => update(id, { email: null }))).toHaveLength(1);
      expect(await graph.statementsOf(() => update(id, { firstName: 'B', lastName: 'C' }))).toHaveLength(1);
      expect(await graph.statementsOf(() => update(id, { lastName: 'B' }))).toHaveLength(2);
      expect(await graph.statementsOf(() => update(id, {}))).toHaveLength(1);
    });
  });

  describe('deleting a user', () => {
    const DELETE = `mutation ($id: SafeInt!) { deleteUser(id: $id) { ${USER} } }`;

    test('returns the deleted user, who then does not exist', async () => {
      const user = await create({ ...someone, email: free() });
      expect(await graph.read(DELETE, { id: user.id })).toEqual({ deleteUser: user });
      expect(await read(user.id)).toBeNull();
      expect(await graph.read(DELETE, { id: user.id })).toEqual({ deleteUser: null });
    });

    test('releases the e-mail address', async () => {
      const email = free();
      const { id } = await create({ name: 'A', email });
      await graph.read(DELETE, { id });
      expect(await create({ name: 'B', email })).toMatchObject({ email });
    });

    test('with orders is a conflict, and deletes nothing', async () => {
      const user = await create(someone);
      await graph.read(
        'mutation ($userId: SafeInt!) { createOrder(input: { userId: $userId, items: [{ productId: 1, quantity: 1 }] }) { id } }',
        { userId: user.id },
      );
      const { errors } = await graph.run(DELETE, { id: user.id });
      expect(errors).toMatchObject([{ code: 'CONFLICT', message: 'The user has orders and cannot be deleted.' }]);
      expect(await read(user.id)).toEqual(user);
    });
  });
});

// Creates over GraphQL that arrive together, and what becomes of each where one of them fails.

describe('shareCreates', () => {
  beforeAll(async () => void (graph = await openGraph()));
  afterAll(() => graph.close());

  interface StoredUser {
    id: number;
    name: string;
    email: string | null;
  }
  type Input = Partial<Omit<StoredUser, 'id'>>;

  const CREATE_SHARED = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id name email } }';
  const TAKEN = {
    message: 'email is the e-mail address of another user',
    code: 'CONFLICT',
    problems: [{ field: 'email', message: 'is the e-mail address of another user' }],
    path: ['createUser'],
  };

  const createShared = (input: Input) => graph.run(CREATE_SHARED, { input });
  const freeEmail = () => `${randomUUID()}@example.com`;

  /** What a list of creates that arrive together returns, and its statements. */
  async function createTogether(inputs: readonly Input[]) {
    let answers: Awaited<ReturnType<typeof createShared>>[] = [];
    const statements = await graph.statementsOf(async () => {
      answers = await Promise.all(inputs.map(createShared));
    });
    const users = answers.map(({ data }) => (data as { createUser: StoredUser } | null)?.createUser ?? null);
    return { users, errors: answers.map(({ errors }) => errors), statements };
  }

  async function countStored(): Promise<number> {
    return (await graph.client()).user.count();
  }

  /** The stored users with these ids, as GraphQL has them. */
  async function readUsers(ids: readonly number[]): Promise<(StoredUser | null)[]> {
    const query = 'query ($id: SafeInt!) { user(id: $id) { id name email } }';
    const found = await Promise.all(ids.map((id) => graph.read<{ user: StoredUser | null }>(query, { id })));
    return found.map(({ user }) => user);
  }

  describe('creates that arrive together', () => {
    test('are one statement, and each returns its own user', async () => {
      const before = await countStored();
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
      expect(await countStored()).toBe(before + inputs.length);
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
      await createShared({ name: 'First', email });
      const before = await countStored();
      const inputs = [{ name: 'A', email: freeEmail() }, { name: 'B', email: email.toUpperCase() }, { name: 'C' }];
      const { users, errors, statements } = await createTogether(inputs);
      expect(users.map((user) => user?.name)).toEqual(['A', undefined, 'C']);
      expect(errors).toEqual([[], [TAKEN], []]);
      // The batch, and the one whose address is taken for its error.
      expect(statements).toHaveLength(2);
      expect(await countStored()).toBe(before + 2);
    });

    test('of one e-mail address are one user, and conflicts', async () => {
      const email = freeEmail();
      const before = await countStored();
      const inputs = ['A', 'B', 'C'].map((name, at) => ({ name, email: at === 1 ? email.toUpperCase() : email }));
      const { users, errors } = await createTogether(inputs);
      const created = users.filter((user) => user !== null);
      expect(created).toHaveLength(1);
      expect(errors.filter(([error]) => error)).toEqual([[TAKEN], [TAKEN]]);
      expect(await readUsers(created.map(({ id }) => id))).toEqual(created);
      expect(await countStored()).toBe(before + 1);
    });

    test('fail alone where the server rejects one of them', async () => {
      const client = await graph.client();
      await client.$executeRaw`CREATE FUNCTION refuse_user() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN IF NEW.first_name = ''Refused'' THEN RAISE EXCEPTION ''refused''; END IF; RETURN NEW; END'`;
      await client.$executeRaw`CREATE TRIGGER refuse BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION refuse_user()`;
      onTestFinished(async () => void (await client.$executeRaw`DROP FUNCTION refuse_user CASCADE`));
      const before = await countStored();
      const { users, errors, statements } = await createTogether([{ name: 'A' }, { name: 'Refused' }, { name: 'C' }]);
      expect(users.map((user) => user?.name)).toEqual(['A', undefined, 'C']);
      expect(errors.map((each) => each.map(({ message }) => message))).toEqual([[], ['refused'], []]);
      // The batch, and each alone.
      expect(statements).toHaveLength(4);
      expect(await countStored()).toBe(before + 2);
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
      const before = await countStored();
      const failed = database.transaction(Date.now() + 60_000, async (scope) => {
        await createUser(newUser('Inside'), scope);
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      expect(await countStored()).toBe(before);
    });

    test('are conflicts where the e-mail address is taken', async () => {
      const email = freeEmail();
      await createShared({ name: 'First', email });
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
});
