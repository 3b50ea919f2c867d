import { type FieldNode, buildSchema, parse, print, visit } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  type PagedTarget,
  addPage,
  pageVariables,
  withoutTotal,
} from '../../../src/gateway/compile/page/compilePage.ts';

describe('the documents of pages', () => {
  const listSchema = buildSchema(`
  type Query { books(first: Int!, after: Cursor, offset: [Int!]): Int }
  scalar Cursor
`);
  const { args } = listSchema.getQueryType()!.getFields()['books']!;
  const operationOf = (text: string) => {
    const [operation] = parse(text).definitions;
    return operation as Extract<typeof operation, { kind: 'OperationDefinition' }>;
  };

  /** The document with a page at the first field `books`, without line breaks. */
  function add(text: string, used: [argument: string, variable: string][], selection = '{ _ }'): string {
    const document = parse(text);
    const found: FieldNode[] = [];
    visit(document, { Field: (node) => void (node.name.value === 'books' && found.push(node)) });
    const target: PagedTarget = { node: found[0]!, arguments: args };
    const selected = operationOf(selection).selectionSet.selections.filter((each) => print(each) !== '_');
    return print(addPage(document, target, used, selected)).replaceAll(/\s+/g, ' ');
  }

  describe('a page adds', () => {
    test.each<[what: string, used: [string, string][], selection: string | undefined, result: string]>([
      ['nothing', [], undefined, 'query q { books { nodes } }'],
      ['an argument', [['first', 'f']], undefined, 'query q($f: Int!) { books(first: $f) { nodes } }'],
      [
        'arguments of the types of the schema',
        [
          ['after', 'a'],
          ['offset', 'o'],
          ['none', 'n'],
        ],
        undefined,
        'query q($a: Cursor, $o: [Int!], $n: Int) { books(after: $a, offset: $o, none: $n) { nodes } }',
      ],
      ['fields', [], '{ _total: count }', 'query q { books { nodes _total: count } }'],
    ])('%s', (_, used, selection, result) => {
      expect(add('query q { books { nodes } }', used, selection)).toBe(result);
    });
    test('to what the document has already', () => {
      const text = 'query q($x: Int) { books(shelf: $x) { nodes } other: books { nodes } }';
      expect(add(text, [['first', 'f']], '{ _total: totalCount }')).toBe(
        'query q($x: Int, $f: Int!) { books(shelf: $x, first: $f) { nodes _total: totalCount } other: books { nodes } }',
      );
    });
    test('to a field in a fragment', () => {
      expect(add('query q { ...F } fragment F on Query { books { nodes } }', [['first', 'f']])).toBe(
        'query q($f: Int!) { ...F } fragment F on Query { books(first: $f) { nodes } }',
      );
    });
    test('no fields to a list of scalars', () => {
      expect(add('{ books }', [['first', 'f']])).toBe('query ($f: Int!) { books(first: $f) }');
    });
  });

  describe('the variables of a page', () => {
    test('have names that the operation does not use', () => {
      expect(pageVariables(operationOf('{ a }'))).toEqual({
        first: 'pageFirst',
        after: 'pageAfter',
        last: 'pageLast',
        before: 'pageBefore',
        offset: 'pageOffset',
        page: 'pageNumber',
      });
      expect(pageVariables(operationOf('query q($pageFirst: Int, $pageFirst_: Int, $pageOffset: Int) { a }'))).toEqual({
        first: 'pageFirst__',
        after: 'pageAfter',
        last: 'pageLast',
        before: 'pageBefore',
        offset: 'pageOffset_',
        page: 'pageNumber',
      });
    });
  });

  const without = (text: string) => print(withoutTotal(parse(text))).replaceAll(/\s+/g, ' ');

  describe('withoutTotal', () => {
    test.each([
      ['query q { list { id } count @total }', 'query q { list { id } }'],
      ['query q { list { id } all { nested { count @total } } }', 'query q { list { id } }'],
      ['query q { list { id } all { count @total other } }', 'query q { list { id } all { other } }'],
      [
        'query q($a: A, $b: B) { list(a: $a) { id } all(b: $b) { count @total } }',
        'query q($a: A) { list(a: $a) { id } }',
      ],
      [
        'query q { list { ...I } ...T } fragment T on Query { all { ...U } } fragment U on All { count @total } fragment I on Item { id }',
        'query q { list { ...I } } fragment I on Item { id }',
      ],
      ['query q { list { id } ... on Query @include(if: true) { count @total } }', 'query q { list { id } }'],
    ])('%s is %s', (text, rest) => {
      expect(without(text)).toBe(rest);
    });

    test('a document without a total stays the same', () => {
      const document = parse('query q($unused: Int) { list { id } }');
      expect(withoutTotal(document)).toBe(document);
    });
  });
});
