import { expect, test } from 'vitest';
import { openShop } from './support/shop.ts';

const conventions = {
  case: 'snake_case',
  names: { 'User.email': 'mail', 'Login.userErrors': 'errors', 'ProductInput.sizeLabel': 'size-label' },
};

test('fields and input fields without an alias have the names of the conventions, before the case', async () => {
  const shop = openShop({
    'v1/login.graphql': `mutation add($email: String!) @endpoint(method: POST, path: "/logins") {
      login(email: $email) { account { email alias: email } userErrors { message } }
    }`,
    'v1/make.graphql': `mutation make($product: ProductInput!) @endpoint(method: POST, path: "/products", body: "product") {
      makeProduct(product: $product) { product { name } }
    }`,
    'conventions.json': JSON.stringify(conventions),
  });
  expect(await shop.ask('POST /v1/logins', { email: 'ada@example.com' })).toEqual([
    200,
    { account: { mail: 'ada@example.com', alias: 'ada@example.com' }, errors: [] },
  ]);
  const made = await shop.ask('POST /v1/products', { 'size-label': 'XL', product_name: 'Hat' });
  expect(made).toEqual([200, { product: { name: 'Hat XL' } }]);
  const [status, body] = await shop.ask('POST /v1/products', { size_label: 'XL', product_name: 'Hat' });
  expect([status, body]).toEqual([400, { error: expect.stringContaining('size_label') }]);
  const { schemas } = shop.describe(1).components;
  expect(Object.keys(schemas['ProductInput']!['properties'] as object)).toEqual(['size-label', 'product_name']);
});
