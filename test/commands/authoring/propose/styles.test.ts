// The routes for the usual styles of GraphQL APIs.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../init/support/makeFolder.ts';
import { API, type Row, propose, routeOf, routesOf, textOf } from '../support/propose.ts';
import { runPortico } from '../../support/runPortico.ts';

const at = (file: string) => fileURLToPath(new URL(`../../../../${file}`, import.meta.url));

test('Hasura', async () => {
  const proposal = await propose(`
    schema { query: query_root mutation: mutation_root }
    enum order_by { asc desc }
    input String_comparison_exp { _eq: String _ilike: String }
    input users_bool_exp { _and: [users_bool_exp!] name: String_comparison_exp }
    input users_order_by { name: order_by }
    type users { id: ID! name: String! }
    type users_aggregate { nodes: [users!]! }
    type query_root {
      users(limit: Int, offset: Int, order_by: [users_order_by!], where: users_bool_exp): [users!]!
      users_aggregate(where: users_bool_exp): users_aggregate!
      users_by_pk(id: ID!): users
    }
    input users_insert_input { id: ID name: String }
    input users_set_input { name: String }
    input users_pk_columns_input { id: ID! }
    input users_on_conflict { constraint: String! }
    type users_mutation_response { affected_rows: Int! returning: [users!]! }
    type mutation_root {
      delete_users(where: users_bool_exp!): users_mutation_response
      delete_users_by_pk(id: ID!): users
      insert_users(objects: [users_insert_input!]!): users_mutation_response
      insert_users_one(object: users_insert_input!, on_conflict: users_on_conflict): users
      update_users(_set: users_set_input, where: users_bool_exp!): users_mutation_response
      update_users_by_pk(_set: users_set_input, pk_columns: users_pk_columns_input!): users
    }
  `);
  expect(routesOf(proposal)).toEqual([
    'GET /users → listUsers',
    'GET /users/{id} → getUser',
    'POST /users/bulk-delete → bulkDeleteUsers',
    'DELETE /users/{id} → deleteUser',
    'POST /users/bulk-create → bulkCreateUsers',
    'POST /users → createUser',
    'POST /users/bulk-update → bulkUpdateUsers',
    'PATCH /users/{id} → updateUser',
  ]);
  expect(proposal.conventions).toMatchObject({ page: { styles: ['OFFSET', 'PAGE'] }, connection: { first: 'limit' } });
  expect(textOf(proposal, 'update_users_by_pk')).toContain(
    'update_users_by_pk(_set: {name: $name}, pk_columns: {id: $id}) {',
  );
  expect(textOf(proposal, 'delete_users')).toContain('$where: users_bool_exp!');
});

test('PostGraphile', async () => {
  const proposal = await propose(`
    scalar Cursor
    interface Node { nodeId: ID! }
    type Query implements Node {
      query: Query! nodeId: ID! node(nodeId: ID!): Node
      allUsers(first: Int, offset: Int, after: Cursor, condition: UserCondition): UsersConnection
      userById(id: Int!): User
      userByEmail(email: String!): User
      user(nodeId: ID!): User
    }
    input UserCondition { name: String }
    type User implements Node { nodeId: ID! id: Int! name: String! email: String! }
    type UsersConnection { nodes: [User]! pageInfo: PageInfo! totalCount: Int! }
    type PageInfo { hasNextPage: Boolean! endCursor: Cursor }
    type UsersEdge { node: User }
    input UserInput { id: Int name: String! }
    input UserPatch { id: Int name: String }
    input CreateUserInput { clientMutationId: String user: UserInput! }
    input UpdateUserInput { clientMutationId: String nodeId: ID! userPatch: UserPatch! }
    input UpdateUserByIdInput { clientMutationId: String userPatch: UserPatch! id: Int! }
    input DeleteUserByIdInput { clientMutationId: String id: Int! }
    type UserPayload { clientMutationId: String user: User query: Query userEdge: UsersEdge }
    type Mutation {
      createUser(input: CreateUserInput!): UserPayload
      updateUser(input: UpdateUserInput!): UserPayload
      updateUserById(input: UpdateUserByIdInput!): UserPayload
      deleteUserById(input: DeleteUserByIdInput!): UserPayload
    }
  `);
  expect(routesOf(proposal)).toEqual([
    'GET /users → listUsers',
    'GET /users/{id} → getUser',
    'GET /users/by-email/{email} → getUserByEmail',
    'GET /users/by-node-id/{nodeId} → getUserByNodeId',
    'POST /users → createUser',
    'PATCH /users/by-node-id/{nodeId} → updateUserByNodeId',
    'PATCH /users/{id} → updateUser',
    'DELETE /users/{id} → deleteUser',
  ]);
  expect(textOf(proposal, 'createUser')).toBe(`"Create a user."
mutation createUser($id: Int, $name: String!) @endpoint(
  method: POST
  path: "/users"
  status: 201
  location: "/users/{id}"
) {
  createUser(input: {user: {id: $id, name: $name}}) @unwrap {
    user {
      ...User
    }
  }
}
`);
  expect(textOf(proposal, 'updateUserById')).toContain('updateUserById(input: {userPatch: {name: $name}, id: $id})');
});

test('Prisma', async () => {
  const proposal = await propose(`
    type Query {
      user(where: UserWhereUniqueInput!): User
      users(where: UserWhereInput, take: Int, skip: Int): [User!]!
      findFirstUser(where: UserWhereInput): User
      findManyPost(take: Int, skip: Int): [Post!]!
      findUniquePost(where: PostWhereUniqueInput!): Post
      aggregateUser: Count!
    }
    input UserWhereUniqueInput { id: Int email: String }
    input PostWhereUniqueInput { id: Int }
    input StringFilter { equals: String contains: String }
    input UserWhereInput { AND: [UserWhereInput!] email: StringFilter }
    type User { id: Int! email: String! }
    type Post { id: Int! }
    type Count { count: Int! }
    input UserCreateInput { email: String! }
    input UserUpdateInput { email: String }
    type Mutation {
      createOneUser(data: UserCreateInput!): User!
      updateOneUser(data: UserUpdateInput!, where: UserWhereUniqueInput!): User
      deleteOneUser(where: UserWhereUniqueInput!): User
      upsertOneUser(where: UserWhereUniqueInput!, create: UserCreateInput!, update: UserUpdateInput!): User!
      createManyUser(data: [UserCreateInput!]!): Count!
      deleteManyUser(where: UserWhereInput): Count!
    }
  `);
  expect(routesOf(proposal)).toEqual([
    'GET /users/{id} → getUser',
    'GET /users → listUsers',
    'GET /first-user → getFirstUser',
    'GET /posts → listPosts',
    'GET /posts/{id} → getPost',
    'POST /users → createUser',
    'PATCH /users/{id} → updateUser',
    'DELETE /users/{id} → deleteUser',
    'PUT /users/{id} → upsertUser',
    'POST /users/bulk-create → bulkCreateUsers',
    'POST /users/bulk-delete → bulkDeleteUsers',
  ]);
  expect(textOf(proposal, 'updateOneUser')).toContain('updateOneUser(data: {email: $email}, where: {id: $id}) {');
});

test('the tutorial of Apollo', async () => {
  const proposal = await propose(`
    type Query { launches(pageSize: Int, after: String): LaunchConnection! launch(id: ID!): Launch me: User }
    type LaunchConnection { cursor: String! hasMore: Boolean! launches: [Launch]! }
    type Launch { id: ID! site: String rocket: Rocket isBooked: Boolean! }
    type Rocket { id: ID! name: String }
    type User { id: ID! token: String }
    type Mutation { bookTrips(launchIds: [ID]!): TripUpdateResponse! login(email: String): User }
    type TripUpdateResponse { success: Boolean! message: String launches: [Launch] }
  `);
  expect(routesOf(proposal)).toEqual([
    'GET /launches → listLaunches',
    'GET /launches/{id} → getLaunch',
    'GET /me → getMe',
    'POST /book-trips → bookTrips',
    'POST /login → login',
  ]);
  expect(proposal.conventions).toMatchObject({
    page: { styles: ['CURSOR'] },
    connection: { first: 'pageSize', nodes: 'launches', endCursor: 'cursor', hasNextPage: 'hasMore' },
  });
});

describe.each(['examples/stripe-style/schema.graphql', 'schema/supergraph.graphql'])('%s', (file) => {
  test('is proposed as a whole, and without warnings', async () => {
    const folder = makeFolder({ 'schema.graphql': readFileSync(at(file), 'utf8') });
    expect(JSON.parse((await runPortico(['init', '--json'], folder)).stdout)).toMatchObject({
      skipped: [],
      warnings: [],
    });
    const { stdout } = await runPortico(['check', '--json', ...API], folder);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, warnings: [] });
  });
});

test('the service has the routes that a person gave it', async () => {
  const proposal = await propose(readFileSync(at('schema/supergraph.graphql'), 'utf8'));
  expect(routesOf(proposal).sort()).toEqual([
    'DELETE /users/{id} → deleteUser',
    'GET /forecast → getForecast',
    'GET /orders → listOrders',
    'GET /orders/{id} → getOrder',
    'GET /products → listProducts',
    'GET /products/{id} → getProduct',
    'GET /users → listUsers',
    'GET /users/{id} → getUser',
    'PATCH /users/{id} → updateUser',
    'POST /orders → createOrder',
    'POST /users → createUser',
    'PUT /users/{id} → replaceUser',
  ]);
});

describe('verbs', () => {
  const sdl = `
    type Query { product(id: ID!): Product products: [Product!]! shop: Shop }
    type Product { id: ID! name: String! price: Int } type Shop { name: String }`;
  const VERBS: Row[] = [
    ['productCreate(name: String!): Product', 'POST /products → createProduct'],
    ['replaceProduct(id: ID!, name: String!): Product', 'PUT /products/{id} → replaceProduct'],
    ['renameProduct(id: ID!, name: String!): Product', 'PATCH /products/{id} → renameProduct'],
    ['destroyProduct(id: ID!): Product', 'DELETE /products/{id} → destroyProduct'],
    ['deleteProducts(ids: [ID!]!): Int', 'POST /products/bulk-delete → bulkDeleteProducts'],
    ['productBulkUpdate(names: [String!]!): Int', 'POST /products/bulk-update → bulkUpdateProducts'],
    ['publishProduct(id: ID!): Product', 'POST /products/{id}/publish → publishProduct'],
    ['productPriceUpdate(id: ID!, price: Int!): Product', 'PATCH /products/{id}/price → updateProductPrice'],
    ['productTagsAdd(id: ID!, tags: [String!]!): Product', 'POST /products/{id}/tags → addProductTags'],
    ['exportProducts(format: String!): String', 'POST /products/export → exportProducts'],
    ['productImportFrom(url: String!): Product', 'POST /products/import-from → productImportFrom'],
    ['setPassword(password: String!): Boolean', 'POST /set-password → setPassword'],
    ['updateShop(name: String!): Shop', 'PATCH /shop → updateShop'],
    ['deleteAccount(token: String!): Boolean', 'POST /delete-account → deleteAccount'],
  ];
  test.each(VERBS)('%s', async (mutation, route) => {
    expect(await routeOf(mutation, sdl, VERBS)).toBe(route);
  });

  // Each has a route of the others.
  test.each<Row>([
    ['createProduct(name: String!): Product', 'POST /products → createProduct'],
    ['product_create(name: String!): Product', 'POST /products → createProduct'],
    ['productPublish(productId: ID!): Product', 'POST /products/{id}/publish → productPublish'],
  ])('%s', async (mutation, route) => {
    expect(await routeOf(mutation, sdl, [[mutation, route]])).toBe(route);
  });
});
