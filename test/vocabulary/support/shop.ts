// A small shop whose objects are of several types, and its REST API by documents that stand in a test.
import { rmSync } from 'node:fs';
import { type GraphQLSchema, buildSchema } from 'graphql';
import { createPortico } from '../../../src/gateway/index.ts';
import { executeRoots } from './executeRoots.ts';
import { type TextReply, sendTo } from './sendTo.ts';
import { type Documents, folderOf } from './toy.ts';

export const shopSchema: GraphQLSchema = buildSchema(/* GraphQL */ `
  type Query {
    node(id: ID!): Node
    nodes: [Node!]!
    found: [Found!]!
    product(id: ID!): Product
    products(first: Int, after: String, offset: Int): Products!
    things(first: Int, after: String, offset: Int): Things!
    shop: Shop!
    shopOf(number: Int!, size: Size!): Shop!
  }
  type Mutation {
    login(email: String!): Login
    addProduct(name: String!): AddedProduct!
    makeProduct(product: ProductInput!): AddedProduct!
  }
  interface Node {
    id: ID!
  }
  union Found = Product | Category
  enum Size {
    SMALL
    EXTRA_LARGE
  }
  type Shop {
    name: String!
    motto: String
    owner: User
    star: Node
  }
  type Product implements Node {
    id: ID!
    name: String!
    created: String
    size: Size
    category: Category
    tags: [String!]!
    variants: [Product!]!
    related: Node
  }
  type Category implements Node {
    id: ID!
    name: String!
    parent: Category
  }
  type User implements Node {
    id: ID!
    email: String!
    bio: String
    product: Product
  }
  type Login {
    token: String
    account: User
    userErrors: [UserError!]!
  }
  type UserError {
    field: [String!]
    message: String!
  }
  input ProductInput {
    sizeLabel: String
    productName: String!
  }
  type AddedProduct {
    product: Product
  }
  type Products {
    nodes: [Product]
    pageInfo: PageInfo!
    totalCount: Int!
  }
  type Things {
    nodes: [Node]
    pageInfo: PageInfo!
    totalCount: Int!
  }
  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }
`);

const shoes = { __typename: 'Category', id: 'c1', name: 'Shoes', parent: null };
const boot = {
  __typename: 'Product',
  id: 'p/1',
  name: 'Boot',
  created: '2027-01-31',
  size: 'EXTRA_LARGE',
  category: shoes,
  tags: ['warm', 'dry'],
  variants: [],
  related: shoes,
};
const sock = { ...boot, id: 'p2', name: 'Sock', created: null, size: null, category: null, tags: [], variants: [boot] };
const ada = { __typename: 'User', id: 'u1', email: 'ada@example.com', bio: null, product: boot };
const nodes = [boot, shoes, ada, sock];
const page = (items: readonly object[]) => ({
  nodes: items,
  pageInfo: { hasNextPage: false, endCursor: null },
  totalCount: items.length,
});
const shop = { name: 'Warm feet', motto: null, owner: null, star: ada };
const rootValue = {
  node: ({ id }: { id: string }) => nodes.find((each) => each.id === id) ?? null,
  nodes,
  found: [boot, shoes],
  product: ({ id }: { id: string }) => [boot, sock].find((each) => each.id === id) ?? null,
  products: page([boot, sock]),
  things: page(nodes),
  shop,
  shopOf: shop,
  login: ({ email }: { email: string }) => ({
    token: 't',
    account: email === ada.email ? ada : null,
    userErrors: email === 'bad' ? [{ field: ['input', 'email'], message: 'is bad' }] : [],
  }),
  makeProduct: ({ product }: { product: { sizeLabel: string; productName: string } }) => ({
    product: { ...boot, name: `${product.productName} ${product.sizeLabel}` },
  }),
  addProduct: ({ name }: { name: string }) => ({ product: { ...boot, id: 'p 3', name } }),
};

executeRoots(shopSchema, rootValue);

/** What tests look at. */
export interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  components: { schemas: Record<string, Record<string, unknown>> };
}

export interface Shop {
  /** Sends `GET /v1/…`; a body is sent as JSON. The result is the status, and the body as JSON. */
  ask(line: string, body?: object): Promise<[number, unknown]>;
  send(line: string, body?: object, headers?: Record<string, string>): Promise<TextReply>;
  /** The OpenAPI document of a version. */
  describe(version: number): OpenApi;
}

/** The shop's REST API by these documents, in version 1. */
export function openShop(documents: Documents): Shop {
  const endpoints = folderOf({ 'api.json': '{ "name": "shop" }', ...documents });
  const portico = createPortico({ schema: shopSchema, endpoints, basePath: '/api', report: () => undefined });
  rmSync(endpoints, { recursive: true });
  const send: Shop['send'] = async (line, body, headers = {}) => {
    const options = { body, headers: { host: 'shop.example', ...headers } };
    return (await sendTo(portico, line.replace(' ', ' /api'), options)).reply;
  };
  return {
    describe: (version) => portico.openApi.get(`/v${version}/openapi.json`) as never,
    send,
    async ask(line, body) {
      const reply = await send(line, body);
      return [reply.status, reply.body === null ? null : JSON.parse(reply.body)];
    },
  };
}
