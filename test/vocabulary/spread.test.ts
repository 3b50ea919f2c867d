import { describe, expect, test } from 'vitest';
import { openShop } from './support/shop.ts';

const MORE = ', $more: Boolean = false @expand(name: "more")';
/** Properties of a product, or a whole selection. */
const rooted = (selection: string) =>
  /^\w+(?:\(|: \w+\()/.test(selection) ? selection : `product(id: $id) { ${selection} }`;
const get = (selection: string) =>
  openShop({
    'v1/a.graphql': `query get($id: ID!${selection.includes('$more') ? MORE : ''}) @endpoint(method: GET, path: "/p/{id}") { ${rooted(selection)} }`,
  });

describe('the properties of an object with @spread', () => {
  test.each<[promise: string, selection: string, body: unknown, target?: string]>([
    [
      'take its place, in its order',
      'id category @spread { category: name parent { id } } name',
      { id: 'p/1', category: 'Shoes', parent: null, name: 'Boot' },
      'p%2F1',
    ],
    [
      'are null where it is',
      'id category @spread { category: name ... @wrap(as: "more") { parent { id } } }',
      { id: 'p2', category: null, more: null },
    ],
    [
      'are there when they are expanded',
      'id category @spread @include(if: $more) { category: name }',
      { id: 'p2', category: null },
      'p2?expand=more',
    ],
    ['are absent when they are not', 'id category @spread @include(if: $more) { category: name }', { id: 'p2' }],
    [
      'can be those of an object in an object',
      'node(id: $id) { ... on User { product @spread @unwrap { category { name } } id } }',
      { name: 'Shoes', id: 'u1' },
      'u1',
    ],
    [
      'can be spread again',
      'node(id: $id) { ... on User { email product @spread { name category @spread { category: name } } } }',
      { email: 'ada@example.com', name: 'Boot', category: 'Shoes' },
      'u1',
    ],
    [
      'are those of its type',
      'id related @spread { ... on Category { related: name } ... on Product { tags } ... on User { bio } }',
      { id: 'p2', related: 'Shoes' },
    ],
    [
      'are null where its type has nothing selected',
      'id related @spread { ... on Product { tags } }',
      { id: 'p2', tags: null },
    ],
  ])('%s', async (_, selection, body, target = 'p2') => {
    const [status, json] = await get(selection).ask(`GET /v1/p/${target}`);
    expect([status, json]).toEqual([200, body]);
    expect(Object.keys(json as object)).toEqual(Object.keys(body as object));
  });
});

test('of a null object only those are null that @fields lists', async () => {
  const shop = get(
    'id category @spread @fields { category: name parent { id } ... @wrap(as: "more") { again: name } }',
  );
  expect(await shop.ask('GET /v1/p/p2?fields=parent')).toEqual([200, { id: 'p2', parent: null }]);
  expect(await shop.ask('GET /v1/p/p2?fields=again')).toEqual([200, { id: 'p2', more: null }]);
  expect(await shop.ask('GET /v1/p/p2')).toEqual([200, { id: 'p2', category: null, parent: null, more: null }]);
});
