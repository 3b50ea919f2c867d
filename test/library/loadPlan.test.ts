import { rmSync } from 'node:fs';
import { buildSchema, printSchema } from 'graphql';
import { afterAll, describe, expect, it, test } from 'vitest';
import { loadPlan } from '../../src/gateway/server.ts';
import { toySchema } from '../vocabulary/support/toy.ts';
import { folderOf } from './support/folderOf.ts';

const folder = folderOf({
  'v1/getBook.graphql':
    'query getBook($id: SafeInt!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { title genre } }',
});
afterAll(() => rmSync(folder, { recursive: true }));
const plan = loadPlan({ endpoints: folder }, toySchema);
const built = () => JSON.parse(JSON.stringify(plan)) as Record<string, unknown>;

describe('a built plan', () => {
  it('is the plan of its documents', () => {
    expect(loadPlan({ plan: built() }, toySchema)).toEqual(plan);
  });

  it('fits a schema that defines more', () => {
    const schema = buildSchema(printSchema(toySchema).replace('motto: String', 'motto: String\n  born: Int'));
    expect(loadPlan({ plan: built() }, schema)).toEqual(plan);
  });

  test.each<[string, [string, string], string]>([
    ['a field of another type', ['  title: String!', '  title: Int!'], 'Book.title is Int! in this schema'],
    ['a field that is gone', ['  genre: Genre!\n', ''], 'Book.genre does not exist in this schema'],
    ['an argument of another type', ['book(id: SafeInt!', 'book(id: ID!'], 'Query.book(id:) is ID! in this schema'],
    [
      'an argument that is required now',
      ['edition: Edition)', 'edition: Edition!)'],
      'Query.book(edition:) is required',
    ],
    ['another value of an enum', ['  FACT\n', '  FACT\n  POEM\n'], 'Genre is '],
  ])('does not fit a schema with %s', (_, [from, to], problem) => {
    const sdl = printSchema(toySchema);
    expect(sdl).toContain(from);
    expect(() => loadPlan({ plan: built() }, buildSchema(sdl.replace(from, to)))).toThrow(problem);
  });

  test.each<[string, unknown, string | RegExp]>([
    ['null', null, 'The plan is not valid'],
    ['another JSON', { openapi: '3.1.0' }, 'The plan is not valid'],
    [
      'another format',
      { ...built(), format: 99 },
      /^The plan has format 99, but this version of Portico requires format \d+; run "portico build" again\.$/,
    ],
  ])('is refused as %s', (_, json, problem) => {
    expect(() => loadPlan({ plan: json }, toySchema)).toThrow(problem);
  });
});

const sdl = `
  directive @requiresScopes(scopes: [[String!]!]!) on OBJECT | FIELD_DEFINITION
  type Query {
    book(id: ID!, at: Date, in: Genre, unused: Int): Book named: Named thing: Thing find(filter: Filter, filters: [Filter!]): Int
  }
  type Mutation { add(title: String = "x"): Book }
  interface Named { name: String owner: Named }
  type Book implements Named @requiresScopes(scopes: [["books"]]) {
    name: String @requiresScopes(scopes: [["names"]]) owner: Named genre: Genre unused: Int
  }
  type Shelf implements Named { name: String owner: Named }
  type Reel { box: Int }
  union Thing = Book | Reel
  enum Genre { FICTION FACT }
  scalar Date
  input Filter { and: [Filter!] genre: Genre other: Other text: String = "all" }
  input Other { date: Date! }
`;
const genre = { Genre: 'enum { FACT FICTION }' };
const ofBook = { Book: 'type @requiresScopes(scopes: [["books"]])', 'Book.genre': 'Genre', ...genre };
const reads = { Query: 'query type' };

test.each<[operation: string, coordinates: Record<string, string>]>([
  ['query q @E { book(id: "1") { genre } }', { ...reads, 'Query.book': 'Book', 'Query.book(id:)': 'ID!', ...ofBook }],
  [
    'mutation q($t: String) @E { add(title: $t) { genre } }',
    { Mutation: 'mutation type', 'Mutation.add': 'Book', 'Mutation.add(title:)': 'String = "x"', ...ofBook },
  ],
  [
    'query q @E { book(id: "1", at: "2", in: FACT) { genre } }',
    {
      ...reads,
      'Query.book': 'Book',
      'Query.book(id:)': 'ID!',
      'Query.book(at:)': 'Date',
      'Query.book(in:)': 'Genre',
      Date: 'scalar',
      ...ofBook,
    },
  ],
  [
    'query q @E { named { name } }',
    {
      ...reads,
      'Query.named': 'Named',
      Named: 'interface { Book Shelf }',
      'Named.name': 'String',
      Book: 'type @requiresScopes(scopes: [["books"]])',
      'Book.name': 'String @requiresScopes(scopes: [["names"]])',
      Shelf: 'type',
      'Shelf.name': 'String',
    },
  ],
  [
    'query q @E { thing { ... on Reel { box } ...F } } fragment F on Book { genre }',
    { ...reads, 'Query.thing': 'Thing', Thing: 'union { Book Reel }', Reel: 'type', 'Reel.box': 'Int', ...ofBook },
  ],
  [
    'query q @E { find(filters: [{ and: { text: "a" } }], filter: { other: { date: "1" } }) }',
    {
      ...reads,
      'Query.find': 'Int',
      'Query.find(filters:)': '[Filter!]',
      'Query.find(filter:)': 'Filter',
      Filter: 'input',
      'Filter.and': '[Filter!]',
      'Filter.text': 'String = "all"',
      'Filter.other': 'Other',
      Other: 'input',
      'Other.date': 'Date!',
      Date: 'scalar',
    },
  ],
  [
    'query q($f: [Filter!]) @E { find(filters: $f) }',
    {
      ...reads,
      'Query.find': 'Int',
      'Query.find(filters:)': '[Filter!]',
      Filter: 'input',
      'Filter.and': '[Filter!]',
      'Filter.genre': 'Genre',
      'Filter.other': 'Other',
      'Filter.text': 'String = "all"',
      ...genre,
      Other: 'input',
      'Other.date': 'Date!',
      Date: 'scalar',
    },
  ],
])('a plan needs of a schema what it uses, in alphabetical order: %s', (operation, coordinates) => {
  const endpoints = folderOf({ 'v1/a.graphql': operation.replace('@E', '@endpoint(method: POST, path: "/a")') });
  const needed = loadPlan({ endpoints }, buildSchema(sdl)).coordinates;
  rmSync(endpoints, { recursive: true });
  expect(needed).toEqual(coordinates);
  expect(Object.keys(needed)).toEqual(Object.keys(needed).toSorted());
});
