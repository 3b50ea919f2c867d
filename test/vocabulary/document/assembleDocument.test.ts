import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { query, testLibrary } from '../support/library.ts';

const schema = `
  directive @other on QUERY
  type Query { aField: X bField: X pick(b: Int): Picked }
  type X { aField: Int cField: Int dField: Int }
  union Picked = X | Failure
  type Failure { message: String }
`;
const endpoint = (name: string, selection: string) =>
  `query ${name} @endpoint(method: GET, path: "/b") { ${selection} }`;

/** The operation that is executed. */
async function executedOf(documents: Record<string, string>): Promise<string> {
  const { executed } = await ask(schema, documents, 'GET /v1/b', { root: { aField: {}, bField: {} } });
  expect(executed).toHaveLength(1);
  return executed[0]!;
}

test('an operation is executed with the fragments that it spreads, those of its file before shapes', async () => {
  const executed = await executedOf({
    'v1/a.graphql': `${endpoint('q', 'aField { ...A ...B }')} fragment A on X { aField ...C }`,
    'v1/shapes/A.graphql': 'fragment A on X { dField }',
    'v1/shapes/B.graphql': 'fragment B on X { dField }',
    'v1/shapes/C.graphql': 'fragment C on X { cField }',
    'v1/shapes/D.graphql': 'fragment D on X { dField }',
  });
  expect(executed).toBe(
    'query q { aField { ...A ...B } } fragment A on X { aField ...C } fragment C on X { cField } fragment B on X { dField }',
  );
});

test.each([
  [
    'a field without an alias is named by the conventions',
    { case: 'snake_case' },
    'query q { a_field: aField { x: aField d_field: dField ... on X { c_field: cField } ...F } } fragment F on X { a_field: aField }',
  ],
  [
    'a field is named by its coordinate first, where it has no alias',
    { names: { 'X.aField': 'first', 'X.cField': 'c' } },
    'query q { aField { x: aField dField ... on X { c: cField } ...F } } fragment F on X { first: aField }',
  ],
])('%s', async (_, conventions, executed) => {
  const documents = {
    'conventions.json': JSON.stringify(conventions),
    'v1/a.graphql': endpoint('q', 'aField { x: aField dField ... on X { cField } ...F }'),
    'v1/shapes/F.graphql': 'fragment F on X { aField }',
  };
  expect(await executedOf(documents)).toBe(executed);
});

test('the executed document has no endpoint directives and no descriptions; errors by type have their type name', async () => {
  const text = `"Reads." query q("Text." $a: Int @param(min: 1), $x: Boolean = false @expand) @endpoint(method: GET, path: "/b") @other {
    pick(b: $a) { ... on X { cField @include(if: $x) } ... on Failure @error { message } } }`;
  expect(await executedOf({ 'v1/a.graphql': text })).toBe(
    'query q($a: Int, $x: Boolean = false) @other { pick(b: $a) { _type: __typename ... on X { cField @include(if: $x) } ... on Failure { message } } }',
  );
});

describe('an unknown shape is refused', () => {
  const unknown = query('book(id: 1) { ...Bok }');
  testLibrary(
    [
      ['with the nearest name', unknown, '3:18: Unknown shape "Bok"; did you mean "Book"? Known shapes are "Book".'],
      [
        'with those of its file',
        `${query('book(id: 1) { ...Unknown ...Own }')} fragment Own on Book { id }`,
        '3:18: Unknown shape "Unknown". Known shapes are "Book", "Own".',
      ],
    ],
    { 'v1/shapes/Book.graphql': 'fragment Book on Book { id }' },
  );
  testLibrary([
    [
      'with the file to add, where there is none',
      unknown,
      '3:18: Unknown shape "Bok". Add the file shapes/Bok.graphql with "fragment Bok on …".',
    ],
  ]);
});
