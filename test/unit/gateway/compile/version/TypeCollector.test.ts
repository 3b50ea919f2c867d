import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { TypeCollector, type UnknownScalars } from '../../../../../src/gateway/compile/version/TypeCollector.ts';
import { DEFAULT_CONVENTIONS } from '../../../../../src/gateway/conventions/defaultConventions.ts';

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
            { name: 'old', wireName: 'old', type: 'Int', required: false, deprecated: true },
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
