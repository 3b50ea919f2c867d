import { expect, test } from 'vitest';
import { compileDocuments } from '../support/compileDocuments.ts';

const schema = `
  type Query { user(id: ID!): User }
  type User { id: ID! name: String! errors: [UserError!] job: Job }
  type Job { ok: Boolean output: String }
  type UserError { field: String message: String! }
  type Mutation {
    createUser(name: String): CreateUserPayload
    saveUser(name: String): SaveUserPayload
    renameUser(name: String): UserOrError
    inviteUser(name: String): InviteUserPayload
    inviteUsers(name: String): InviteUsersPayload
    mergeUser(name: String): MergeUserPayload
    startJob: Job
    wake: WakePayload
    ping: Boolean
    replaceUser: User
  }
  type CreateUserPayload { user: User errors: [UserError!]! }
  type SaveUserPayload { user: User success: Boolean! userErrors: [UserError!] @deprecated }
  union UserOrError = UserSuccess | InvalidName | UserFailure
  type UserSuccess { user: User! message: String }
  type UserFailure { userError: UserError }
  type InvalidName { reason: String }
  type InviteUserPayload { clientMutationId: String userOrError: UserOrError }
  type InviteUsersPayload { clientMutationId: String usersOrErrors: [UserOrError!]! }
  type MergeUserPayload { result: MergeResult }
  type MergeResult { ok: Boolean user: User }
  type WakePayload { clientMutationId: String user: User }
`;
const post = (selection: string, status = 200) =>
  `mutation m @endpoint(method: POST, path: "/users", status: ${status}) { ${selection} }`;
const warning = (field: string, selection: string, status = 200) =>
  `Nothing in the response tells whether ${field} failed: a failure is ${status}. Select "${selection} @error(status: 422)" in it.`;

test.each<[promise: string, document: string, ...warnings: string[]]>([
  ['without its errors', post('createUser @unwrap { user { name } }'), warning('createUser', 'errors')],
  ['without its success', post('saveUser @unwrap { user { name } }'), warning('saveUser', 'success')],
  [
    'without its result, which could be an error',
    post('inviteUser { clientMutationId }'),
    warning('inviteUser', '... on InvalidName'),
  ],
  [
    'of which the success of the result is missing',
    post('mergeUser @unwrap { result @unwrap { user { name } } }'),
    warning('mergeUser', 'ok'),
  ],
  [
    'in fragments',
    'mutation m @endpoint(method: POST, path: "/users") { ...F } fragment F on Mutation { createUser { ...G } } fragment G on CreateUserPayload { user { id } }',
    warning('createUser', 'errors'),
  ],
  [
    'that selects errors without sending them',
    post('createUser { errors { message } }', 204),
    warning('createUser', 'errors', 204),
  ],
  [
    'whose Boolean is not sent',
    post('ping', 204),
    'Nothing in the response tells whether ping failed: a failure is 204. Write @error on it.',
  ],
  [
    'without the errors of a list',
    post('inviteUsers { clientMutationId }'),
    'Nothing in the response tells whether inviteUsers failed: a failure is 200. Select "... on InvalidName" in it.',
  ],
])('a warning is given of a mutation %s', (_, document, ...warnings) => {
  const [found, ...more] = compileDocuments(schema, document).warnings;
  expect([found?.replace(/^\S+ /, ''), ...more]).toEqual(warnings);
  expect(found).toMatch(/\.graphql:\d+:\d+: /);
});

test.each([
  ['errors with @error', post('createUser @unwrap { user { name } errors @error(status: 422) { message } }')],
  ['errors in the body', post('createUser { user { name } errors { message } }')],
  ['success without the deprecated errors', post('saveUser @unwrap { user { name } success @error(status: 422) }')],
  [
    'the errors of a union',
    post(
      'renameUser @unwrap { ... on UserSuccess { user { name } } ... on InvalidName @error(status: 422) { reason } ... on UserFailure @error(status: 422) { __typename } }',
    ),
  ],
  [
    'the errors of a union below the payload, without a body',
    post(
      'inviteUser @unwrap { userOrError @unwrap { ... on UserSuccess { user { id } } ... on InvalidName @error(status: 422) { reason } ... on UserFailure @error(status: 422) { __typename } } }',
      204,
    ),
  ],
  [
    'the type of each result of a list',
    post(
      'inviteUsers @unwrap { usersOrErrors { type: __typename ... on UserSuccess { user { id } } ... on InvalidName { reason } ... on UserFailure { __typename } } }',
    ),
  ],
  ['nothing that could tell failure', post('wake { clientMutationId }', 204)],
  ['an object, whose errors are its own', post('replaceUser { name }')],
  ['a Boolean that is the body', post('ping')],
  ['a Boolean with @error', post('ping @error(status: 422)', 204)],
])('no warning is given of a mutation that selects %s', (_, document) => {
  expect(compileDocuments(schema, document).warnings).toEqual([]);
});

test('no warning is given of a query', () => {
  const document = 'query q @endpoint(method: GET, path: "/jobs/{id}") { user(id: "1") @unwrap { job { output } } }';
  expect(compileDocuments(schema, document.replace('/{id}', '')).warnings).toEqual([]);
});
