// The documents that an upstream is sent: what a request can leave out of the one of its endpoint, and how many these are.
import { buildSchema, parse, print, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { Folder } from '../support/runPortico.ts';

const SDL = `
  input Filter { a: Int, b: Int, c: Filter, all: [Filter], d: Filter }
  type Query { items(filter: Filter, ids: [ID], required: Filter! = {}): [Item] }
  type Item { id: ID! name: String owner: Item }
`;
const schema = buildSchema(SDL);
const folder = new Folder({
  'portico.config.json': '{ "schema": "schema.graphql", "endpoints": "rest" }',
  'schema.graphql': SDL,
});

/** The documents of an endpoint, or what is refused of it. `text` is an operation without its name and its endpoint. */
async function documentsOf(text: string): Promise<string[]> {
  const [, parameters = '', selection] = /^(?:query )?(\(.*?\))? ?(\{.*)$/s.exec(text)!;
  folder.write({ 'rest/v1/q.graphql': `query q${parameters} @endpoint(method: GET, path: "/q") ${selection}` });
  const { code, stderr } = await folder.run('documents --out out.json --format generic');
  if (code !== 0) throw new Error(stderr);
  const bodies = Object.values(folder.json('out.json') as Record<string, string>);
  const documents = bodies.filter((body) => body !== 'query porticoPing{__typename}');
  expect(documents).toHaveLength(bodies.length - 1);
  for (const document of documents) expect(validate(schema, parse(document))).toEqual([]);
  return documents.map((document) => print(parse(document)).replaceAll(/\s+/g, ' '));
}

describe('fields that requests can leave out', () => {
  test.each([
    [
      'get a condition, met by default',
      '{ items @fields { id name } }',
      'query q($select_items_name: Boolean! = true) { items { id name @include(if: $select_items_name) } }',
    ],
    [
      'get it from a fragment around them where they have one',
      'query ($o: Boolean = false @expand) { items @fields { id name @include(if: $o) } }',
      '{ items { id ... @include(if: $select_items_name) { name @include(if: $o) } } }',
    ],
    [
      'keep a condition of another kind',
      'query ($o: Boolean! = false) { items @fields { id name @skip(if: $o) } }',
      '{ items { id name @skip(if: $o) @include(if: $select_items_name) } }',
    ],
    [
      'are those at a path, by their aliases, as a whole and below',
      '{ items @fields { id by: owner { name } } }',
      '{ items { id by: owner @include(if: $select_items_by) { name @include(if: $select_items_by_name) } } }',
    ],
    [
      'are found in fragments, which are spread elsewhere as they are',
      '{ items @fields { ...F } other: items { ...F } } fragment F on Item { id name }',
      '{ items { ... on Item { id name @include(if: $select_items_name) } } other: items { ...F } } fragment F on Item { id name }',
    ],
    [
      'leave no fragment that nothing spreads',
      '{ items @fields { ...F } } fragment F on Item { id name }',
      '{ items { ... on Item { id name @include(if: $select_items_name) } } }',
    ],
    [
      'have variables with names of their own',
      'query ($select_items_name: ID!) { items(ids: [$select_items_name]) @fields { id name } }',
      'query q($select_items_name: ID!, $select_items_name_: Boolean! = true) { items(ids: [$select_items_name]) { id name @include(if: $select_items_name_) } }',
    ],
  ])('%s', async (_, text, expected) => {
    const [document, ...others] = await documentsOf(text);
    expect(others).toEqual([]);
    expect(document!.slice(-expected.length)).toBe(expected);
  });
});

test.each([
  ['nothing', 'query ($a: Int) { items(filter: { a: $a, b: 1 }) { id } }', 1],
  ['one object of several variables', 'query ($a: Int, $b: Int) { items(filter: { a: $a, b: $b }) { id } }', 2],
  ['an object in an object', 'query ($a: Int, $b: Int) { items(filter: { a: $a, c: { b: $b } }) { id } }', 3],
  ['two objects', 'query ($a: Int, $b: Int) { items(filter: { c: { a: $a }, d: { a: $b } }) { id } }', 4],
  ['items', 'query ($a: ID, $b: ID) { items(ids: [$a, $b, "1"]) { id } }', 4],
  ['an argument that must not be null', 'query ($a: Int) { items(required: { c: { a: $a } }) { id } }', 2],
  ['two objects of the same variable', 'query ($a: Int) { items(filter: { c: { a: $a }, d: { b: $a } }) { id } }', 2],
])('requests can leave out %s: there are as many documents as combinations', async (_, text, count) => {
  const documents = await documentsOf(text);
  expect(new Set(documents).size).toBe(count);
  expect(documents).toHaveLength(count);
});

test('up to 1024 documents are listed', async () => {
  const withItems = (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `$v${index}`);
    return documentsOf(
      `query (${names.map((name) => `${name}: ID`).join()}) { items(ids: [${names.join()}, "1"]) { id } }`,
    );
  };
  expect(await withItems(9)).toHaveLength(512);
  for (const count of [11, 40]) {
    await expect(withItems(count)).rejects.toThrow(
      /q\.graphql:1:1: "q" has more than 1024 documents, one for each combination of its optional objects and list items\. Make variables in them required/,
    );
  }
});
