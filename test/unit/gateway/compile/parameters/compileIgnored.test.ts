import { describe, expect, test } from 'vitest';
import { compileDocuments } from '../support/compileDocuments.ts';
import { testDiagnostics } from '../support/testDiagnostics.ts';

const schema = `
  input Filter { genre: String, or: Filter }
  type Query { echo(a: String, f: Filter): String books(first: Int, after: String): Books! }
  type Books { nodes: [Book!]! pageInfo: PageInfo! }
  type Book { id: ID! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Mutation { echo(a: String, f: Filter): String }
`;
const get = (ignore: string, path = '/e') =>
  `query get($a: String) @endpoint(method: GET, path: "${path}", ignore: ${ignore}) { echo(a: $a) }`;
const post = (ignore: string) =>
  `mutation m($a: String, $f: Filter @param(name: "data.f")) @endpoint(method: POST, path: "/e", ignore: ${ignore}) { echo(a: $a, f: $f) }`;
const HINT = 'Remove it from ignore, or remove the parameter.';

describe('ignore is refused', () => {
  testDiagnostics(schema, [
    ['for a query parameter', get('["x", ▶"a"]'), `ignore "a" is a parameter already. | ${HINT}`],
    [
      'for a parameter of the page, or expand',
      `query list($e: Boolean = false @expand) @endpoint(method: GET, path: "/b", ignore: [▶"limit", ▶"expand"]) {
        books @paginate(styles: [CURSOR]) { nodes { id @include(if: $e) } } }`,
      `ignore "limit" is a parameter already. | ${HINT}`,
      `ignore "expand" is a parameter already. | ${HINT}`,
    ],
    [
      'for properties, objects around them and properties of input objects',
      post('[▶"a", ▶"data", ▶"data.f.or.genre", "data.f.or.x", "b"]'),
      `ignore "a" is a parameter already. | ${HINT}`,
      `ignore "data" is a parameter already. | ${HINT}`,
      `ignore "data.f.or.genre" is a parameter already. | ${HINT}`,
    ],
    [
      'for a placeholder with a variable',
      `query get($a: String!) @endpoint(method: GET, path: "/e/{a}", ignore: ▶"a") { echo(a: $a) }`,
      `ignore "a" is a parameter already. | ${HINT}`,
    ],
    [
      'for an empty step',
      get('[▶"x..y"]'),
      'ignore "x..y" is not a valid name. | Write a name, with dots between its steps.',
    ],
  ]);
});

describe('a placeholder is a parameter or ignored', () => {
  testDiagnostics(schema, [
    ['by the document', get('["x"]', '/{x}/e')],
    ['by the conventions', { 'v1/a.graphql': get('[]', '/{x}/e'), 'v1/conventions.json': '{"ignore": ["x"]}' }],
    [
      'or refused',
      get('[]', '/{x}/e').replace('"/{', '▶"/{'),
      'The path has the placeholder {x}, but no variable has that parameter name. | Declare $x, rename the placeholder, or add it to ignore.',
    ],
  ]);
});

test('names of the conventions give way to parameters', () => {
  const documents = {
    'v1/a.graphql': get('[]'),
    'v1/b.graphql': post('["c"]'),
    'v1/c.graphql': post('[]').replace('path: "/e"', 'path: "/w", body: "f"').replace('mutation m', 'mutation w'),
    'v1/conventions.json': JSON.stringify({ ignore: ['a', 'data.f.genre', 'data.type', 'genre', 'c'] }),
  };
  const { endpoints } = compileDocuments(schema, documents).versions[0]!;
  expect(Object.fromEntries(endpoints.map(({ name, ignored }) => [name, ignored]))).toEqual({
    get: { path: [], query: ['genre', 'c'], body: [] },
    m: { path: [], query: ['c', 'a', 'genre'], body: ['c', 'data.type', 'genre'] },
    w: { path: [], query: ['genre', 'c'], body: ['data.f.genre', 'data.type'] },
  });
});
