import { buildSchema, parse, print, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { ExecutionRequest } from '../../../src/gateway/execute/Execute.ts';
import type { SelectableProperty } from '../../../src/gateway/plan/EndpointPlan.ts';
import { prepareTrusted } from '../../../src/gateway/handle/executedDocuments.ts';

const schema = buildSchema(`
  input Filter { a: Int, b: Int, c: Filter, all: [Filter], d: Filter }
  type Query { items(filter: Filter, ids: [ID], required: Filter! = {}): [Item] }
  type Item { id: ID name: String owner: Item }
`);
const requestWith = (variables: ExecutionRequest['variables']) => ({ variables }) as ExecutionRequest;
const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
/** The properties at these response paths, each in that around it. */
const propertiesIn = (around: string, paths: readonly string[]): SelectableProperty[] =>
  paths
    .filter((path) => path.slice(0, path.lastIndexOf('/')) === around)
    .map((path) => {
      const name = path.slice(around.length + 1);
      return { name, path: [name], wire: [name], properties: propertiesIn(path, paths) };
    });
const compile = (text: string, paths: string[] = [], prunable: string[] = []) => {
  const fields = [{ name: 'fields', path: ['items'], properties: propertiesIn('/items', paths) }];
  const compiled = prepareTrusted(parse(text), { prunable, fields }, schema);
  const list = () => compiled.list()?.map((document) => flat(print(document)));
  for (const document of compiled.list() ?? []) expect(validate(schema, document)).toEqual([]);
  return { ...compiled, whole: flat(print(compiled.document)), list };
};

describe('fields that requests can leave out', () => {
  test.each([
    [
      'get a condition, met by default',
      '{ items { id name } }',
      ['/items/name'],
      '{ id name @include(if: $select_items_name) }',
    ],
    [
      'get it from a fragment around them where they have one',
      'query ($o: Boolean!) { items { id name @include(if: $o) } }',
      ['/items/name'],
      '{ id ... @include(if: $select_items_name) { name @include(if: $o) } }',
    ],
    [
      'keep a condition of another kind',
      'query ($o: Boolean!) { items { id name @skip(if: $o) } }',
      ['/items/name'],
      '{ id name @skip(if: $o) @include(if: $select_items_name) }',
    ],
    [
      'are those at a path, by their aliases, as a whole and below',
      '{ items { id by: owner { id name } owner { id } } }',
      ['/items/by', '/items/by/name'],
      '{ id by: owner @include(if: $select_items_by) { id name @include(if: $select_items_by_name) } owner { id } }',
    ],
    [
      'are found in fragments, which are spread elsewhere as they are',
      '{ items { ...F owner { ...F } } } fragment F on Item { id name }',
      ['/items/name'],
      '{ ... on Item { id name @include(if: $select_items_name) } owner { ...F } }',
    ],
  ])('%s', (_, text, paths, selection) => {
    const { whole, list } = compile(text, paths);
    expect(whole).toContain(selection);
    expect(whole).toContain('$select_items');
    expect(list()).toEqual([whole]);
  });

  test('have variables with names of their own', () => {
    const { whole, select } = compile(
      'query ($select_items_name: ID) { items(ids: [$select_items_name]) { id name } }',
      ['/items/name'],
    );
    expect(whole).toContain('$select_items_name_: Boolean! = true');
    const selection = { key: '/items/name', leftOut: { '/items/name': false }, sent: new Map() } as const;
    const { variables, document } = select(requestWith({ select_items_name: '1' }), selection);
    expect(variables).toEqual({ select_items_name: '1', select_items_name_: false });
    expect(document).toBeUndefined();
  });

  test('leave no fragment that nothing spreads', () => {
    expect(compile('{ items { ...F } } fragment F on Item { id name }', ['/items/name']).whole).not.toContain(
      'fragment',
    );
  });
});

describe('objects and list items that requests can leave out', () => {
  test.each([
    ['nothing', 'query ($a: Int) { items(filter: { a: $a, b: 1 }) { id } }', 1],
    ['one object of several variables', 'query ($a: Int, $b: Int) { items(filter: { a: $a, b: $b }) { id } }', 2],
    ['an object in an object', 'query ($a: Int, $b: Int) { items(filter: { a: $a, c: { b: $b } }) { id } }', 3],
    ['two objects', 'query ($a: Int, $b: Int) { items(filter: { c: { a: $a }, d: { a: $b } }) { id } }', 4],
    ['items', 'query ($a: ID, $b: ID) { items(ids: [$a, $b, "1"]) { id } }', 4],
    ['an argument that must not be null', 'query ($a: Int) { items(required: { c: { a: $a } }) { id } }', 2],
    ['two objects of the same variable', 'query ($a: Int) { items(filter: { c: { a: $a }, d: { b: $a } }) { id } }', 2],
  ])('%s: as many documents as there are combinations', (_, text, count) => {
    const { list } = compile(text);
    expect(list()).toHaveLength(count);
    expect(new Set(list()).size).toBe(count);
  });

  test('are the documents of a request, which keeps an object for any of its variables', () => {
    const { select, list } = compile(
      'query ($a: Int, $b: Int, $c: ID) { items(filter: { a: $a, c: { b: $b } }, ids: [$c]) { id } }',
      [],
      ['a', 'b', 'c'],
    );
    const documentOf = (...absent: string[]) => {
      const given = ['a', 'b', 'c'].filter((name) => !absent.includes(name));
      const { document } = select(requestWith(Object.fromEntries(given.map((name) => [name, 1]))), undefined);
      return document && flat(print(document.create()));
    };
    expect(documentOf()).toBeUndefined();
    expect(documentOf('a')).toBeUndefined();
    expect(documentOf('b')).toBe('query ($a: Int, $c: ID) { items(filter: {a: $a}, ids: [$c]) { id } }');
    expect(documentOf('a', 'b', 'c')).toBe('{ items { id } }');
    expect(list()).toHaveLength(6);
  });

  test('are listed up to 1024 documents', () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);
    const withItems = (count: number) =>
      compile(
        `query (${names(count)
          .map((name) => `$${name}: ID`)
          .join()}) { items(ids: [${names(count)
          .map((name) => `$${name}`)
          .join()}, "1"]) { id } }`,
      );
    expect(withItems(9).list()).toHaveLength(512);
    expect(withItems(11).list()).toBeUndefined();
    expect(withItems(40).list()).toBeUndefined();
  });
});
