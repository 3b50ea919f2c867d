import { beforeAll, expect, test } from 'vitest';
import { validateOpenApi } from './describe/support/validateOpenApi.ts';
import { type Shop, openShop } from './support/shop.ts';

const documents = {
  'v1/getProduct.graphql': `query getProduct($id: ID!) @endpoint(method: GET, path: "/products/{id}", maxAge: 60) {
    product(id: $id) @wrap(as: "data") { ...Product }
  }`,
  'v1/listProducts.graphql': `query listProducts @endpoint(method: GET, path: "/products") {
    products @paginate(styles: [PAGE]) { nodes { ...Product } }
  }`,
  'v1/addProduct.graphql': `mutation addProduct($name: String! @param(name: "data.attributes.name"))
    @endpoint(method: POST, path: "/products", status: 201, location: "/products/{data.id}") {
      addProduct(name: $name) @unwrap { product @wrap(as: "data") { ...Product } }
    }`,
  'v1/getNode.graphql': `query getNode($id: ID!) @endpoint(method: GET, path: "/nodes/{id}") {
    node(id: $id) { ...Product ... on User { type: __typename id ... @wrap(as: "attributes") { email bio } } }
  }`,
  'v1/shapes/Product.graphql': `fragment Product on Product {
    type: __typename id
    ... @wrap(as: "attributes") { name createdAt: created }
    ... @wrap(as: "relationships") { category @wrap(as: "data") { type: __typename id } }
    ... @wrap(as: "links") { self: id @template(value: "/products/{}") }
  }`,
  'conventions.json': JSON.stringify({ enums: { __typename: { Product: 'products', Category: 'categories' } } }),
};
let shop: Shop;
beforeAll(() => {
  shop = openShop(documents);
});

const boot = {
  type: 'products',
  id: 'p/1',
  attributes: { name: 'Boot', createdAt: '2027-01-31' },
  relationships: { category: { data: { type: 'categories', id: 'c1' } } },
  links: { self: '/api/v1/products/p%2F1' },
};
const sock = {
  type: 'products',
  id: 'p2',
  attributes: { name: 'Sock', createdAt: null },
  relationships: { category: { data: null } },
  links: { self: '/api/v1/products/p2' },
};

test('a resource', async () => {
  expect(await shop.ask('GET /v1/products/p%2F1')).toEqual([200, { data: boot }]);
  expect(await shop.ask('GET /v1/products/p2')).toEqual([200, { data: sock }]);
  expect((await shop.ask('GET /v1/products/p3'))[0]).toBe(404);
});

test('resources of a page', async () => {
  const [status, body] = await shop.ask('GET /v1/products');
  expect([status, (body as { data: unknown }).data]).toEqual([200, [boot, sock]]);
});

test('a resource of one of several types', async () => {
  const user = { type: 'User', id: 'u1', attributes: { email: 'ada@example.com', bio: null } };
  expect(await shop.ask('GET /v1/nodes/u1')).toEqual([200, user]);
  expect(await shop.ask('GET /v1/nodes/p2')).toEqual([200, sock]);
  expect((await shop.ask('GET /v1/nodes/c1'))[0]).toBe(404);
});

test('a new resource, whose location is a property of the wrapped body', async () => {
  const reply = await shop.send('POST /v1/products', { data: { attributes: { name: 'Hat' } } });
  expect([reply.status, reply.headers['location']]).toEqual([201, '/api/v1/products/p%203']);
  expect(JSON.parse(reply.body!)).toMatchObject({ data: { id: 'p 3', links: { self: '/api/v1/products/p%203' } } });
});

test('its entity tag is that of its body, as a conditional write compares it', async () => {
  const first = await shop.send('GET /v1/products/p2');
  const again = await shop.send('GET /v1/products/p2', undefined, { 'if-none-match': first.headers['etag']! });
  expect([first.status, again.status]).toEqual([200, 304]);
});

test('the description of the API is valid, and has one component for the shape', () => {
  const document = shop.describe(1);
  expect(validateOpenApi(document as never)).toEqual([]);
  expect(document.paths['/products/{id}']!['get']!.responses['200']).toMatchObject({
    content: {
      'application/json': {
        schema: { type: 'object', required: ['data'], properties: { data: { $ref: '#/components/schemas/Product' } } },
      },
    },
  });
});
