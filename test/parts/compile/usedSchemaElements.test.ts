import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  CoordinateCollector,
  TypeCollector,
  type UnknownScalars,
} from '../../../src/gateway/compile/usedSchemaElements.ts';
import { DEFAULT_CONVENTIONS } from '../../../src/gateway/plan/conventions/defaultConventions.ts';

describe('TypeCollector', () => {
  const schema = buildSchema(`
  "How it ends."
  enum Ending { HAPPY SAD }
  enum Plain { A }
  "What to look for."
  input Filter {
    "All of them."
    allOf: [Filter!]
    ending: Ending! = SAD
    limit: Int! = 3
    name: String!
    old: Int @deprecated
    none: Int = null
    other: Other
  }
  input Other { plain: Plain other: Other }
  input Choice @oneOf { a: Int b: Int }
  scalar Date
  type Query { a: Plain }
`);
  const conventions = { ...DEFAULT_CONVENTIONS, case: 'snake_case', enums: { Ending: 'lowercase' } } as const;

  function collect(...names: string[]) {
    const collector = new TypeCollector(conventions);
    for (const name of names) collector.add(schema.getType(name)!);
    return collector.table;
  }

  describe('the table of types has', () => {
    test('enums with their wire values, in the order of the schema', () => {
      const { enums, inputs } = collect('Ending', 'Ending', 'Plain');
      expect(enums).toStrictEqual({
        Ending: { description: 'How it ends.', values: { HAPPY: 'happy', SAD: 'sad' } },
        Plain: { values: { A: 'A' } },
      });
      expect(Object.keys(enums['Ending']!.values)).toStrictEqual(['HAPPY', 'SAD']);
      expect(inputs).toStrictEqual({});
    });
    test('input objects with their fields, and all types that they refer to', () => {
      expect(collect('Filter')).toStrictEqual({
        enums: {
          Ending: { description: 'How it ends.', values: { HAPPY: 'happy', SAD: 'sad' } },
          Plain: { values: { A: 'A' } },
        },
        inputs: {
          Filter: {
            description: 'What to look for.',
            fields: [
              { name: 'allOf', wireName: 'all_of', type: '[Filter!]', required: false, description: 'All of them.' },
              { name: 'ending', wireName: 'ending', type: 'Ending!', required: false, default: 'sad' },
              { name: 'limit', wireName: 'limit', type: 'Int!', required: false, default: 3 },
              { name: 'name', wireName: 'name', type: 'String!', required: true },
              { name: 'old', wireName: 'old', type: 'Int', required: false, deprecated: 'No longer supported' },
              { name: 'none', wireName: 'none', type: 'Int', required: false },
              { name: 'other', wireName: 'other', type: 'Other', required: false },
            ],
          },
          Other: {
            fields: [
              { name: 'plain', wireName: 'plain', type: 'Plain', required: false },
              { name: 'other', wireName: 'other', type: 'Other', required: false },
            ],
          },
        },
      });
    });
    test('whether exactly one field is given', () => {
      expect(collect('Choice').inputs['Choice']!.isOneOf).toBe(true);
      expect(collect('Other').inputs['Other']).not.toHaveProperty('isOneOf');
    });
    test('the named types of lists and of types without null, but no scalars and objects', () => {
      const collector = new TypeCollector(conventions);
      for (const { type } of Object.values(
        (schema.getType('Filter') as never as { getFields(): Record<string, { type: never }> }).getFields(),
      )) {
        collector.add(type);
      }
      expect(Object.keys(collector.table.inputs)).toStrictEqual(['Filter', 'Other']);
      expect(collect('Date', 'String', 'Query')).toStrictEqual({ enums: {}, inputs: {} });
    });
    test('the first uses of unknown scalars, of several collectors', () => {
      const [first, second] = parse('query A { a } query B { a }').definitions;
      const types = buildSchema('input C { s: S } input D { t: T s: S } scalar S scalar T type Query { a: S }');
      const unknownScalars: UnknownScalars = new Map();
      new TypeCollector(conventions, unknownScalars).add(types.getType('C')!, first);
      new TypeCollector(conventions, unknownScalars).add(types.getType('D')!, second);
      expect([...unknownScalars]).toStrictEqual([
        ['S', first],
        ['T', second],
      ]);
    });
  });
});

describe('CoordinateCollector', () => {
  const schema = buildSchema(`
  directive @requiresScopes(scopes: [[String!]!]!) on OBJECT | FIELD_DEFINITION
  type Query { book(id: ID!, at: Date, in: Genre, unused: Int): Book named: Named thing: Thing find(filter: Filter, filters: [Filter!]): Int }
  type Mutation { add(title: String = "x"): Book }
  interface Named { name: String owner: Named }
  type Book implements Named @requiresScopes(scopes: [["books"]]) { name: String @requiresScopes(scopes: [["names"]]) owner: Named genre: Genre unused: Int }
  type Shelf implements Named { name: String owner: Named }
  type Reel { box: Int }
  union Thing = Book | Reel
  enum Genre { FICTION FACT }
  scalar Date
  input Filter { and: [Filter!] genre: Genre other: Other text: String = "all" }
  input Other { date: Date! }
`);

  function collect(...texts: string[]) {
    const collector = new CoordinateCollector(schema);
    for (const text of texts) collector.addDocument(parse(text));
    return collector.collected;
  }
  const query = { Query: 'query type' };
  const book = { Book: 'type @requiresScopes(scopes: [["books"]])' };
  const genre = { Genre: 'enum { FACT FICTION }' };

  describe('an operation uses', () => {
    test.each<[text: string, coordinates: Record<string, string>]>([
      ['{ __typename }', query],
      [
        '{ book(id: "1") { genre } }',
        { ...query, 'Query.book': 'Book', 'Query.book(id:)': 'ID!', ...book, 'Book.genre': 'Genre', ...genre },
      ],
      ['mutation { add { __typename } }', { Mutation: 'mutation type', 'Mutation.add': 'Book', ...book }],
      [
        'mutation ($t: String) { add(title: $t) @include(if: true) { __typename } }',
        { Mutation: 'mutation type', 'Mutation.add': 'Book', 'Mutation.add(title:)': 'String = "x"', ...book },
      ],
      [
        '{ book(id: "1", at: "2", in: FACT) { __typename } }',
        {
          ...query,
          'Query.book': 'Book',
          'Query.book(id:)': 'ID!',
          'Query.book(at:)': 'Date',
          'Query.book(in:)': 'Genre',
          Date: 'scalar',
          ...genre,
          ...book,
        },
      ],
      [
        '{ named { name } }',
        {
          ...query,
          'Query.named': 'Named',
          Named: 'interface { Book Shelf }',
          'Named.name': 'String',
          ...book,
          'Book.name': 'String @requiresScopes(scopes: [["names"]])',
          Shelf: 'type',
          'Shelf.name': 'String',
        },
      ],
      [
        '{ thing { ... on Reel { box } ...F } } fragment F on Named { __typename }',
        {
          ...query,
          'Query.thing': 'Thing',
          Thing: 'union { Book Reel }',
          Reel: 'type',
          'Reel.box': 'Int',
          Named: 'interface { Book Shelf }',
        },
      ],
      [
        '{ find(filter: { genre: FACT, other: { date: "1" } }) }',
        {
          ...query,
          'Query.find': 'Int',
          'Query.find(filter:)': 'Filter',
          Filter: 'input',
          'Filter.genre': 'Genre',
          ...genre,
          'Filter.other': 'Other',
          Other: 'input',
          'Other.date': 'Date!',
          Date: 'scalar',
        },
      ],
      [
        '{ find(filters: [{ and: { text: "a" } }]) }',
        {
          ...query,
          'Query.find': 'Int',
          'Query.find(filters:)': '[Filter!]',
          Filter: 'input',
          'Filter.and': '[Filter!]',
          'Filter.text': 'String = "all"',
        },
      ],
      [
        'query ($f: [Filter!]) { find(filters: $f) }',
        {
          ...query,
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
    ])('%s', (text, coordinates) => {
      expect(collect(text)).toEqual(coordinates);
    });
  });

  test('the coordinates of several documents are in alphabetical order', () => {
    const collected = collect(
      '{ thing { __typename } }',
      '{ named { __typename } }',
      '{ __schema { types { name } } }',
    );
    expect(Object.keys(collected)).toEqual(['Named', 'Query', 'Query.named', 'Query.thing', 'Thing']);
  });

  test('a collector adds what another one has', () => {
    const [one, other] = [new CoordinateCollector(schema), new CoordinateCollector(schema)];
    one.addDocument(parse('{ thing { __typename } }'));
    other.addDocument(parse('query ($f: Filter) { find(filter: $f) }'));
    one.addAll(other);
    expect(one.collected).toEqual(collect('{ thing { __typename } }', 'query ($f: Filter) { find(filter: $f) }'));
  });
});
