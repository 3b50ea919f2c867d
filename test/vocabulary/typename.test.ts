import { describe, expect, test } from 'vitest';
import { openShop } from './support/shop.ts';

describe('an object of a type of which nothing is selected', () => {
  const shop = openShop({
    'v1/a.graphql': `query get($id: ID!, $more: Boolean = false @expand(name: "more")) @endpoint(method: GET, path: "/p/{id}") {
      node(id: $id) { ... on Product { name @include(if: $more) } }
    }`,
    'v1/b.graphql':
      'query list @endpoint(method: GET, path: "/all") { nodes { ... on Product { name } } shop { star { ... on Product { id } } } }',
    'v1/c.graphql': `query list @endpoint(method: GET, path: "/pages") {
      things @paginate { nodes { ... on Category { id } ... on User { email } } }
    }`,
    'v2/c.graphql':
      'query list @endpoint(method: GET, path: "/pages") { things @paginate @unwrap { nodes { ... on Category { id } } } }',
    'v2/conventions.json': '{"page": {"envelope": null}}',
    'v1/d.graphql': 'query list @endpoint(method: GET, path: "/typed") { nodes { __typename ... on Product { id } } }',
  });
  test.each<[promise: string, line: string, answer: [number, unknown]]>([
    ['is 404', 'GET /v1/p/c1', [404, { error: 'No Node was found for id c1.' }]],
    ['is not 404 where something is selected and not expanded', 'GET /v1/p/p2', [200, {}]],
    [
      'is null in a list and in an object',
      'GET /v1/all',
      [200, { nodes: [{ name: 'Boot' }, null, null, { name: 'Sock' }], shop: { star: null } }],
    ],
    [
      'is left out of a page',
      'GET /v1/pages?limit=9',
      [200, { data: [{ id: 'c1' }, { email: 'ada@example.com' }], pagination: expect.anything() }],
    ],
    ['is left out of a page without an envelope', 'GET /v2/pages', [200, [{ id: 'c1' }]]],
    [
      'is there with the name of its type',
      'GET /v1/typed',
      [
        200,
        [
          { __typename: 'Product', id: 'p/1' },
          { __typename: 'Category' },
          { __typename: 'User' },
          { __typename: 'Product', id: 'p2' },
        ],
      ],
    ],
  ])('%s', async (_, line, answer) => {
    expect(await shop.ask(line)).toEqual(answer);
  });
  test('is null in the description of the API, and every other has what is selected', () => {
    const { components } = shop.describe(1);
    expect(components.schemas['List_bResponse']).toMatchObject({
      properties: { nodes: { items: { type: ['object', 'null'], required: ['name'] } } },
    });
  });
});

describe('the name of a type', () => {
  const documents = {
    'v1/a.graphql': 'query list @endpoint(method: GET, path: "/all") { nodes { type: __typename } }',
  };
  test.each<[convention: unknown, texts: string[]]>([
    ['schema', ['Product', 'Category', 'User', 'Product']],
    ['snake_case', ['product', 'category', 'user', 'product']],
    [{ Product: 'products', User: 'people' }, ['products', 'Category', 'people', 'products']],
  ])('has the text of %j', async (convention, texts) => {
    const conventions = JSON.stringify({ enums: { '*': 'lowercase', __typename: convention } });
    const shop = openShop({ ...documents, 'conventions.json': conventions });
    expect(await shop.ask('GET /v1/all')).toEqual([200, texts.map((type) => ({ type }))]);
    expect(JSON.stringify(shop.describe(1))).toContain(JSON.stringify([texts[1], texts[0], texts[2]]));
  });
});
