import { describe, expect, test } from 'vitest';
import { openShop } from './support/shop.ts';

/** Properties of a product, or a whole selection. */
const rooted = (selection: string) =>
  /^\w+(?:\(|: \w+\()/.test(selection) ? selection : `product(id: $id) { ${selection} }`;
const get = (selection: string, variables = '') =>
  openShop({
    'v1/a.graphql': `query get($id: ID!${variables}) @endpoint(method: GET, path: "/p/{id}") { ${rooted(selection)} }`,
  });
const EXPAND = ', $more: Boolean = false @expand(name: "more")';

describe('a field with @wrap', () => {
  test.each<[promise: string, selection: string, body: unknown]>([
    ['is an object of its value', 'id name @wrap(as: "en-US")', { id: 'p2', name: { 'en-US': 'Sock' } }],
    ['is an object of null', 'created @wrap(as: "at")', { created: { at: null } }],
    ['is an object of a list', 'tags @wrap(as: "all")', { tags: { all: [] } }],
    ['is unwrapped first', 'variants @unwrap @wrap(as: "names") { name }', { variants: { names: ['Boot'] } }],
    [
      'wraps objects',
      'variants @wrap(as: "data") { category @wrap(as: "data") { id } }',
      { variants: { data: [{ category: { data: { id: 'c1' } } }] } },
    ],
    ['is the body', 'product(id: $id) @wrap(as: "data") { name }', { data: { name: 'Sock' } }],
    [
      'is the body on each step of the data path',
      'product(id: $id) @unwrap @wrap(as: "data") { tags @wrap(as: "tags") }',
      { data: { tags: [] } },
    ],
  ])('%s', async (_, selection, body) => {
    expect(await get(selection).ask('GET /v1/p/p2')).toEqual([200, body]);
  });
  test('is 404 where the resource is null', async () => {
    const [status] = await get('product(id: $id) @wrap(as: "data") { name }').ask('GET /v1/p/nope');
    expect(status).toBe(404);
  });
});

test.each<[id: string, status: number]>([
  ['u1', 200],
  ['c1', 404],
])('a fragment with @wrap in one of several types: %s is %i', async (id, status) => {
  const shop = get('node(id: $id) { ... on Product { name } ... on User { id ... @wrap(as: "of") { email } } }');
  const found = { id: 'u1', of: { email: 'ada@example.com' } };
  const missing = { error: 'No Node was found for id c1.' };
  expect(await shop.ask(`GET /v1/p/${id}`)).toEqual([status, status === 200 ? found : missing]);
});

describe('fragments with @wrap', () => {
  test.each<[promise: string, selection: string, body: unknown, query?: string]>([
    [
      'are one property',
      'id ... @wrap(as: "attributes") { name created }',
      { id: 'p2', attributes: { name: 'Sock', created: null } },
    ],
    [
      'are one property for one name',
      '... @wrap(as: "a") { name } id ... @wrap(as: "a") { created }',
      { a: { name: 'Sock', created: null }, id: 'p2' },
    ],
    [
      'are in each other',
      '... @wrap(as: "a") { ... @wrap(as: "b") { id } ... @wrap(as: "a") { name } }',
      { a: { b: { id: 'p2' }, a: { name: 'Sock' } } },
    ],
    [
      'can select a leaf again',
      'id __typename ... @wrap(as: "a") { id __typename }',
      { id: 'p2', __typename: 'Product', a: { id: 'p2', __typename: 'Product' } },
    ],
    [
      'can select an object again',
      'variants { id } ... @wrap(as: "a") { variants { category { id } } } ... @wrap(as: "b") { variants { category { name } } }',
      {
        variants: [{ id: 'p/1' }],
        a: { variants: [{ category: { id: 'c1' } }] },
        b: { variants: [{ category: { name: 'Shoes' } }] },
      },
    ],
    ['are absent unless they are expanded', 'id ... @include(if: $more) @wrap(as: "a") { id name }', { id: 'p2' }],
    [
      'are there when they are expanded',
      'id ... @include(if: $more) @wrap(as: "a") { id name }',
      { id: 'p2', a: { id: 'p2', name: 'Sock' } },
      '?expand=more',
    ],
    [
      'are an empty object without those of their fields that are not expanded',
      'id ... @wrap(as: "a") { name @include(if: $more) }',
      { id: 'p2', a: {} },
    ],
    [
      'are there for their type alone',
      'node(id: $id) { id ... on Product @wrap(as: "p") { id name } ... on Category @wrap(as: "c") { name } }',
      { id: 'p2', p: { id: 'p2', name: 'Sock' } },
    ],
  ])('%s', async (_, selection, body, query = '') => {
    const variables = selection.includes('$more') ? EXPAND : '';
    expect(await get(selection, variables).ask(`GET /v1/p/p2${query}`)).toEqual([200, body]);
  });
});
