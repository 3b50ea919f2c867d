import { describe, expect, test } from 'vitest';
import { pagedSchema } from '../support/pagedSchema.ts';
import { describedOperation } from '../support/described.ts';
import { faultsOf, testFaults, warningsOf } from '../support/faults.ts';

const schema = `
  type Query {
    books(first: Int, after: String, offset: Int): Books!
    forward(first: Int, after: String): Forward!
    counted(first: Int, offset: Int): Counted!
    bare: Bare!
    faces(first: Int, after: String): Faces!
    chosen(first: Int, after: String): Chosen
    numbered(page: Int, filter: String): [Book!]!
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
  `"${field}" has no argument "${name}", which @paginate needs. ${name === 'first' ? 'Add' : 'Remove the styles that need it, or add'} the argument to the schema.`;
const field = (type: string, name: string) =>
  `${type} has no field "${name}", which @paginate needs. Remove the styles that need it, or add the field to the schema.`;
const byPage = (name: string) =>
  `PAGE of "${name}" needs offset or page. Name its argument, as in connection: { page: "page" }, or remove PAGE.`;

describe('a connection is refused', () => {
  testFaults(schema, [
    [
      'with a default above the maximum',
      list('books', '@paginate(default: ▶30, max: 20)'),
      'The default limit 30 is not between 1 and 20. Change default or max.',
    ],
    [
      'with a default below one',
      list('books', '@paginate(default: ▶0)'),
      'The default limit 0 is not between 1 and 100. Change default or max.',
    ],
  ]);
  test.each<[style: string, name: string, ...diagnostics: unknown[]]>([
    ['CURSOR', 'counted', argument('counted', 'after'), field('Counted!', 'pageInfo')],
    ['OFFSET', 'forward', argument('forward', 'offset')],
    ['PAGE', 'forward', byPage('forward')],
    ['CURSOR', 'bare', argument('bare', 'first'), argument('bare', 'after'), field('Bare!', 'pageInfo')],
  ])('without what the style %s needs: %s', (style, name, ...diagnostics) => {
    const found = faultsOf(schema, list(name, `@paginate(styles: [${style}])`));
    expect(found.map((each) => each.replace(/^\S+ /, ''))).toEqual(diagnostics);
  });
  test('that has arguments under other names, or no size of pages', () => {
    const diagnostics = faultsOf(schema, list('numbered', '@paginate(styles: [PAGE])', '{ id }'));
    expect(diagnostics.map((each) => each.replace(/^\S+ /, ''))).toEqual([
      '"numbered" has no argument "first", which @paginate needs. Name the one for the size of a page, as in connection: { first: "limit" }. Without one, pass a variable, as in page: $page, instead of @paginate.',
      byPage('numbered'),
    ]);
  });
  test('at the directive where it names no styles', () => {
    expect(faultsOf(schema, list('forward'))).toEqual([`v1/a.graphql:1:57: ${argument('forward', 'offset')}`]);
  });
  test('of a union, which has no fields', () => {
    const document = list('chosen', '@paginate(styles: [CURSOR])', '{ ... on Forward { nodes { id } } }');
    expect(faultsOf(schema, document)).toEqual([`v1/a.graphql:1:74: ${field('Chosen', 'pageInfo')}`]);
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
  expect(faultsOf(schema, document)).toEqual([]);
});

describe('names of the field itself are refused', () => {
  const corrected = (message: typeof field, on: string, name: string) =>
    message(on, name).replace(/(?<=needs\. ).*/, 'Correct the name.');
  const own = (names: string, styles = 'OFFSET') =>
    list('books', `@paginate(connection: ▶{ ${names} }, styles: [${styles}])`);
  testFaults(schema, [
    ['that are no arguments', own('first: "limit"'), corrected(argument, 'books', 'limit')],
    [
      'that are no arguments, of styles that are not offered',
      own('page: "page"'),
      corrected(argument, 'books', 'page'),
    ],
    ['that are no fields', own('totalCount: "pageInfo.total"'), corrected(field, 'PageInfo!', 'total')],
    ['that go on behind a scalar', own('endCursor: "totalCount.x"', 'CURSOR'), corrected(field, 'Int!', 'x')],
    [
      'that the document gives as arguments',
      list('books(after: "x", ▶offset: 1)', '@paginate(connection: { offset: "offset" }, styles: [OFFSET])'),
      '@paginate sets the argument "offset" of "books" itself. Remove "offset".',
    ],
  ]);
});

describe('a cursor is refused', () => {
  const text = (name: string) =>
    `The cursor "${name}" is of the type Int; a cursor must be a String, an ID or a custom scalar. Leave CURSOR out of styles:.`;
  testFaults(pagedSchema, [
    [
      'that is a number',
      list('numbered', '@paginate(connection: { endCursor: "next" }, styles: ▶▶[CURSOR])'),
      text('next'),
      text('after'),
    ],
  ]);
});

describe('the way back', () => {
  const before = (name: string, more = '') => ({
    'conventions.json': '{ "page": { "parameters": { "before": "until" } } }',
    'v1/a.graphql': list(name, `@paginate(styles: [CURSOR]${more})`),
  });
  test('is left out, with a warning, where it has not', () => {
    const documents = before('forward');
    const names = describedOperation(pagedSchema, documents).parameters!.map(({ name }) => name);
    expect(names).toEqual(['limit', 'cursor']);
    expect(warningsOf(pagedSchema, documents)).toEqual([
      'v1/a.graphql:1:57: "forward" has no parameter "until", which needs "last", "before" and "pageInfo.startCursor". Name them in connection:, or add them to the schema.',
    ]);
  });
  testFaults(pagedSchema, [
    [
      'is refused where it is named and not there',
      before('forward', ', connection: ▶{ last: "last" }'),
      '"forward" has no argument "last", which @paginate needs. Correct the name.',
    ],
  ]);
});

describe('{total} of page.body', () => {
  const body = (text: string, document: string) => ({
    'conventions.json': `{ "page": { "body": { "data": "{items}", "all": "${text}" } } }`,
    'v1/a.graphql': document,
  });
  testFaults(schema, [
    [
      'is refused where a list has no total',
      body('{totalPages}', list('forward', '▶@paginate(styles: [CURSOR])')),
      '"forward" has no total, which {totalPages} of page.body needs. Write {totalPages?} there, use @total, or name totalCount in connection:.',
    ],
    ['need not be there where it is optional', body('{total?}', list('forward', '@paginate(styles: [CURSOR])'))],
  ]);
});
