// What mutations write, as clients of a REST API over mock data see it.
import { buildSchema } from 'graphql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MockContext } from '../../../../src/authoring/mock/MockContext.ts';
import { mutationEffect } from '../../../../src/authoring/mock/mockMutation.ts';
import { mockSchema } from '../../../../src/authoring/mock/mockSchema.ts';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/plan/conventions/defaultConventions.ts';
import { type ServedSchema, serveSchema } from '../../../vocabulary/support/serveSchema.ts';
import { executeMocked } from './support/executeMocked.ts';

const SCHEMA = /* GraphQL */ `
  type Query {
    user(id: ID!): User
    users(first: Int, after: String, offset: Int): UserConnection!
    order(id: ID!): Order
    article(slug: String!): Article
  }
  type Mutation {
    createUser(input: UserInput!): CreateUserPayload!
    updateUser(id: ID!, input: UserInput!): User
    deleteUser(id: ID!): DeleteUserPayload!
    createArticle(title: String!): Article!
    addComment(slug: String!, body: String!): AddCommentPayload!
    deleteArticle(slug: String!): Boolean!
    userAddressesDelete(id: ID!): CreateUserPayload!
    signOut: User
  }
  input UserInput {
    name: String
    email: String
    age: Int
  }
  type CreateUserPayload {
    clientMutationId: String
    success: Boolean!
    user: User
    errors: [Failure!]!
  }
  type DeleteUserPayload {
    deletedUserId: ID
    errors: [Failure!]!
  }
  type AddCommentPayload {
    subject: User
    commentEdge: CommentEdge
  }
  type CommentEdge {
    cursor: String!
    node: Comment!
  }
  type Comment {
    id: ID!
    body: String!
  }
  type Failure {
    message: String!
  }
  type User {
    id: ID!
    name: String!
    email: String
    age: Int
  }
  type UserConnection {
    nodes: [User!]!
    totalCount: Int!
    pageInfo: PageInfo!
  }
  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }
  type Order {
    id: ID!
    user: User!
  }
  type Article {
    slug: String!
    title: String!
    isPublished: Boolean!
    comments: [Comment!]!
  }
`;

let api: ServedSchema;
beforeEach(async () => {
  api = await serveSchema(mockSchema(buildSchema(SCHEMA), DEFAULT_CONVENTIONS), {
    'v1/getUser.graphql':
      'query getUser($id: ID!) @endpoint(method: GET, path: "/users/{id}") { user(id: $id) { id name email age } }',
    'v1/listUsers.graphql':
      'query listUsers @endpoint(method: GET, path: "/users") { users @paginate { nodes { id name } } }',
    'v1/createUser.graphql':
      'mutation createUser($input: UserInput!) @endpoint(method: POST, path: "/users", status: 201, body: "input", location: "/users/{id}") { createUser(input: $input) @unwrap { user { id name email age } errors @error(status: 422) { message } success @error(status: 409) } }',
    'v1/updateUser.graphql':
      'mutation updateUser($id: ID!, $input: UserInput!) @endpoint(method: PATCH, path: "/users/{id}", body: "input") { updateUser(id: $id, input: $input) { id name email age } }',
    'v1/deleteUser.graphql':
      'mutation deleteUser($id: ID!) @endpoint(method: DELETE, path: "/users/{id}") { deleteUser(id: $id) { deletedUserId errors @error(status: 422) { message } } }',
  });
});
afterEach(() => api.close());

test('what is created has the values of the input and a new id, and is there afterwards', async () => {
  const created = await api.send('POST /v1/users', { body: { name: 'Ada', age: 36, email: null } });
  expect(created).toMatchObject({ status: 201, json: { id: '51', name: 'Ada', age: 36, email: null } });
  expect(created.headers.get('location')).toBe('/v1/users/51');
  expect(await api.send('GET /v1/users/51')).toMatchObject({ status: 200, json: created.json as object });
  expect((await api.send('GET /v1/users?offset=50')).json).toMatchObject({
    data: [{ id: '51', name: 'Ada' }],
    pagination: { total: 51 },
  });
});

test('what is updated keeps the rest, and is read so everywhere', async () => {
  const before = (await api.send('GET /v1/users/2')).json as object;
  expect(await api.send('PATCH /v1/users/2', { body: { name: 'Grace' } })).toMatchObject({
    status: 200,
    json: { ...before, name: 'Grace' },
  });
  await api.send('PATCH /v1/users/2', { body: { age: 80 } });
  expect((await api.send('GET /v1/users/2')).json).toEqual({ ...before, name: 'Grace', age: 80 });
  expect((await api.send('GET /v1/users?limit=2')).json).toMatchObject({
    data: [{ id: '1' }, { id: '2', name: 'Grace' }],
  });
});

test('what is deleted is not there any more', async () => {
  expect((await api.send('DELETE /v1/users/3')).status).toBe(200);
  expect((await api.send('GET /v1/users/3')).status).toBe(404);
  expect((await api.send('PATCH /v1/users/3', { body: { name: 'x' } })).status).toBe(404);
  expect((await api.send('DELETE /v1/users/3')).status).toBe(404);
  expect((await api.send('GET /v1/users?limit=3')).json).toMatchObject({
    data: [{ id: '1' }, { id: '2' }, { id: '4' }],
    pagination: { total: 49 },
  });
  expect(api.reports).toEqual([]);
});

test('what refers to a deleted object stays', () => {
  const execute = executeMocked(SCHEMA);
  const { id } = execute('{ order(id: "1") { user { id } } }').order.user;
  execute(`mutation { deleteUser(id: "${id}") { deletedUserId } }`);
  expect(execute('{ order(id: "1") { user { id } } }').order.user).toEqual({ id });
});

test('no object is deleted with a part of it', () => {
  const execute = executeMocked(SCHEMA);
  execute('mutation { userAddressesDelete(id: "1") { user { id } } }');
  expect(execute('{ user(id: "1") { id } }').user).toEqual({ id: '1' });
  execute('mutation { deleteUser(id: "1") { deletedUserId } }');
  expect(execute('mutation { signOut { id } }').signOut).toEqual({ id: '2' });
});

test('objects without an id are found by their slug', () => {
  const execute = executeMocked(SCHEMA);
  const article = { slug: 'article-51', title: 'On Engines' };
  expect(execute('mutation { createArticle(title: "On Engines") { slug title } }').createArticle).toEqual(article);
  expect(execute('{ article(slug: "article-51") { slug title } }').article).toEqual(article);
  expect(execute('mutation { deleteArticle(slug: "article-51") }').deleteArticle).toBe(true);
  expect(execute('{ article(slug: "article-51") { slug } }').article).toBeNull();
});

test('an edge has the created object, which is listed where it belongs', () => {
  const execute = executeMocked(SCHEMA);
  const { addComment } = execute(
    'mutation { addComment(slug: "article-7", body: "Nice") { commentEdge { cursor node { id body } } } }',
  );
  expect(addComment.commentEdge).toEqual({ cursor: '51', node: { id: '51', body: 'Nice' } });
  const comments = (slug: string) => execute(`{ article(slug: "${slug}") { comments { id body } } }`).article.comments;
  expect(comments('article-7')).toContainEqual({ id: '51', body: 'Nice' });
  expect(comments('article-8')).not.toContainEqual({ id: '51', body: 'Nice' });
});

const NAMES = buildSchema(/* GraphQL */ `
  type Query {
    user: User
  }
  type User {
    id: ID!
    cart: Cart
  }
  type Cart {
    id: ID!
  }
  type Payload {
    cart: Cart
    user: User
    errors: [UserError!]!
  }
  type DeletePayload {
    success: Boolean!
  }
  type UserError {
    id: ID!
  }
  type EdgePayload {
    userEdge: UserEdge
  }
  type UserEdge {
    node: User!
  }
  type Users {
    affected_rows: Int!
    returning: [User!]!
  }
  type Mutation {
    createUser: User
    userCreate: Payload
    insert_user_one: User
    insert_user: Users
    addUser: EdgePayload
    updateUser: User
    cartLinesUpdate: Payload
    deleteUser: Boolean!
    userDelete: DeletePayload!
    delete_user_by_pk: User
    removeItemFromCart: Cart
    ping: Boolean
  }
`);
const context = new MockContext(NAMES, DEFAULT_CONVENTIONS);

test.each([
  ['createUser', { verb: 'create', type: 'User' }],
  ['userCreate', { verb: 'create', type: 'User' }],
  ['insert_user_one', { verb: 'create', type: 'User' }],
  ['insert_user', { verb: 'create', type: 'User' }],
  ['addUser', { verb: 'create', type: 'User' }],
  ['updateUser', { verb: 'update', type: 'User' }],
  ['cartLinesUpdate', { verb: 'update', type: 'Cart' }],
  ['deleteUser', { verb: 'delete', type: 'User' }],
  ['userDelete', { verb: 'delete', type: 'User' }],
  ['delete_user_by_pk', { verb: 'delete', type: 'User' }],
  ['removeItemFromCart', { verb: 'update', type: 'Cart' }],
  ['ping', undefined],
])('what %s does', (name, expected) => {
  const effect = mutationEffect(NAMES.getMutationType()!.getFields()[name]!, context);
  expect(effect && { ...effect, type: effect.type.name }).toEqual(expected);
});

test('a payload has the object in the field of its type', () => {
  const execute = executeMocked(NAMES);
  expect(execute('mutation { userCreate { user { id } } }').userCreate).toEqual({ user: { id: '51' } });
  expect(execute('mutation { insert_user { returning { id } } }').insert_user).toEqual({ returning: [{ id: '52' }] });
  expect(execute('mutation { cartLinesUpdate { cart { id } } }').cartLinesUpdate).toEqual({ cart: { id: '1' } });
});
