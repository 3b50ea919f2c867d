import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Graph, openGraph } from '../support/openGraph.ts';

interface User {
  id: number;
  name: string;
  firstName: string;
  lastName: string;
  email: string | null;
}

let graph: Graph;
beforeAll(async () => void (graph = await openGraph()));
afterAll(() => graph.close());

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

describe('creating a user', () => {
  test.each<[string, object, Omit<User, 'id' | 'email'>]>([
    ['a full name', { name: ' Ada \t King Noel ' }, { name: 'Ada King Noel', firstName: 'Ada', lastName: 'King Noel' }],
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
    expect(await replace(id, { name: 'A', email: email.toUpperCase() })).toMatchObject({ email: email.toUpperCase() });
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
    ['the current full name with surrounding space leaves first and last name', { name: ' Mary Ann Evans\n' }, someone],
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
    ['both parts replace the name', { firstName: 'A', lastName: 'B' }, { name: 'A B', firstName: 'A', lastName: 'B' }],
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
