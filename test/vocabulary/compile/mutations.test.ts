import { describe, expect, test } from 'vitest';
import { testFaults, warningsOf } from '../support/faults.ts';

describe('checkEmptied', () => {
  const schema = `
  type Query { notebook(id: ID!): Notebook }
  type Mutation {
    delete_notebook(where: Exp!, limit: Int, owner: String): Notebook
    delete_all(name: String, city: String, status: String): Notebook
    update_notebook(where: Exp!, set: Set): Notebook
    insert_notebook(set: Set): Notebook
    remove(id: ID, options: Options): Notebook
  }
  input Exp { _and: [Exp!], name: TextExp, owner: TextExp }
  input TextExp { _eq: String }
  input Set { name: String }
  input Options { force: Boolean }
  type Notebook { id: ID! }
`;
  const remove = (variables: string, field: string, more = '') =>
    `mutation m${variables} @endpoint(method: DELETE, path: "/notebooks${more}") { ${field} { id } }`;
  const lookup = 'query l($id: ID!) { notebook(id: $id) { id @export(as: "found") } }';
  const REQUIRED = 'Make a variable in it required.';
  const message = (names: string, field: string) =>
    `Absent parameters can empty ${names} of ${field}, which then holds for everything.`;

  describe('DELETE', () => {
    testFaults(schema, [
      [
        'is refused with a filter that can be empty',
        remove('($a: String)', 'delete_notebook(▶where: {name: {_eq: $a}})'),
        `${message('"where"', 'delete_notebook')} ${REQUIRED}`,
      ],
      [
        'is refused with a list in its filter that can be empty, in a fragment as well',
        `mutation m($a: String, $b: String) @endpoint(method: DELETE, path: "/notebooks") { ...F }
      fragment F on Mutation { delete_notebook(limit: 1, ▶where: {_and: [{name: {_eq: $a}}, {owner: {_eq: $b}}]}) { id } }`,
        `${message('"where"', 'delete_notebook')} ${REQUIRED}`,
      ],
      [
        'may have a required variable in its filter',
        remove('($a: String, $b: String!)', 'delete_notebook(where: {_and: [{name: {_eq: $a}}, {owner: {_eq: $b}}]})'),
      ],
      [
        'may have a constant in its filter',
        remove('($a: String)', 'delete_notebook(where: {name: {_eq: $a}, owner: {}})'),
      ],
      ['may have a default in its filter', remove('($a: String = "x")', 'delete_notebook(where: {name: {_eq: $a}})')],
      [
        'may have other parameters beside one of the path',
        remove('($id: ID!, $force: Boolean)', 'remove(id: $id, options: {force: $force})', '/{id}'),
      ],
      [
        'may have other parameters beside one of the lookup',
        `${lookup}\n${remove('($found: ID!, $force: Boolean)', 'remove(id: $found, options: {force: $force})', '/{id}')}`,
      ],
    ]);
  });

  describe('a warning is given', () => {
    const post = (variables: string, field: string, path = '/notebooks') =>
      `mutation m${variables} @endpoint(method: PATCH, path: "${path}") { ${field} { id } }`;
    test.each<[promise: string, document: string, ...warnings: string[]]>([
      [
        'where all arguments of a DELETE are optional',
        remove('($a: String, $b: String)', 'delete_all(name: $a, city: $b)'),
        `${message('"name", "city"', 'delete_all')} Make one of them required.`,
      ],
      [
        'where a filter beside other arguments can be empty',
        post('($a: String, $name: String!)', 'update_notebook(where: {name: {_eq: $a}}, set: {name: $name})'),
        `${message('"where"', 'update_notebook')} ${REQUIRED}`,
      ],
      ['not where a constant is an argument', remove('($a: String)', 'delete_all(name: $a, status: "done")')],
      ['not where the only argument can be empty', post('($name: String)', 'insert_notebook(set: {name: $name})')],
      [
        'not beside a variable of the path',
        post('($id: ID!, $force: Boolean)', 'remove(id: $id, options: {force: $force})', '/notebooks/{id}'),
      ],
    ])('%s', (_, document, ...warnings) => {
      const found = warningsOf(schema, document).map((each) => each.replace(/^\S+ /, ''));
      expect(found).toEqual(warnings);
    });
  });
});

describe('checkFailures', () => {
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
    hideUser: HidePayload
    showUser: ShowPayload
    tagUser: TagPayload
    markUser: MarkPayload
    closeUser: CloseUserPayload
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
  type CloseUserPayload { user: User ok: Boolean errors: [UserError!] }
  type HidePayload { user: User successful: Boolean }
  type ShowPayload { user: User succeeded: Boolean }
  type TagPayload { user: User okay: Boolean isOk: Boolean errorCount: Int succeededAt: String failures: Failures }
  union Failures = UserError | OtherError
  type OtherError { userError: UserError }
  type MarkPayload { user: User result: MarkResult }
  union MarkResult = User | Note
  type Note { message: String }
  type WakePayload { clientMutationId: String user: User }
`;
  const post = (selection: string, status = 200) =>
    `mutation m @endpoint(method: POST, path: "/users", status: ${status}) { ${selection} }`;
  const warning = (field: string, selection: string, status = 200) =>
    `Nothing in the response tells whether ${field} failed: a failure is ${status}. Select "${selection} @error(status: 422)" in it.`;

  test.each<[promise: string, document: string, ...warnings: string[]]>([
    ['without its errors', post('createUser @unwrap { user { name } }'), warning('createUser', 'errors')],
    [
      'without its success, by another name',
      post('hideUser @unwrap { user { name } }'),
      warning('hideUser', 'successful'),
    ],
    [
      'without its success, by one more name',
      post('showUser @unwrap { user { name } }'),
      warning('showUser', 'succeeded'),
    ],
    [
      'without its result, which could be little but a message',
      post('markUser @unwrap { user { name } }'),
      warning('markUser', '... on Note'),
    ],
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
    const [found, ...more] = warningsOf(schema, document);
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
    ['what has no name of a success or of errors', post('tagUser @unwrap { user { name } }')],
    ['one of two failures', post('closeUser @unwrap { user { name } ok @error(status: 422) }')],
    ['nothing that could tell failure', post('wake { clientMutationId }', 204)],
    ['an object, whose errors are its own', post('replaceUser { name }')],
    ['a Boolean that is the body', post('ping')],
    ['a Boolean with @error', post('ping @error(status: 422)', 204)],
  ])('no warning is given of a mutation that selects %s', (_, document) => {
    expect(warningsOf(schema, document)).toEqual([]);
  });

  test('no warning is given of a query', () => {
    const document = 'query q @endpoint(method: GET, path: "/jobs/{id}") { user(id: "1") @unwrap { job { output } } }';
    expect(warningsOf(schema, document.replace('/{id}', ''))).toEqual([]);
  });
});
