import { describe, expect, test } from 'vitest';
import { diagnosticsOf } from './support/compileDocuments.ts';
import { testDiagnostics } from './support/testDiagnostics.ts';

const schema = `
  type Query {
    books(first: Int, after: String, offset: Int): Books!
    forward(first: Int, after: String): Forward!
    counted(first: Int, offset: Int): Counted!
    bare: Bare!
    faces(first: Int, after: String): Faces!
    chosen(first: Int, after: String): Chosen
  }
  type Books { nodes: [Book!]! pageInfo: PageInfo! totalCount: Int! }
  type Forward { nodes: [Book!]! pageInfo: PageInfo! }
  type Counted { nodes: [Book!]! totalCount: Int! }
  type Bare { nodes: [Book!]! }
  interface Faces { nodes: [Book!]! pageInfo: PageInfo! }
  type Face implements Faces { nodes: [Book!]! pageInfo: PageInfo! }
  union Chosen = Forward
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Book { id: ID! }
`;
const list = (field: string, directive = '@paginate', selection = '{ nodes { id } }') =>
  `query list @endpoint(method: GET, path: "/b") { ${field} ${directive} ${selection} }`;
const argument = (field: string, name: string) =>
  `"${field}" has no argument "${name}", which @paginate needs. | ${name === 'first' ? 'Add' : 'Remove the styles that need it, or add'} the argument to the schema.`;
const field = (type: string, name: string) =>
  `${type} has no field "${name}", which @paginate needs. | Remove the styles that need it, or add the field to the schema.`;
const byPage = (name: string) =>
  `PAGE of "${name}" needs offset or page. | Name its argument in connection:, or remove PAGE.`;

describe('a connection is refused', () => {
  testDiagnostics(schema, [
    [
      'whose argument is given',
      list('books(first: 3)', '@paginate').replace('first', '▶first'),
      '@paginate sets the argument "first" of "books" itself. | Remove "first".',
    ],
    [
      'with a default above the maximum',
      list('books', '@paginate(default: ▶30, max: 20)'),
      'The default limit 30 is not between 1 and 20. | Change default or max.',
    ],
    [
      'with a default below one',
      list('books', '@paginate(default: ▶0)'),
      'The default limit 0 is not between 1 and 100. | Change default or max.',
    ],
  ]);
  test.each([
    ['CURSOR', 'counted', [argument('counted', 'after'), field('Counted!', 'pageInfo')]],
    ['OFFSET', 'forward', [argument('forward', 'offset')]],
    ['PAGE', 'forward', [byPage('forward')]],
    ['CURSOR', 'bare', [argument('bare', 'first'), argument('bare', 'after'), field('Bare!', 'pageInfo')]],
  ])('without what the style %s needs: %s', (style, name, diagnostics) => {
    const found = diagnosticsOf(schema, list(name, `@paginate(styles: [${style}])`));
    expect(found.map((each) => each.replace(/^\S+ /, ''))).toEqual(diagnostics);
  });
  test('at the directive where it names no styles', () => {
    expect(diagnosticsOf(schema, list('forward'))).toEqual([`v1/a.graphql:1:57 ${argument('forward', 'offset')}`]);
  });
  test('of a union, which has no fields', () => {
    const document = list('chosen', '@paginate(styles: [CURSOR])', '{ ... on Forward { nodes { id } } }');
    expect(diagnosticsOf(schema, document)).toEqual([`v1/a.graphql:1:74 ${field('Chosen', 'pageInfo')}`]);
  });
});

test.each([
  ['of all styles', list('books')],
  ['of offsets alone', list('counted', '@paginate(styles: [OFFSET, PAGE])')],
  ['of cursors alone', list('forward', '@paginate(styles: [CURSOR])')],
  ['that is an interface', list('faces', '@paginate(styles: [CURSOR])')],
  ['with a default that is the maximum', list('books', '@paginate(default: 7, max: 7)')],
  ['with a maximum below the default of the version', list('books', '@paginate(max: 5)')],
])('a connection is accepted %s', (_, document) => {
  expect(diagnosticsOf(schema, document)).toEqual([]);
});
