// Mock data: `portico dev --mock` over a schema, as clients see it.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { printSchema } from 'graphql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pagedSchema } from '../../../vocabulary/support/pagedSchema.ts';
import { requestDocuments } from '../dev/support/requestEveryEndpoint.ts';
import { startDev } from '../dev/support/startDev.ts';
import { type Data, serveMocks, startMock } from './support/startMock.ts';

const GRAPHQL = createRequire(import.meta.url).resolve('graphql');
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

test.each([
  ...['conduit', 'google-style', 'jsonapi-style', 'stripe-style', 'zalando-style'].map(
    (name): [string, string, number] => [`examples/${name}/schema.graphql`, `examples/${name}/endpoints`, 4],
  ),
  ['schema/supergraph.graphql', 'schema/rest', 20],
])('each endpoint of %s responds as its OpenAPI document says', async (schema, endpoints, least) => {
  const dev = await startDev({ schema, endpoints, mock: true }, ROOT);
  onTestFinished(dev.close);
  const { documents } = await dev.state();
  const openApi = await Promise.all(
    documents.map(async (file) => [file, (await dev.get(file)).json as object] as const),
  );
  const { requests, faults } = await requestDocuments(dev.url, new Map(openApi));
  expect(faults).toEqual([]);
  expect(requests).toBeGreaterThan(least);
});

describe('a schema of code', () => {
  test('has no resolvers and type checks; its enums and scalars are its own', async () => {
    const dev = await serveMocks(
      {
        'schema.mjs': `
import { GraphQLEnumType, GraphQLID, GraphQLObjectType, GraphQLScalarType, GraphQLSchema } from '${GRAPHQL}';
const status = new GraphQLEnumType({ name: 'Status', values: { OPEN: { value: 17 } } });
const cents = new GraphQLScalarType({
  name: 'Cents',
  serialize: (value) => {
    if (typeof value !== 'number') throw new TypeError('Cents must be a number.');
    return value;
  },
});
const fail = () => { throw new Error('A resolver was called.'); };
const order = new GraphQLObjectType({
  name: 'Order',
  isTypeOf: () => false,
  fields: { id: { type: GraphQLID }, status: { type: status, resolve: fail }, total: { type: cents } },
});
export const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: { order: { type: order, args: { id: { type: GraphQLID }, status: { type: status } }, resolve: fail } },
  }),
});`,
        'rest/v1/getOrder.graphql':
          'query getOrder @endpoint(method: GET, path: "/order") { order(id: "7", status: OPEN) { id status total } }',
      },
      'schema.mjs',
    );
    expect((await dev.get('/v1/order')).json).toEqual({ id: '7', status: 'OPEN', total: expect.any(Number) });
  });

  test('has arguments that can be any value', async () => {
    const dev = await serveMocks(
      {
        'schema.mjs': `
import { buildSchema } from '${GRAPHQL}';
export const schema = buildSchema('scalar Wide type Query { part(code: Wide!): Part } type Part { code: Wide! }');
Object.assign(schema.getType('Wide'), { parseValue: BigInt, serialize: String });`,
        'rest/v1/getPart.graphql':
          'query getPart($code: Wide!) @endpoint(method: GET, path: "/parts/{code}") { part(code: $code) { code } }',
      },
      'schema.mjs',
    );
    expect((await dev.get('/v1/parts/12345678901234567890')).json).toEqual({ code: '12345678901234567890' });
  });
});

const uuid = (last: string) => `00000000-0000-4000-8000-0000000000${last}`;
const OTHER = '4f9d6918-4a6b-4c8e-9b7e-0123456789ab';

test.each<[string, object, unknown[], unknown, unknown]>([
  ['ID', {}, ['1', '2', '3', '51'], '51', 'x-7'],
  ['Int', {}, [1, 2, 3, 51], 51, 4711],
  ['UUID', { UUID: { type: 'string', format: 'uuid' } }, ['01', '02', '03', '51'].map(uuid), uuid('51'), OTHER],
  ['ID', { ID: { type: 'string', format: 'uuid' } }, ['01', '02', '03', '51'].map(uuid), uuid('51'), OTHER],
  ['ID', { ID: { type: 'integer' } }, [1, 2, 3, 51], 51, 4711],
])('keys of the type %s, by %j', async (type, scalars, listed, created, other) => {
  const schema = `
    scalar UUID scalar SafeInt
    type Query { user(id: ${type}!): User users: [User!]! }
    type Mutation { updateUser(id: ${type}!, name: String!): User! createUser(name: String!): User! }
    type User { id: ${type}! name: String! }`;
  const execute = await startMock(
    schema,
    {
      create: 'mutation { createUser(name: "Ada") { id } }',
      list: '{ users { id } }',
      read: `query ($id: ${type}!) { user(id: $id) { id name } }`,
      update: `mutation ($id: ${type}!) { updateUser(id: $id, name: "Bob") { id } }`,
    },
    { scalars },
  );
  expect((await execute('create')).createUser).toEqual({ id: created });
  expect((await execute('list')).users).toEqual(listed.map((id) => ({ id })));
  expect((await execute('read', { id: created })).user).toEqual({ id: created, name: 'Ada' });
  await execute('update', { id: other });
  expect((await execute('read', { id: other })).user).toEqual({ id: other, name: 'Bob' });
});

const SHOP = `
  type Query {
    product(id: ID!): Product user(login: String!): User products: [Product!]! filtered(where: ProductFilter): [Product!]!
    status: Status result: Result
  }
  type Product {
    id: ID! name: String! slug: String! price: Float! stock: Int! isArchived: Boolean! available: Boolean! tags: [String!]!
    status: Status! createdAt: String! vendor: User variants: [Product!]! errors: [String!]! userErrors: [Failure!]
    error: Failure dimensions: Dimensions!
  }
  type Dimensions { width: Float! unit: String }
  enum Status { DRAFT OPEN OLD @deprecated }
  type User { id: ID! login: String! email: String firstName: String lastName: String }
  type Failure { message: String! }
  input ProductFilter { id: IdFilter slug: String } input IdFilter { _eq: ID }
  union Result = NotFound | ProductError | Product
  type NotFound { message: String } type ProductError { message: String }`;
const ALL =
  '{ id name slug price stock isArchived available tags status createdAt vendor { id login email firstName lastName } dimensions { width unit } variants { id } }';

describe('an object', () => {
  test('has values that depend on its type, field and key alone', async () => {
    const operations = {
      before: `{ status products ${ALL} user(login: "x") { id } }`,
      one: `query ($id: ID!) { product(id: $id) ${ALL} }`,
    };
    const first = await startMock(SHOP, operations);
    const seven = await first('one', { id: '7' });
    expect((await first('one', { id: '8' })).product).not.toMatchObject({ price: seven.product.price });
    await first('before');
    expect(await first('one', { id: '7' })).toEqual(seven);
  });

  test('has the id that is asked for, and values that fit each other', async () => {
    const execute = await startMock(SHOP, { one: `{ product(id: "7") ${ALL} }` });
    const { product } = await execute('one');
    expect(product).toMatchObject({ id: '7', name: 'Product 7', slug: 'product-7', available: true });
    const { vendor } = product;
    expect(vendor).toMatchObject({ login: `user-${vendor.id}`, email: `user-${vendor.id}@example.com` });
    expect(product.price).toBe(Math.round(product.price * 100) / 100);
    expect(Number.isInteger(product.stock) && product.stock >= 0).toBe(true);
    expect(['DRAFT', 'OPEN']).toContain(product.status);
    expect(new Date(product.createdAt).getUTCFullYear()).toBe(2026);
  });

  test('has what its arguments say, and is the one of the list with it', async () => {
    const execute = await startMock(SHOP, {
      vendor: '{ product(id: "3") { vendor { id login } } }',
      user: 'query ($login: String!) { user(login: $login) { id login } }',
    });
    expect((await execute('user', { login: 'nobody' })).user).toMatchObject({ login: 'nobody' });
    const { vendor } = (await execute('vendor')).product;
    expect((await execute('user', { login: vendor.login })).user).toEqual(vendor);
  });

  test('of a list is another one of three, or that whose key its arguments name', async () => {
    const execute = await startMock(SHOP, {
      list: '{ products { id name tags } }',
      byId: '{ filtered(where: { id: { _eq: "7" } }) { id } }',
      bySlug: '{ filtered(where: { slug: "product-7" }) { id } }',
    });
    const { products } = await execute('list');
    expect(products.map(({ id }: { id: string }) => id)).toEqual(['1', '2', '3']);
    expect(new Set(products[0].tags).size).toBe(3);
    expect((await execute('byId')).filtered).toEqual([{ id: '7' }]);
    expect((await execute('bySlug')).filtered).toEqual([{ id: '7' }]);
  });
});

test('nothing says that something failed, by its name, type or interface', async () => {
  const schema = `${SHOP}
    interface Error { message: String! } type OutOfStock implements Error { message: String! }
    type UserNotFound { message: String! } type AppProblem { id: ID! }
    extend type User {
      report: AppProblem warnings: [Failure!] userOrError: UserOrError mirror: String lastFailure: UserNotFound problem: OutOfStock
    }
    union UserOrError = UserNotFound | OutOfStock | User`;
  const execute = await startMock(schema, {
    product: '{ product(id: "1") { errors userErrors { message } error { message } } }',
    result: '{ result { type: __typename } }',
    user: '{ user(login: "a") { report { id } userOrError { type: __typename } mirror lastFailure { message } problem { message } } }',
  });
  expect((await execute('product')).product).toEqual({ errors: [], userErrors: [], error: null });
  expect((await execute('result')).result).toEqual({ type: 'Product' });
  expect((await execute('user')).user).toEqual({
    report: { id: expect.any(String) },
    userOrError: { type: 'User' },
    mirror: expect.any(String),
    lastFailure: null,
    problem: null,
  });
});

test('an abstract type is the one that the operation selects fields of, an implementation of it, or the first', async () => {
  const schema = `
    interface Node { id: ID! } interface Named { name: String! }
    type Order implements Node { id: ID! total: Float! }
    type Product implements Node & Named { id: ID! name: String! }
    type User implements Node & Named { id: ID! name: String! }
    union Hit = Product | User
    type Query { node(id: ID!): Node hits: [Hit!]! actor: Named }`;
  const execute = await startMock(schema, {
    selected: '{ node(id: "7") { ... on Product { id name } } }',
    spread: '{ node(id: "7") { id ...U } } fragment U on User { type: __typename }',
    implemented: '{ node(id: "7") { ... on Named { name } type: __typename } }',
    first: '{ node(id: "7") { type: __typename } }',
    list: '{ hits { type: __typename ... on User { id } ... on Product { id } } }',
    some: '{ hits { ... on User { type: __typename } } }',
  });
  expect((await execute('selected')).node).toEqual({ id: '7', name: 'Product 7' });
  expect((await execute('spread')).node).toEqual({ id: '7', type: 'User' });
  expect((await execute('implemented')).node.type).toBe('Product');
  expect((await execute('first')).node.type).toBe('Order');
  const hit = (type: string, id: string) => ({ type, id });
  expect((await execute('list')).hits).toEqual([hit('Product', '1'), hit('User', '2'), hit('Product', '3')]);
  expect((await execute('some')).hits).toEqual(Array(3).fill({ type: 'User' }));
});

describe('pages', () => {
  const FIFTY = Array.from({ length: 50 }, (_, index) => index + 1);
  const ROWS: [name: string, field: string, query: string][] = [
    ['Relay', 'allItems @paginate { nodes { id } }', '?cursor=&limit=7'],
    ['Relay by offset', 'allItems @paginate { nodes { id } }', '?limit=7'],
    ['edges', 'saleor @paginate(styles: [CURSOR]) { edges @unwrap { node { id } } }', '?cursor=&limit=7'],
    [
      'a plain list with limit and offset',
      'item @paginate(connection: {first: "limit", offset: "offset"}, styles: [OFFSET, PAGE]) { id }',
      '?page=1&limit=7',
    ],
    [
      'the number of the page',
      `albums @paginate(connection: {first: "perPage", page: "page", nodes: "items", totalCount: "meta.total"}, styles: [PAGE]) {
        items { id } }`,
      '?page=1&limit=7',
    ],
    [
      'a token of the next page',
      `listItems @paginate(
        connection: {first: "pageSize", after: "pageToken", nodes: "items", endCursor: "nextPageToken"}, styles: [CURSOR]
      ) { items { id } }`,
      '?cursor=&limit=7',
    ],
    [
      'items two levels down',
      `search @paginate(
        connection: {first: "size", offset: "from", nodes: "hits.found", totalCount: "hits.total"}, styles: [OFFSET]
      ) { hits { found { id } } }`,
      '?limit=7',
    ],
  ];

  test('of all kinds end, and have each item once', async () => {
    const documents = ROWS.map(([, field], at) => [
      `rest/v1/list${at}.graphql`,
      `query list${at} @endpoint(method: GET, path: "/items/${at}") { ${field} }`,
    ]);
    const dev = await serveMocks({ 'schema.graphql': printSchema(pagedSchema), ...Object.fromEntries(documents) });
    const follow = async (target: string): Promise<number[]> => {
      const ids: number[] = [];
      for (let next: string | undefined = target; next !== undefined && ids.length < 200;) {
        const { status, json, headers } = await dev.get(next);
        expect(status).toBe(200);
        ids.push(...(json as { data: { id: number }[] }).data.map(({ id }) => id));
        next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
      }
      return ids;
    };
    const followed = await Promise.all(
      ROWS.map(async ([name, , query], at) => [name, await follow(`/v1/items/${at}${query}`)]),
    );
    expect(followed).toEqual(ROWS.map(([name]) => [name, FIFTY]));
  });

  test('say where they are, forwards and backwards', async () => {
    const select =
      '{ totalCount nodes { id } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }';
    const execute = await startMock(printSchema(pagedSchema), {
      middle: `{ allItems(first: 2, after: "10") ${select} }`,
      backwards: `{ allItems(last: 2, before: "3") ${select} }`,
      end: `{ allItems(first: 2, after: "50") ${select} }`,
    });
    expect((await execute('middle')).allItems).toEqual({
      totalCount: 50,
      nodes: [{ id: 11 }, { id: 12 }],
      edges: [{ cursor: '11' }, { cursor: '12' }],
      pageInfo: { hasNextPage: true, hasPreviousPage: true, startCursor: '11', endCursor: '12' },
    });
    expect((await execute('backwards')).allItems).toMatchObject({
      nodes: [{ id: 1 }, { id: 2 }],
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    expect((await execute('end')).allItems).toMatchObject({
      nodes: [],
      pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
    });
  });

  test('have the names of the conventions', async () => {
    const schema = `
      type Query { things(howMany: Int, behind: String): Things! }
      type Things { pile: [Thing!]! all: Int! further: Boolean! mark: String } type Thing { id: ID! }`;
    const connection = {
      first: 'howMany',
      after: 'behind',
      nodes: 'pile',
      totalCount: 'all',
      hasNextPage: 'further',
      endCursor: 'mark',
    };
    const operations = { last: '{ things(howMany: 2, behind: "48") { pile { id } all further mark } }' };
    const execute = await startMock(schema, operations, { connection });
    expect((await execute('last')).things).toEqual({
      pile: [{ id: '49' }, { id: '50' }],
      all: 50,
      further: false,
      mark: '50',
    });
  });
});

describe('mutations', () => {
  const USERS = `
    type Query {
      user(id: ID!): User users(first: Int, after: String, offset: Int): UserConnection! order(id: ID!): Order
      article(slug: String!): Article
    }
    type Mutation {
      createUser(input: UserInput!): CreateUserPayload! updateUser(id: ID!, input: UserInput!): User
      deleteUser(id: ID!): DeleteUserPayload! createArticle(title: String!): Article!
      addComment(slug: String!, body: String!): AddCommentPayload! deleteArticle(slug: String!): Boolean!
      userAddressesDelete(id: ID!): CreateUserPayload! signOut: User
    }
    input UserInput { name: String email: String age: Int }
    type CreateUserPayload { clientMutationId: String success: Boolean! user: User errors: [Failure!]! }
    type DeleteUserPayload { deletedUserId: ID errors: [Failure!]! }
    type AddCommentPayload { subject: User commentEdge: CommentEdge }
    type CommentEdge { cursor: String! node: Comment! } type Comment { id: ID! body: String! } type Failure { message: String! }
    type User { id: ID! name: String! email: String age: Int }
    type UserConnection { nodes: [User!]! totalCount: Int! pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Order { id: ID! user: User! }
    type Article { slug: String! title: String! isPublished: Boolean! comments: [Comment!]! }`;

  const serveUsers = async () => {
    const dev = await serveMocks({
      'schema.graphql': USERS,
      'rest/v1/getUser.graphql':
        'query getUser($id: ID!) @endpoint(method: GET, path: "/users/{id}") { user(id: $id) { id name email age } }',
      'rest/v1/listUsers.graphql':
        'query listUsers @endpoint(method: GET, path: "/users") { users @paginate { nodes { id name } } }',
      'rest/v1/createUser.graphql':
        'mutation createUser($input: UserInput!) @endpoint(method: POST, path: "/users", status: 201, body: "input", location: "/users/{id}") { createUser(input: $input) @unwrap { user { id name email age } errors @error(status: 422) { message } success @error(status: 409) } }',
      'rest/v1/updateUser.graphql':
        'mutation updateUser($id: ID!, $input: UserInput!) @endpoint(method: PATCH, path: "/users/{id}", body: "input") { updateUser(id: $id, input: $input) { id name email age } }',
      'rest/v1/deleteUser.graphql':
        'mutation deleteUser($id: ID!) @endpoint(method: DELETE, path: "/users/{id}") { deleteUser(id: $id) { deletedUserId errors @error(status: 422) { message } } }',
    });
    const send = (request: string, body?: object) => {
      const [method, target] = request.split(' ');
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      return dev.get(`/v1${target}`, {
        method: method!,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': type } }),
      });
    };
    return { ...dev, send };
  };

  test('create, update and delete what is there, or not any more, everywhere afterwards', async () => {
    const { send, output } = await serveUsers();
    const created = await send('POST /users', { name: 'Ada', age: 36, email: null });
    expect(created).toMatchObject({ status: 201, json: { id: '51', name: 'Ada', age: 36, email: null } });
    expect(created.headers.get('location')).toBe('/v1/users/51');
    expect(await send('GET /users/51')).toMatchObject({ status: 200, json: created.json as object });
    expect((await send('GET /users?offset=50')).json).toMatchObject({
      data: [{ id: '51', name: 'Ada' }],
      pagination: { total: 51 },
    });

    const json = { ...((await send('GET /users/2')).json as object), name: 'Grace' };
    expect(await send('PATCH /users/2', { name: 'Grace' })).toMatchObject({ status: 200, json });
    await send('PATCH /users/2', { age: 80 });
    expect((await send('GET /users/2')).json).toEqual({ ...json, age: 80 });

    expect((await send('DELETE /users/3')).status).toBe(200);
    for (const request of ['GET', 'PATCH', 'DELETE']) {
      const body = request === 'PATCH' ? { name: 'x' } : undefined;
      expect((await send(`${request} /users/3`, body)).status).toBe(404);
    }
    expect((await send('GET /users?limit=3')).json).toMatchObject({
      data: [{ id: '1' }, { id: '2', name: 'Grace' }, { id: '4' }],
      pagination: { total: 50 },
    });
    expect(output()).not.toContain('request failed');
  });

  test('delete no object that refers to a deleted one, and none with a part of it', async () => {
    const execute = await startMock(USERS, {
      order: '{ order(id: "1") { user { id } } }',
      user: '{ user(id: "1") { id } }',
      remove: 'mutation ($id: ID!) { deleteUser(id: $id) { deletedUserId } }',
      removePart: 'mutation { userAddressesDelete(id: "1") { user { id } } }',
      signOut: 'mutation { signOut { id } }',
    });
    await execute('removePart');
    expect((await execute('user')).user).toEqual({ id: '1' });
    await execute('remove', { id: '1' });
    expect((await execute('signOut')).signOut).toEqual({ id: '2' });
    const { id } = (await execute('order')).order.user;
    await execute('remove', { id });
    expect((await execute('order')).order.user).toEqual({ id });
  });

  test('find objects without an id by their slug, and list a created edge where it belongs', async () => {
    const execute = await startMock(USERS, {
      create: 'mutation { createArticle(title: "On Engines") { slug title } }',
      read: 'query ($slug: String!) { article(slug: $slug) { slug title } }',
      remove: 'mutation { deleteArticle(slug: "article-51") }',
      comment: 'mutation { addComment(slug: "article-7", body: "Nice") { commentEdge { cursor node { id body } } } }',
      comments: 'query ($slug: String!) { article(slug: $slug) { comments { id body } } }',
    });
    const article = { slug: 'article-51', title: 'On Engines' };
    expect((await execute('create')).createArticle).toEqual(article);
    expect((await execute('read', { slug: 'article-51' })).article).toEqual(article);
    expect(await execute('remove')).toEqual({ deleteArticle: true });
    await expect(execute('read', { slug: 'article-51' })).rejects.toThrow('read: 404');
    const node = { id: '51', body: 'Nice' };
    expect((await execute('comment')).addComment.commentEdge).toEqual({ cursor: '51', node });
    const commentsOf = async (slug: string): Promise<Data> => (await execute('comments', { slug })).article.comments;
    expect(await commentsOf('article-7')).toContainEqual(node);
    expect(await commentsOf('article-8')).not.toContainEqual(node);
  });

  test('mean by their names, arguments and payloads what they do', async () => {
    const WRITES: [selection: string, data: unknown][] = [
      ['createUser { id }', { id: '51' }],
      ['userCreate { user { id } }', { user: { id: '52' } }],
      ['insert_user_one { id }', { id: '53' }],
      ['insert_user { returning { id } }', { returning: [{ id: '54' }] }],
      ['addUser { userEdge { node { id } } }', { userEdge: { node: { id: '55' } } }],
      ['updateUser { id }', { id: '1' }],
      ['cartLinesUpdate { cart { id } }', { cart: { id: '1' } }],
      ['deleteUser(id: "1")', true],
      ['userDelete(id: "2") { success }', { success: true }],
      ['delete_user_by_pk(id: "3") { id }', { id: '3' }],
      ['removeItemFromCart(id: "4") { id }', { id: '4' }],
      ['ping', expect.any(Boolean)],
    ];
    const execute = await startMock<string>(
      `type Query { user(id: ID!): User cart(id: ID!): Cart }
      type User { id: ID! } type Cart { id: ID! } type UserError { id: ID! }
      type Payload { cart: Cart user: User errors: [UserError!]! } type DeletePayload { success: Boolean! }
      type EdgePayload { userEdge: UserEdge } type UserEdge { node: User! }
      type Users { affected_rows: Int! returning: [User!]! }
      type Mutation {
        createUser: User userCreate: Payload insert_user_one: User insert_user: Users addUser: EdgePayload updateUser: User
        cartLinesUpdate: Payload deleteUser(id: ID!): Boolean! userDelete(id: ID!): DeletePayload! delete_user_by_pk(id: ID!): User
        removeItemFromCart(id: ID!): Cart ping: Boolean
      }`,
      {
        ...Object.fromEntries(
          WRITES.map(([selection]) => [/\w+/.exec(selection)![0], `mutation { ${selection} }`] as const),
        ),
        user: 'query ($id: ID!) { user(id: $id) { id } }',
        cart: 'query ($id: ID!) { cart(id: $id) { id } }',
      },
    );
    for (const [selection, written] of WRITES) {
      const [field = ''] = /\w+/.exec(selection)!;
      expect(await execute(field)).toEqual({ [field]: written });
    }
    for (const id of ['1', '2', '3']) await expect(execute('user', { id })).rejects.toThrow('user: 404');
    expect(await execute('user', { id: '4' })).toEqual({ user: { id: '4' } });
    expect(await execute('cart', { id: '4' })).toEqual({ cart: { id: '4' } });
  });
});

test('a scalar with a convention has values of it', async () => {
  const conventions: Record<string, [convention: object, field: string, value: unknown]> = {
    DateTime: [{ type: 'string', format: 'date-time' }, 'created', '2026-01-02T19:00:00Z'],
    Day: [{ type: 'string', format: 'date' }, 'born', '2026-01-02'],
    Clock: [{ type: 'string', format: 'time' }, 'opens', '19:00:00Z'],
    Uuid: [{ type: 'string', format: 'uuid' }, 'token', uuid('07')],
    Uri: [{ type: 'string', format: 'uri' }, 'link', 'https://example.com/order/7'],
    Mail: [{ type: 'string', format: 'email' }, 'contact', 'order-7@example.com'],
    Bytes: [{ type: 'string', format: 'byte' }, 'content', expect.stringMatching(/^[\w+/]+=*$/)],
    Unit: [{ type: 'string', pattern: '[A-Z]{3}' }, 'unit', 'EUR'],
    Short: [{ type: 'string', maxLength: 4 }, 'description', expect.stringMatching(/^.{4}$/)],
    Weight: [{ type: 'integer', minimum: 500, maximum: 500 }, 'weight', 500],
    Unix: [{ type: 'integer', format: 'unixtime', upstream: 'date-time' }, 'changed', 1_767_380_400],
    Moment: [{ type: 'string', format: 'date-time', upstream: 'unixtime' }, 'sent', '2026-01-02T19:00:00Z'],
    Price: [{ type: 'number' }, 'price', expect.any(Number)],
    Flag: [{ type: 'boolean' }, 'paid', true],
    Any: [{ type: 'any' }, 'metadata', { text: 'Metadata 7' }],
    Json: [{ type: 'any', upstream: 'json' }, 'more', { text: 'More 7' }],
    // Without a convention, by its name.
    URL: [{}, 'at', 'https://example.com/order/7'],
    Decimal: [{}, 'total', expect.stringMatching(/^\d+\.\d\d$/)],
    BigInt: [{}, 'count', expect.any(Number)],
    Unheard: [{}, 'value', 'Value 7'],
  };
  const entries = Object.entries(conventions);
  const execute = await startMock(
    `${entries.map(([name]) => `scalar ${name}`).join(' ')} type Query { order(id: ID!): Order }
     type Order { id: ID! ${entries.map(([name, [, field]]) => `${field}: ${name}!`).join(' ')} }`,
    { one: `{ order(id: "7") { ${entries.map(([, [, field]]) => field).join(' ')} } }` },
    { scalars: Object.fromEntries(entries.flatMap(([name, [each]]) => ('type' in each ? [[name, each]] : []))) },
  );
  const expected = Object.fromEntries(entries.map(([, [, field, value]]) => [field, value]));
  expect((await execute('one')).order).toEqual(expected);
});

test('a value of a scalar of GraphQL says what its name says', async () => {
  const execute = await startMock(
    `type Query { one(id: ID!): ProductVariant money: Money payload: Payload }
     type ProductVariant {
       id: ID! name: String! title: String! email: String! slug: String! websiteUrl: String! number: String! createdAt: String! material: String!
       position: Int! updatedAt: Int! rating: Float!
     }
     type Money { id: ID! currency: String! } type Payload { success: Boolean! hasErrors: Boolean! }`,
    {
      one: '{ one(id: "7") { name title email slug websiteUrl number createdAt material position updatedAt rating } }',
      others: '{ money { currency } payload { success hasErrors } }',
    },
  );
  const { one } = await execute('one');
  expect(one).toEqual({
    name: 'Product variant 7',
    title: 'Product variant 7',
    email: 'product-variant-7@example.com',
    slug: 'product-variant-7',
    websiteUrl: 'https://example.com/product-variant/7',
    number: '7',
    createdAt: '2026-01-02T19:00:00Z',
    material: 'Material 7',
    position: 7,
    updatedAt: 1_767_380_400,
    rating: Math.round(one.rating * 100) / 100,
  });
  expect(await execute('others')).toEqual({ money: { currency: 'EUR' }, payload: { success: true, hasErrors: false } });
});
