import { expect, test } from 'vitest';
import { executeMocked } from './support/executeMocked.ts';

const SCHEMA = /* GraphQL */ `
  type Query {
    product(id: ID!): Product
    user(login: String!): User
    products: [Product!]!
    shop: Shop!
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
  type Shop {
    currency: String
    country: String
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

test('a value depends on its type, field and key alone', () => {
  const first = executeMocked(SCHEMA);
  const seven = first(`{ product(id: "7") ${ALL} }`);
  const second = executeMocked(SCHEMA);
  second(`{ products ${ALL} user(login: "x") { id } }`);
  expect(second(`{ shop { currency } product(id: "7") ${ALL} }`).product).toEqual(seven.product);
  expect(first(`{ product(id: "8") ${ALL} }`).product).not.toMatchObject({ price: seven.product.price });
});

test('an object has the id that is asked for, and values that fit each other', () => {
  const { product } = executeMocked(SCHEMA)(`{ product(id: "7") ${ALL} }`);
  expect(product).toMatchObject({ id: '7', name: 'Product 7', slug: 'product-7', isArchived: false, available: true });
  const { vendor } = product;
  const name = `${vendor.firstName} ${vendor.lastName}`.toLowerCase();
  expect(vendor).toMatchObject({ login: name.replace(' ', '-'), email: `${name.replace(' ', '.')}@example.com` });
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

test('money, currencies and countries are plausible', () => {
  expect(executeMocked(SCHEMA)('{ shop { currency country } }').shop).toEqual({
    currency: expect.stringMatching(/^[A-Z]{3}$/),
    country: expect.stringMatching(/^[A-Z][a-z]+$/),
  });
});
