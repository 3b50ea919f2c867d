import { buildSchema } from 'graphql';
import { afterEach, describe, expect, test } from 'vitest';
import { mockSchema } from '../../../../src/authoring/mock/mockSchema.ts';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/plan/conventions/defaultConventions.ts';
import { pagedSchema } from '../../../vocabulary/support/pagedSchema.ts';
import { type ServedSchema, serveSchema } from '../../../vocabulary/support/serveSchema.ts';
import { executeMocked } from './support/executeMocked.ts';

const SCHEMA = /* GraphQL */ `
  type Query {
    product(id: ID!): Product
    user(login: String!): User
    products: [Product!]!
    filtered(where: ProductFilter): [Product!]!
    status: Status
    result: Result
  }
  type Product {
    id: ID!
    name: String!
    slug: String!
    price: Float!
    stock: Int!
    isArchived: Boolean!
    available: Boolean!
    tags: [String!]!
    status: Status!
    createdAt: String!
    vendor: User
    variants: [Product!]!
    errors: [String!]!
    userErrors: [Failure!]
    error: Failure
    dimensions: Dimensions!
  }
  type Dimensions {
    width: Float!
    unit: String
  }
  enum Status {
    DRAFT
    OPEN
    OLD @deprecated
  }
  type User {
    id: ID!
    login: String!
    email: String
    firstName: String
    lastName: String
  }
  type Failure {
    message: String!
  }
  input ProductFilter {
    id: IdFilter
    slug: String
  }
  input IdFilter {
    _eq: ID
  }
  union Result = NotFound | ProductError | Product
  type NotFound {
    message: String
  }
  type ProductError {
    message: String
  }
`;
const ALL = `{ id name slug price stock isArchived available tags status createdAt vendor { id login email firstName lastName } dimensions { width unit } variants { id } }`;

describe('compileField', () => {
  test('a value depends on its type, field and key alone', () => {
    const first = executeMocked(SCHEMA);
    const seven = first(`{ product(id: "7") ${ALL} }`);
    const second = executeMocked(SCHEMA);
    second(`{ products ${ALL} user(login: "x") { id } }`);
    expect(second(`{ status product(id: "7") ${ALL} }`).product).toEqual(seven.product);
    expect(first(`{ product(id: "8") ${ALL} }`).product).not.toMatchObject({ price: seven.product.price });
  });

  test('an object has the id that is asked for, and values that fit each other', () => {
    const { product } = executeMocked(SCHEMA)(`{ product(id: "7") ${ALL} }`);
    expect(product).toMatchObject({
      id: '7',
      name: 'Product 7',
      slug: 'product-7',
      available: true,
    });
    const { vendor } = product;
    expect(vendor).toMatchObject({ login: `user-${vendor.id}`, email: `user-${vendor.id}@example.com` });
    expect(product.price).toBe(Math.round(product.price * 100) / 100);
    expect(Number.isInteger(product.stock) && product.stock >= 0).toBe(true);
    expect(['DRAFT', 'OPEN']).toContain(product.status);
    expect(new Date(product.createdAt).getUTCFullYear()).toBe(2026);
  });

  test('an object has what its arguments say, and is the one of the list with it', () => {
    const execute = executeMocked(SCHEMA);
    expect(execute('{ user(login: "nobody") { login } }').user).toEqual({ login: 'nobody' });
    const vendor = execute('{ product(id: "3") { vendor { id login } } }').product.vendor;
    expect(execute(`{ user(login: "${vendor.login}") { id login } }`).user).toEqual(vendor);
  });

  test('a list has three different items', () => {
    const { products } = executeMocked(SCHEMA)('{ products { id name tags } }');
    expect(products.map(({ id }: { id: string }) => id)).toEqual(['1', '2', '3']);
    expect(new Set(products[0].tags).size).toBe(3);
  });

  test('nothing says that something failed', () => {
    const execute = executeMocked(SCHEMA);
    expect(execute('{ product(id: "1") { errors userErrors { message } error { message } } }').product).toEqual({
      errors: [],
      userErrors: [],
      error: null,
    });
    expect(execute('{ result { __typename } }').result).toEqual({ __typename: 'Product' });
  });

  test('a list has the item whose key its arguments name', () => {
    const execute = executeMocked(SCHEMA);
    const idsOf = (operation: string) => execute(operation).found.map(({ id }: { id: string }) => id);
    expect(idsOf('{ found: filtered(where: { id: { _eq: "7" } }) { id } }')).toEqual(['7']);
    expect(idsOf('{ found: filtered(where: { slug: "product-7" }) { id } }')).toEqual(['7']);
  });
});

// Pages over mock data, followed as clients follow them.

let served: ServedSchema | undefined;

/** The ids of all pages, by `Link: next`. */
async function follow(target: string): Promise<number[]> {
  const ids: number[] = [];
  let next: string | undefined = target;
  for (let pages = 0; next !== undefined; pages++) {
    expect(pages).toBeLessThan(20);
    const { status, json, headers } = await served!.send(`GET ${next}`);
    expect(status).toBe(200);
    ids.push(...(json as { data: { id: number }[] }).data.map(({ id }) => id));
    next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return ids;
}

const FIFTY = Array.from({ length: 50 }, (_, index) => index + 1);
const list = (field: string, selection: string, paginate = '@paginate') =>
  `query list @endpoint(method: GET, path: "/items") { ${field} ${paginate} ${selection} }`;

describe('compileConnection', () => {
  afterEach(() => served?.close());

  test.each([
    ['Relay', list('allItems', '{ nodes { id } }'), '?cursor=&limit=7'],
    ['Relay by offset', list('allItems', '{ nodes { id } }'), '?limit=7'],
    ['edges', list('saleor', '{ edges @unwrap { node { id } } }', '@paginate(styles: [CURSOR])'), '?cursor=&limit=7'],
    [
      'a plain list with limit and offset',
      list('item', '{ id }', '@paginate(connection: { first: "limit", offset: "offset" }, styles: [OFFSET, PAGE])'),
      '?page=1&limit=7',
    ],
    [
      'the number of the page',
      list(
        'albums',
        '{ items { id } }',
        '@paginate(connection: { first: "perPage", page: "page", nodes: "items", totalCount: "meta.total" }, styles: [PAGE])',
      ),
      '?page=1&limit=7',
    ],
    [
      'a token of the next page',
      list(
        'listItems',
        '{ items { id } }',
        '@paginate(connection: { first: "pageSize", after: "pageToken", nodes: "items", endCursor: "nextPageToken" }, styles: [CURSOR])',
      ),
      '?cursor=&limit=7',
    ],
    [
      'items two levels down',
      list(
        'search',
        '{ hits { found { id } } }',
        '@paginate(connection: { first: "size", offset: "from", nodes: "hits.found", totalCount: "hits.total" }, styles: [OFFSET])',
      ),
      '?limit=7',
    ],
  ])('the pages of %s end, and have each item once', async (_, document, query) => {
    served = await serveSchema(mockSchema(pagedSchema, DEFAULT_CONVENTIONS), { 'v1/list.graphql': document });
    expect(await follow(`/v1/items${query}`)).toEqual(FIFTY);
  });

  test('a page says where it is, forwards and backwards', () => {
    const execute = executeMocked(pagedSchema);
    const select =
      '{ totalCount nodes { id } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }';
    const page = execute(`{ allItems(first: 2, after: "10") ${select} }`).allItems;
    expect(page).toEqual({
      totalCount: 50,
      nodes: [{ id: 11 }, { id: 12 }],
      edges: [{ cursor: '11' }, { cursor: '12' }],
      pageInfo: { hasNextPage: true, hasPreviousPage: true, startCursor: '11', endCursor: '12' },
    });
    expect(execute(`{ allItems(last: 2, before: "3") ${select} }`).allItems).toMatchObject({
      nodes: [{ id: 1 }, { id: 2 }],
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    expect(execute(`{ allItems(first: 2, after: "50") ${select} }`).allItems).toMatchObject({
      nodes: [],
      pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
    });
  });

  test('a connection has the names of the conventions', () => {
    const schema = buildSchema(/* GraphQL */ `
      type Query {
        things(howMany: Int, behind: String): Things!
      }
      type Things {
        pile: [Thing!]!
        all: Int!
        further: Boolean!
        mark: String
      }
      type Thing {
        id: ID!
      }
    `);
    const { connection } = DEFAULT_CONVENTIONS;
    const names = {
      first: 'howMany',
      after: 'behind',
      nodes: 'pile',
      totalCount: 'all',
      hasNextPage: 'further',
      endCursor: 'mark',
    };
    const execute = executeMocked(schema, { connection: { ...connection, ...names } });
    expect(execute('{ things(howMany: 2, behind: "48") { pile { id } all further mark } }').things).toEqual({
      pile: [{ id: '49' }, { id: '50' }],
      all: 50,
      further: false,
      mark: '50',
    });
  });
});
