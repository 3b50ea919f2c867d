// Writes of users over /graphql, where a name may be whole or in its parts; REST has one of them in each version.
import { afterAll, describe, expect, test } from 'vitest';
import { SPLIT_NAMES } from '../../cases/userBodies.ts';
import { totalOf } from '../support/idsOf.ts';
import { dataOf, errorsOf, queryGraphql } from '../support/queryGraphql.ts';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

interface User {
  id: number;
  name: string;
  firstName: string;
  lastName: string;
  email: string | null;
}
const USER = '{ id name firstName lastName email }';
const MUTATIONS = {
  createUser: `mutation ($input: CreateUserInput!) { createUser(input: $input) ${USER} }`,
  replaceUser: `mutation ($id: SafeInt!, $input: ReplaceUserInput!) { replaceUser(id: $id, input: $input) ${USER} }`,
  updateUser: `mutation ($id: SafeInt!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) ${USER} }`,
  deleteUser: `mutation ($id: SafeInt!) { deleteUser(id: $id) ${USER} }`,
};
type Mutation = keyof typeof MUTATIONS;

/** A new user for `createUser`, and the user with this id for the others. */
const write = async (name: Mutation, variables: Record<string, unknown>) =>
  (await dataOf<Record<Mutation, User | null>>(portico, MUTATIONS[name], variables))[name];
const create = async (input: object) => (await write('createUser', { input }))!;
const read = async (id: number) =>
  (await dataOf<{ user: User | null }>(portico, `query ($id: SafeInt!) { user(id: $id) ${USER} }`, { id })).user;

let addresses = 0;
const newEmail = () => `Graphql-${process.pid}-${Date.now()}-${addresses++}@example.com`;
const someone = { firstName: 'Mary Ann', lastName: 'Evans' };

const SPLIT = SPLIT_NAMES.map(({ name, ...parts }): [object, object] => [{ name }, parts]);

test.each<[input: object, parts: object]>([
  ...SPLIT,
  [{ name: 'Ada\u00a0Lovelace' }, { firstName: 'Ada', lastName: 'Lovelace' }],
  [{ name: '\ufeff山田\u3000太郎' }, { firstName: '山田', lastName: '太郎' }],
  [someone, someone],
  [
    { firstName: ' Ada', lastName: 'B  C ' },
    { firstName: ' Ada', lastName: 'B  C ' },
  ],
  [
    { name: 'Plato', firstName: null, lastName: null, email: null },
    { firstName: 'Plato', lastName: '' },
  ],
])('createUser with %j stores its parts', async (input, parts) => {
  const user = await create(input);
  const name = Object.values(parts).filter(Boolean).join(' ');
  expect(user).toEqual({ id: user.id, name, email: null, ...parts });
  expect(await read(user.id)).toEqual(user);
});

describe.each(['replaceUser', 'updateUser'] as const)('%s', (mutation) => {
  test.each<[input: object, changes: Partial<User>]>([
    [{ name: 'Mary Ann Evans' }, {}],
    [{ name: ' Mary Ann Evans\n' }, {}],
    [{ name: 'mary Ann Evans' }, { name: 'mary Ann Evans', firstName: 'mary', lastName: 'Ann Evans' }],
    [
      { firstName: 'Mary', lastName: 'Ann Evans' },
      { firstName: 'Mary', lastName: 'Ann Evans' },
    ],
    [
      { name: 'A', email: null },
      { name: 'A', firstName: 'A', lastName: '', email: null },
    ],
    ...(mutation === 'replaceUser'
      ? []
      : ([
          [{}, {}],
          [{ email: null }, { email: null }],
          [{ firstName: 'Jo' }, { name: 'Jo Evans', firstName: 'Jo' }],
          [{ lastName: '' }, { name: 'Mary Ann', lastName: '' }],
        ] as [object, object][])),
  ])('with %j changes what that says, and keeps the rest', async (input, changes) => {
    const user = await create({ ...someone, email: newEmail() });
    const changed = await write(mutation, { id: user.id, input });
    expect(changed).toEqual({ ...user, ...changes });
    expect(await read(user.id)).toEqual(changed);
  });

  test('keeps parts with white space where the full name is sent back as it was read', async () => {
    const user = await create({ firstName: ' A  B ', lastName: ' C ' });
    expect(await write(mutation, { id: user.id, input: { name: user.name } })).toEqual(user);
  });

  test('takes the address of the user itself in another case', async () => {
    const user = await create({ name: 'A', email: newEmail() });
    const email = user.email!.toUpperCase();
    expect(await write(mutation, { id: user.id, input: { name: 'A', email } })).toEqual({ ...user, email });
  });

  test('of a user who does not exist is null, whatever the input', async () => {
    const inputs = [{ name: 'A' }, ...(mutation === 'updateUser' ? [{}, { lastName: 'B' }, { email: null }] : [])];
    for (const input of inputs) expect(await write(mutation, { id: 9007199254740991, input })).toBeNull();
  });
});

test('deleteUser returns the user, who then does not exist, and leaves the address to others', async () => {
  const user = await create({ ...someone, email: newEmail() });
  expect(await write('deleteUser', { id: user.id })).toEqual(user);
  expect([await read(user.id), await write('deleteUser', { id: user.id })]).toEqual([null, null]);
  expect(await create({ name: 'B', email: user.email })).toMatchObject({ email: user.email });
});

describe('is refused, with every problem, and changes nothing:', () => {
  const STORABLE = 'must not contain U+0000 or a lone surrogate';
  const NULL = 'must not be null';
  const BESIDE = 'cannot be combined with firstName and lastName';
  const together = (other: string) => `must have at most 199 characters together with ${other}`;

  test.each<[Mutation, input: object, ...problems: [field: string, message: string][]]>([
    ['createUser', {}, ['name', 'is required, or firstName and lastName instead']],
    ['createUser', { name: 'A', lastName: 'B' }, ['name', BESIDE]],
    ['createUser', { firstName: 'A' }, ['lastName', 'is required; it may be empty']],
    ['createUser', { firstName: null, lastName: 'a\ud800' }, ['firstName', 'is required'], ['lastName', STORABLE]],
    [
      'createUser',
      { firstName: 'a'.repeat(100), lastName: '😀'.repeat(100) },
      ['firstName', together('lastName')],
      ['lastName', together('firstName')],
    ],
    ['replaceUser', {}, ['name', 'is required, or firstName and lastName instead']],
    ['updateUser', { name: null, lastName: null }, ['name', NULL], ['lastName', NULL]],
    ['updateUser', { name: 'A', lastName: 'B' }, ['name', BESIDE]],
    ['updateUser', { lastName: '\0' }, ['lastName', STORABLE]],
    ['updateUser', { lastName: '😀'.repeat(192) }, ['lastName', together('firstName')]],
    ['updateUser', { firstName: 'x'.repeat(195), email: null }, ['firstName', together('lastName')]],
  ])('%s with %j', async (mutation, input, ...found) => {
    const user = await create({ ...someone, email: newEmail() });
    const total = await totalOf(portico, '/v1/users');
    const problems = found.map(([field, message]) => ({ field, message }));
    expect(errorsOf(await queryGraphql(portico, MUTATIONS[mutation], { id: user.id, input }))).toEqual([
      {
        message: problems.map(({ field, message }) => `${field} ${message}`).join('; '),
        locations: expect.any(Array),
        path: [mutation],
        extensions: { code: 'BAD_USER_INPUT', problems },
      },
    ]);
    expect([await read(user.id), await totalOf(portico, '/v1/users')]).toEqual([user, total]);
  });

  test.each<Mutation>(['createUser', 'replaceUser', 'updateUser'])('%s with a taken address', async (mutation) => {
    const { email } = await create({ name: 'A', email: newEmail() });
    const user = await create({ name: 'B C', email: newEmail() });
    const input = { name: 'X', email: email!.toUpperCase() };
    const message = 'is the e-mail address of another user';
    expect(errorsOf(await queryGraphql(portico, MUTATIONS[mutation], { id: user.id, input }))).toMatchObject([
      {
        message: `email ${message}`,
        path: [mutation],
        extensions: { code: 'CONFLICT', problems: [{ field: 'email', message }] },
      },
    ]);
    expect(await read(user.id)).toEqual(user);
  });

  test('deleteUser of a user who has orders', async () => {
    const user = await create(someone);
    await portico.post('/v1/orders', { userId: user.id, items: [{ productId: 1, quantity: 1 }] });
    expect(errorsOf(await queryGraphql(portico, MUTATIONS.deleteUser, { id: user.id }))).toMatchObject([
      { message: 'The user has orders and cannot be deleted.', extensions: { code: 'CONFLICT' } },
    ]);
    expect(await read(user.id)).toEqual(user);
  });
});
