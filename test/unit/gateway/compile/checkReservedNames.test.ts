import { describe, expect, test } from 'vitest';
import { diagnosticsOf } from './support/compileDocuments.ts';
import { testDiagnostics } from './support/testDiagnostics.ts';

const schema = `
  type Query { books(first: Int, after: String, offset: Int, shelf: String): Books! book(id: ID, text: String): Book }
  type Books { nodes: [Book!]! pageInfo: PageInfo! totalCount: Int! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Book { id: ID! title: String }
`;
const list = (variable: string, styles = '', name = 's') =>
  `query list(${variable}) @endpoint(method: GET, path: "/b") { books(shelf: $${name}) @paginate${styles} { nodes { id } } }`;
const get = (variable: string, more = '') =>
  `query get(${variable}) @endpoint(method: GET, path: "/b") { book(text: $expand) { id ${more} } }`;

describe('a query parameter is refused', () => {
  testDiagnostics(schema, [
    [
      'with the name of a limit',
      list('$s: String @param(name: ▶"limit")'),
      'The query parameter "limit" is reserved for pagination and expansion. | Rename the variable, or use @param(name: …).',
    ],
    [
      'with the name of an offered style',
      list('▶$page: String', '', 'page'),
      'The query parameter "page" is reserved for pagination and expansion. | Rename the variable, or use @param(name: …).',
    ],
    [
      'with the name of the expand parameter',
      get('▶$expand: String, $e: Boolean = false @expand', 'title @include(if: $e)'),
      'The query parameter "expand" is reserved for pagination and expansion. | Rename the variable, or use @param(name: …).',
    ],
    [
      'of a lookup',
      `query look(▶$expand: ID) { book(id: $expand) { id @export(as: "id") } }
query get($id: ID!, $e: Boolean = false @expand) @endpoint(method: GET, path: "/b") {
  book(id: $id) { id title @include(if: $e) }
}`,
      'The query parameter "expand" is reserved for pagination and expansion. | Rename the variable, or use @param(name: …).',
    ],
    [
      'by conventions with one name for two',
      {
        'conventions.json': '{"page": {"parameters": {"cursor": "page"}}}',
        'v1/a.graphql': `▶query list @endpoint(method: GET, path: "/b") { books @paginate { nodes { id } } }`,
      },
      'Two of page.parameters use the query parameter "page"; each must have its own name. | Change page.parameters or expand in conventions.json.',
    ],
  ]);
});

test.each([
  ['of a style that is not offered', list('$page: String', '(styles: [CURSOR])', 'page')],
  ['of expand where nothing expands', get('$expand: String')],
  ['of a limit in a header', list('$s: String @param(in: HEADER, name: "limit")')],
])('a parameter has the name %s', (_, document) => {
  expect(diagnosticsOf(schema, document)).toEqual([]);
});
