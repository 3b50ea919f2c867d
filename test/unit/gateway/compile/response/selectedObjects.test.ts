import { type FieldNode, type OperationDefinitionNode, buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  type ObjectSelection,
  collectFields,
  onlySelection,
} from '../../../../../src/gateway/compile/response/collectFields.ts';
import {
  describeField,
  objectSelections,
  sentTypePaths,
} from '../../../../../src/gateway/compile/response/selectedObjects.ts';

const schema = buildSchema(`
  directive @error on FIELD | INLINE_FRAGMENT
  type Query { thing: Thing }
  union Thing = Book | Denied | Lost
  type Book { "As on the cover." title: String @deprecated(reason: "Use name.") author: Author }
  type Author { name: String }
  type Denied { message: String }
  type Lost { message: String }
`);

/** The selection of a thing. */
function select(text: string): ObjectSelection {
  const [operation] = parse(text).definitions as OperationDefinitionNode[];
  const [field] = operation!.selectionSet.selections as FieldNode[];
  return onlySelection(schema.getType('Thing') as ObjectSelection['type'], field!.selectionSet!);
}
const context = { schema, fragments: new Map() };
const occurrencesOf = (text: string, key: string) => collectFields(context, [select(text)]).get(key)!;

describe('the field of an occurrence', () => {
  test('has its type and what the schema says of it', () => {
    const { type, description, deprecationReason } = describeField(
      occurrencesOf('{ thing { ... on Book { title } } }', 'title')[0]!,
    );
    expect([String(type), description, deprecationReason]).toEqual(['String', 'As on the cover.', 'Use name.']);
  });
  test('can be the name of its type', () => {
    const { type, description } = describeField(occurrencesOf('{ thing { __typename } }', '__typename')[0]!);
    expect([String(type), description]).toEqual(['String!', 'The name of the type of this object.']);
  });
});

test('the selections of objects are those of their types', () => {
  const [author] = objectSelections(occurrencesOf('{ thing { ... on Book { author { name } } } }', 'author'));
  expect(author!.type.name).toBe('Author');
});

test.each<[text: string, typePaths: string[]]>([
  ['{ thing { __typename } }', ['>Book', '>Denied', '>Lost']],
  ['{ thing { ... on Denied @error { message } } }', ['>Book', '>Lost']],
  ['{ thing { ... on Denied @error { message } ... on Lost @error { message } } }', ['>Book']],
])('the objects of %s that are sent are %j', (text, typePaths) => {
  expect(sentTypePaths([select(text)], context)).toEqual(typePaths);
});
