import { expect, test } from 'vitest';
import { openShop } from './support/shop.ts';

const SELECTION = `product(id: $id) {
  id created tags category @spread { category: name } related { id }
  ... @wrap(as: "more") { size at: created @wrap(as: "date") }
  variants { id created parts: category @unwrap { parent { id } } }
}`;
const documents = {
  'v1/a.graphql': `query get($id: ID!) @endpoint(method: GET, path: "/p/{id}") { ${SELECTION} }`,
  'v1/c.graphql':
    'query list @endpoint(method: GET, path: "/pages") { things @paginate(styles: [CURSOR]) { nodes { id } } }',
  'v1/b.graphql': 'query list @endpoint(method: GET, path: "/shop") { shop { motto } products { totalCount } }',
};
const keep = openShop(documents);
const omit = openShop({ ...documents, 'conventions.json': '{"nulls": "omit"}' });

test('properties that are null are left out where the conventions say so, however deep', async () => {
  const boot = { id: 'p/1', created: '2027-01-31' };
  const related = { id: 'c1' };
  expect(await omit.ask('GET /v1/p/p2')).toEqual([
    200,
    { id: 'p2', tags: [], related, more: { at: {} }, variants: [boot] },
  ]);
  expect(await keep.ask('GET /v1/p/p2')).toEqual([
    200,
    {
      id: 'p2',
      created: null,
      tags: [],
      category: null,
      related,
      more: { size: null, at: { date: null } },
      variants: [{ ...boot, parts: null }],
    },
  ]);
  expect(await omit.ask('GET /v1/shop')).toEqual([200, { shop: {}, products: { totalCount: 2 } }]);
});

test('the position of a page has none either', async () => {
  const [, body] = await omit.ask('GET /v1/pages');
  expect(body).toMatchObject({ pagination: { hasMore: false } });
  expect(JSON.stringify(body)).not.toContain('null');
  expect(await keep.ask('GET /v1/pages')).toMatchObject([200, { pagination: { nextCursor: null, hasMore: false } }]);
});

test('a page by a template has none either', async () => {
  const body = { '{list}': '{items}', next: '{nextCursor}', links: { next: '{next}' }, text: 'after {nextCursor}' };
  const shop = openShop({
    ...documents,
    'conventions.json': JSON.stringify({ nulls: 'omit', page: { body } }),
  });
  const things = ['p/1', 'c1', 'u1', 'p2'].map((id) => ({ id }));
  expect(await shop.ask('GET /v1/pages')).toEqual([200, { things }]);
});
