import { type FieldNode, buildSchema, parse, print, visit } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type PagedTarget, addPage, pageVariables } from '../../../../src/gateway/compile/addPage.ts';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/conventions/defaultConventions.ts';

const schema = buildSchema(`
  type Query { books(first: Int!, after: Cursor, offset: [Int!]): Int }
  scalar Cursor
`);
const { args } = schema.getQueryType()!.getFields()['books']!;
const selection = { style: 'PAGE', offset: false, after: false, totalCount: false, pageInfo: false } as const;
const operationOf = (text: string) => {
  const [operation] = parse(text).definitions;
  return operation as Extract<typeof operation, { kind: 'OperationDefinition' }>;
};

/** The document with a page at the first field `books`, without line breaks. */
function add(
  text: string,
  more: Partial<typeof selection | Record<keyof typeof selection, boolean>>,
  names = {},
): string {
  const document = parse(text);
  const found: FieldNode[] = [];
  visit(document, { Field: (node) => void (node.name.value === 'books' && found.push(node)) });
  const target: PagedTarget = {
    node: found[0]!,
    arguments: args,
    variables: { first: 'f', after: 'a', offset: 'o' },
    names: { ...DEFAULT_CONVENTIONS.connection, ...names },
  };
  return print(addPage(document, target, { ...selection, ...more } as never)).replaceAll(/\s+/g, ' ');
}

describe('a page adds', () => {
  test.each<[what: string, more: Record<string, boolean>, result: string]>([
    ['the limit always', {}, 'query q($f: Int!) { books(first: $f) { nodes } }'],
    ['the cursor', { after: true }, 'query q($f: Int!, $a: Cursor) { books(first: $f, after: $a) { nodes } }'],
    ['the offset', { offset: true }, 'query q($f: Int!, $o: [Int!]) { books(first: $f, offset: $o) { nodes } }'],
    ['the count', { totalCount: true }, 'query q($f: Int!) { books(first: $f) { nodes _total: totalCount } }'],
    [
      'the page info',
      { pageInfo: true },
      'query q($f: Int!) { books(first: $f) { nodes _page: pageInfo { hasNextPage endCursor } } }',
    ],
  ])('%s', (_, more, result) => {
    expect(add('query q { books { nodes } }', more)).toBe(result);
  });
  test('to what the document has already', () => {
    expect(add('query q($x: Int) { books(shelf: $x) { nodes } other: books { nodes } }', { totalCount: true })).toBe(
      'query q($x: Int, $f: Int!) { books(shelf: $x, first: $f) { nodes _total: totalCount } other: books { nodes } }',
    );
  });
  test('to a field in a fragment', () => {
    expect(add('query q { ...F } fragment F on Query { books { nodes } }', {})).toBe(
      'query q($f: Int!) { ...F } fragment F on Query { books(first: $f) { nodes } }',
    );
  });
  test('arguments and fields by the names of the connection', () => {
    const names = { first: 'limit', after: 'from', offset: 'skip', totalCount: 'count', pageInfo: 'page' };
    expect(add('{ books { nodes } }', { after: true, offset: true, totalCount: true, pageInfo: true }, names)).toBe(
      'query ($f: Int, $a: Int, $o: Int) { books(limit: $f, from: $a, skip: $o) { nodes _total: count _page: page { hasNextPage endCursor } } }',
    );
  });
});

describe('the variables of a page', () => {
  test('have names that the operation does not use', () => {
    expect(pageVariables(operationOf('{ a }'))).toEqual({
      first: 'pageFirst',
      after: 'pageAfter',
      offset: 'pageOffset',
    });
    expect(pageVariables(operationOf('query q($pageFirst: Int, $pageFirst_: Int, $pageOffset: Int) { a }'))).toEqual({
      first: 'pageFirst__',
      after: 'pageAfter',
      offset: 'pageOffset_',
    });
  });
});
