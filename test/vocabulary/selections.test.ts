import { expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

test('selections are sent as the document has them', async () => {
  const get = (path: string, selection: string, parameters = '') =>
    `query get${parameters} @endpoint(method: GET, path: "${path}") { ${selection} }`;
  const toy = toyEngine({
    'v1/a.graphql': get(
      '/unwrap',
      'book(id: $id) { id shelf @unwrap { name } author @unwrap { name } tags @unwrap { label } }',
      '($id: SafeInt!)',
    ),
    'v1/f.graphql': get('/shelves', 'shelves { name }'),
    'v1/g.graphql': get(
      '/things',
      'thing(kind: $kind) { __typename ... on Book { id genre } ... on Shelf { name } }',
      '($kind: String!)',
    ),
    'v1/h.graphql':
      get('/inline', 'book(id: 1) { ...A ...B ... on Book { title } }', '') +
      ' fragment A on Book { id ...B } fragment B on Book { genre author { name } }',
    'v1/i.graphql': get(
      '/flag',
      'book(id: 1) { id title @include(if: $title) genre @skip(if: $title) }',
      '($title: Boolean = true)',
    ),
    'v1/l.graphql': get(
      '/in',
      'tale(kind: "x") { ... on Book { in: shelf { name } } ... on Reel { in: box { size mood } } }',
    ),
    'conventions.json': '{"enums": {"Genre": {"FICTION": "made up", "FACT": "true"}}}',
  });
  const cases: [string, unknown][] = [
    ['/v1/unwrap?id=1', { id: 1, shelf: 'low', author: 'Ann', tags: ['a', 'b'] }],
    ['/v1/unwrap?id=3', { id: 3, shelf: 'low', author: null, tags: ['a', 'b'] }],
    ['/v1/shelves', []],
    ['/v1/things?kind=book', { __typename: 'Book', id: 1, genre: 'made up' }],
    ['/v1/things?kind=shelf', { __typename: 'Shelf', name: 'low' }],
    ['/v1/inline', { id: 1, genre: 'made up', author: { name: 'Ann' }, title: 'Book 1' }],
    ['/v1/flag', { id: 1, title: 'Book 1' }],
    ['/v1/flag?title=false', { id: 1, genre: 'made up' }],
    ['/v1/in', { in: { size: 1, mood: 'true' } }],
  ];
  for (const [target, body] of cases) expect(seen(await toy.send(`GET ${target}`))).toEqual([200, body]);
});

test('a number that JSON cannot hold is a failure, and not another number', async () => {
  const toy = toyEngine({
    'v1/a.graphql': 'query get($text: String) @endpoint(method: GET, path: "/a") { count(text: $text) }',
  });
  expect(seen(await toy.send('GET /v1/a?text=12'))).toEqual([200, 12]);
  expect((await toy.send('GET /v1/a?text=twelve')).status).toBe(500);
  expect(String((toy.reports[0]!.error.cause as Error).message)).toContain('Change "scalars.SafeInt"');
});
