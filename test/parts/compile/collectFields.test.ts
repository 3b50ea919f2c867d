import { type FragmentDefinitionNode, type OperationDefinitionNode, buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  type ObjectSelection,
  collectFields,
  describeField,
  leavesBody,
  objectSelections,
  onlySelection,
  typeNameAt,
} from '../../../src/gateway/compile/response/collectFields.ts';

const schema = buildSchema(`
  directive @error on FIELD | INLINE_FRAGMENT
  type Query { thing: Thing }
  union Thing = Book | Shelf
  interface Named { name: String author: Author }
  type Book implements Named { "As on the cover." name: String @deprecated(reason: "Use title.") author: Author }
  type Shelf implements Named { name: String author: Author }
  type Author { name: String }
`);

/** What is selected of a thing, by response key: the parents, type paths and conditions of each occurrence. */
function collect(text: string) {
  const document = parse(text);
  const [operation] = document.definitions as OperationDefinitionNode[];
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === 'FragmentDefinition' ? [[each.name.value, each]] : [])),
  );
  const [field] = operation!.selectionSet.selections;
  const thing = schema.getType('Thing') as ObjectSelection['parent'];
  const selection = onlySelection(schema, thing, (field as { selectionSet: ObjectSelection['set'] }).selectionSet);
  return collectFields({ schema, fragments }, [selection]);
}

function seen(text: string) {
  return Object.fromEntries(
    [...collect(text)].map(([key, occurrences]) => [
      key,
      occurrences.map(({ parent, on, condition }) => [parent.name, [...on].join(' '), condition]),
    ]),
  );
}

describe('fields are collected', () => {
  test('by response key, in order, with the types that they are selected on', () => {
    const fields = seen(`{ thing { b: __typename ... on Named { a: name } ... on Book { a: name b: __typename } } }`);
    expect(fields).toEqual({
      b: [
        ['Thing', '>Book >Shelf', ''],
        ['Book', '>Book', ''],
      ],
      a: [
        ['Named', '>Book >Shelf', ''],
        ['Book', '>Book', ''],
      ],
    });
    expect(Object.keys(fields)).toEqual(['b', 'a']);
  });
  test('through fragments, on the types of all conditions around them', () => {
    const text = '{ thing { ...F } } fragment F on Shelf { ... on Named { ... { name } } }';
    expect(seen(text)).toEqual({ name: [['Named', '>Shelf', '']] });
  });
  test('with the conditions on them and around them', () => {
    const text =
      'query ($a: Boolean!, $b: Boolean!) { thing { ...F @skip(if: $a) } } fragment F on Book { name @include(if: $b) @other }';
    expect(seen(text)).toEqual({ name: [['Book', '>Book', '@skip(if: $a)@include(if: $b)']] });
  });
  test('but not errors as data, nor fragments that do not exist', () => {
    expect(seen('{ thing { ... on Book @error { name } ... on Shelf { name @error } ...None __typename } }')).toEqual({
      __typename: [['Thing', '>Book >Shelf', '']],
    });
  });
});

describe('the field of an occurrence', () => {
  test('has its type and what the schema says of it', () => {
    const { type, description, deprecationReason } = describeField(
      collect('{ thing { ... on Book { name } } }').get('name')![0]!,
    );
    expect([String(type), description, deprecationReason]).toEqual(['String', 'As on the cover.', 'Use title.']);
  });
  test('can be the name of its type', () => {
    const { type, description } = describeField(collect('{ thing { __typename } }').get('__typename')![0]!);
    expect([String(type), description]).toEqual(['String!', 'The name of the type of this object.']);
  });
});

describe('the selections below a response key', () => {
  const below = (text: string) =>
    objectSelections(collect(text).get('author')!, { schema }).map(({ on, condition }) => [[...on], condition]);
  test('depend on nothing where they have all in common', () => {
    expect(below('{ thing { ... on Named { author @include(if: $a) { name } } } }')).toEqual([[['>Author'], '']]);
    expect(below('{ thing { ... on Book { author { name } author { name } } } }')).toEqual([
      [['>Author'], ''],
      [['>Author'], ''],
    ]);
  });
  test('depend on the types that they are not all selected on', () => {
    expect(below('{ thing { ... on Named { author { name } } ... on Book { author { name } } } }')).toEqual([
      [['>Book>Author', '>Shelf>Author'], ''],
      [['>Book>Author'], ''],
    ]);
    expect(below('{ thing { ... on Shelf { author { name } } ... on Book { author { name } } } }')).toEqual([
      [['>Shelf>Author'], ''],
      [['>Book>Author'], ''],
    ]);
  });
  test('depend on the conditions that they do not share', () => {
    expect(below('{ thing { ... on Book { author { name } author @skip(if: $a) { name } } } }')).toEqual([
      [['>Author'], ''],
      [['>Author'], '@skip(if: $a)'],
    ]);
  });
  test('have the type paths of all objects around them', () => {
    const [first] = objectSelections(
      collect('{ thing { ... on Named { author { name } } ... on Book { author { name } } } }').get('author')!,
      { schema },
    );
    expect(first!.parent.name).toBe('Author');
    const paths = [...first!.on];
    expect(paths).toEqual(['>Book>Author', '>Shelf>Author']);
    expect(paths.map(typeNameAt)).toEqual(['Author', 'Author']);
  });
  test('are none of a scalar', () => {
    expect(objectSelections(collect('{ thing { ... on Book { name } } }').get('name')!, { schema })).toEqual([]);
  });
});

describe('leavesBody', () => {
  test.each([
    ['count @total', true],
    ['all { count @total }', true],
    ['all { count @total id }', false],
    ['id', false],
    ['... on All { count @total }', true],
    ['...T', true],
    ['...I', false],
    ['...Unknown', false],
  ])('{ %s } leaves the body: %s', (selection, leaves) => {
    const [operation, ...fragments] = parse(
      `{ ${selection} } fragment T on All { count @total } fragment I on All { id }`,
    ).definitions as [OperationDefinitionNode, ...FragmentDefinitionNode[]];
    const byName = new Map(fragments.map((each) => [each.name.value, each]));
    expect(leavesBody(operation.selectionSet.selections[0]!, byName)).toBe(leaves);
  });
});
