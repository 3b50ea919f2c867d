import { describe, expect, test } from 'vitest';
import { ask } from './support/ask.ts';
import { describedOperation } from './support/described.ts';
import { seen, toyEngine } from './support/toy.ts';

test('a scope is required only where expand reaches', async () => {
  const toy = toyEngine({
    'v1/getBook.graphql': `query getBook($id: SafeInt!, $author: Boolean = false @expand)
    @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { id author @include(if: $author) { name } } }`,
  });
  expect((await toy.send('GET /v1/books/1', { scopes: 'none' })).status).toBe(200);
  const refused = await toy.send('GET /v1/books/1?expand=author', { scopes: 'none' });
  expect(seen(refused)).toEqual([403, { error: 'The scope "authors:read" is required.' }]);
  expect((await toy.send('GET /v1/books/1?expand=%61uthor', { scopes: 'none' })).status).toBe(403);
});

describe('what a parameter includes is required always, as it is read later', () => {
  test.each([
    [
      'the query, with @include',
      'query a($id: SafeInt!, $w: Boolean = false) @endpoint(method: GET, path: "/a/{id}") { book(id: $id) { id author @include(if: $w) { name } } }',
      'GET /v1/a/1?w=true',
      undefined,
    ],
    [
      'the headers',
      'query a($id: SafeInt!, $w: Boolean = false @param(in: HEADER, name: "x-w")) @endpoint(method: GET, path: "/a/{id}") { book(id: $id) { id author @include(if: $w) { name } } }',
      'GET /v1/a/1',
      { headers: { 'x-w': 'true' } },
    ],
    [
      'the body',
      'mutation a($title: String!, $w: Boolean = false) @endpoint(method: POST, path: "/a") { addBook(input: { title: $title }) { id author @include(if: $w) { name } } }',
      'POST /v1/a',
      { body: '{"title":"A","w":true}' },
    ],
  ])('of %s', async (_, document, line, options) => {
    const own = toyEngine({ 'v1/a.graphql': document });
    const refused = await own.send(line, { ...options, scopes: 'books:write' });
    expect(seen(refused)).toEqual([403, { error: 'The scope "authors:read" is required.' }]);
    expect(own.trace.executions).toBe(0);
    expect((await own.send(line, { ...options, scopes: 'books:write authors:read' })).status).toBe(200);
    expect(JSON.stringify(own.openApi.get('/v1/openapi.json'))).toMatch(/"x-scopes":\[[^x]*"authors:read"/);
  });
});

test.each(['[CURSOR, OFFSET]', '[OFFSET, CURSOR]', '[CURSOR, PAGE]'])(
  'a scope of the count is required in every style of a list of %s',
  async (styles) => {
    const counted = toyEngine({
      'v1/a.graphql': `query list @endpoint(method: GET, path: "/a") { counted @paginate(styles: ${styles}) { nodes { id } } }`,
    });
    for (const scopes of ['none', 'books:count']) {
      expect((await counted.send('GET /v1/a?cursor=', { scopes })).status).toBe(scopes === 'none' ? 403 : 200);
    }
    expect(JSON.stringify(counted.openApi.get('/v1/openapi.json'))).toContain('"x-scopes":[["books:count"]]');
  },
);

test.each([
  ['a', 200],
  ['b c', 200],
  ['b', 403],
  ['c', 403],
])('of alternatives, one is met by all of its scopes: "%s" is %i', async (authorization, status) => {
  const schema = `directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION
    type Query { a: Int @requiresScopes(scopes: [["a"], ["b", "c"]]) }`;
  const document = 'query a @endpoint(method: GET, path: "/a") { a }';
  const answer = await ask(schema, document, 'GET /v1/a', { root: { a: 1 }, headers: { authorization } });
  expect(answer.status).toBe(status);
});

test.each([
  ['{}', []],
  ['{ "page": { "parameters": { "before": "before" } } }', [['back']]],
])('a way back from a page requires the scopes of what it reads: %s', (conventions, scopes) => {
  const schema = `directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION
    type Query { all(first: Int, after: String, last: Int, before: String): All! }
    type All { nodes: [ID!]! pageInfo: Info! }
    type Info {
      hasNextPage: Boolean! endCursor: String hasPreviousPage: Boolean!
      startCursor: String @requiresScopes(scopes: [["back"]])
    }`;
  const list = 'query a @endpoint(method: GET, path: "/a") { all @paginate(styles: [CURSOR]) { nodes } }';
  const operation = describedOperation(schema, { 'conventions.json': conventions, 'v1/a.graphql': list });
  expect(operation['x-scopes']).toEqual(scopes);
});
