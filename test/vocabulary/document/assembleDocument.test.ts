import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, buildSchema, parse, print } from 'graphql';
import { describe, expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../src/gateway/plan/conventions/defaultConventions.ts';
import { assembleDocument, stripVocabulary } from '../../../src/gateway/compile/document/assembleDocument.ts';
import { query, testTable } from './support/table.ts';

const definitionsOf = (text: string) => {
  const { definitions } = parse(text);
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const [operation] = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  return { operation: operation as OperationDefinitionNode, fragments };
};
const shapesOf = (text: string) =>
  new Map(definitionsOf(text).fragments.map((node): [string, FragmentDefinitionNode] => [node.name.value, node]));
const minify = (text: string) => text.replace(/\s+/g, ' ').trim();
const schema = buildSchema('type Query { aField: X bField: X } type X { aField: Int cField: Int }');
const refuse = () => expect.unreachable();

test('an operation is assembled with the fragments that it spreads, those of its file before shapes', () => {
  const source = definitionsOf('query q { a { ...A ...B } } fragment A on X { own ...C }');
  const shapes = shapesOf(
    'fragment A on X { shape } fragment B on X { b } fragment C on X { c } fragment D on X { d }',
  );
  const { document, fragments } = assembleDocument(
    source,
    { shapes, conventions: DEFAULT_CONVENTIONS },
    refuse,
    schema,
  );
  expect([...fragments.keys()]).toEqual(['A', 'C', 'B']);
  expect(minify(print(document))).toBe(
    'query q { a { ...A ...B } } fragment A on X { own ...C } fragment C on X { c } fragment B on X { b }',
  );
});

test('fields without an alias are named by the conventions', () => {
  const source = definitionsOf('query q { aField theAlias: bField ...F }');
  const shapes = shapesOf('fragment F on X { cField }');
  const conventions = { ...DEFAULT_CONVENTIONS, case: 'snake_case' as const };
  const { document } = assembleDocument(source, { shapes, conventions }, refuse, schema);
  expect(minify(print(document))).toBe(
    'query q { a_field: aField theAlias: bField ...F } fragment F on X { c_field: cField }',
  );
});

test('a field is named by its coordinate first, where it has no alias', () => {
  const source = definitionsOf('query q { aField { aField x: aField ... on X { cField } } ...F }');
  const shapes = shapesOf('fragment F on X { aField }');
  const conventions = { ...DEFAULT_CONVENTIONS, names: { 'X.aField': 'first', 'X.cField': 'c' } };
  const { document } = assembleDocument(source, { shapes, conventions }, refuse, schema);
  expect(minify(print(document))).toBe(
    'query q { aField { first: aField x: aField ... on X { c: cField } } ...F } fragment F on X { first: aField }',
  );
});

test('the executed document has no endpoint directives and no descriptions; errors by type have their type name', () => {
  const text = `"Reads." query q("Text." $a: Int @param(min: 1)) @endpoint(method: GET, path: "/") @other {
    a(b: $a) @unwrap { c @include(if: true) ... on Failure @error { message } } }`;
  expect(minify(print(stripVocabulary(parse(text))))).toBe(
    'query q($a: Int) @other { a(b: $a) { _type: __typename c @include(if: true) ... on Failure { message } } }',
  );
});

describe('an unknown shape is refused', () => {
  const unknown = query('book(id: 1) { ...Bok }');
  testTable(
    [
      ['with the nearest name', unknown, '3:18: Unknown shape "Bok"; did you mean "Book"? | Known shapes are "Book".'],
      [
        'with those of its file',
        `${query('book(id: 1) { ...Unknown ...Own }')} fragment Own on Book { id }`,
        '3:18: Unknown shape "Unknown". | Known shapes are "Book", "Own".',
      ],
    ],
    { 'v1/shapes/Book.graphql': 'fragment Book on Book { id }' },
  );
  testTable([
    [
      'with the file to add, where there is none',
      unknown,
      '3:18: Unknown shape "Bok". | Add the file shapes/Bok.graphql with "fragment Bok on …".',
    ],
  ]);
});
