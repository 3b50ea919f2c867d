import { describe, expect, test } from 'vitest';
import { compileOne, diagnosticsOf } from './support/compileDocuments.ts';

const schema = `
  type Query { result: Result payload: Payload }
  union Result = Book | Problem | Refusal
  interface Named { message: String! }
  type Book { id: ID! }
  type Problem implements Named { message: String! details: [Detail!] code: String }
  type Refusal implements Named { message: String! reason: String }
  type Payload { book: Book errors: [Detail!]! warning: String count: Int ok: Boolean many: [Result!] }
  type Detail { message: String! field: String }
`;
const get = (selection: string, { variables = '', fragments = '' } = {}) =>
  `query get${variables} @endpoint(method: GET, path: "/b") { ${selection} }\n${fragments}`;
const errorsAt = (document: string) => compileOne(schema, document).result.errorsAt;

describe('the errors as data of an object', () => {
  test('are its fields and the types that it can be, in their order', () => {
    expect(
      errorsAt(get('payload @unwrap { book { id } errors @error { message } why: warning @error(status: 409) }')),
    ).toEqual([
      {
        fields: [
          { key: 'errors', status: 400 },
          { key: 'why', status: 409 },
        ],
        types: [],
      },
      null,
    ]);
    const types = '... on Book { id } ... on Refusal @error(status: 403) { message } ... on Named @error { message }';
    expect(errorsAt(get(`result { ${types} }`))).toEqual([
      {
        fields: [],
        types: [
          { names: ['Refusal'], status: 403 },
          { names: ['Problem', 'Refusal'], status: 400 },
        ],
      },
    ]);
  });
  test('have a code and a message', () => {
    expect(
      errorsAt(get('payload @unwrap { book { id } count @error(code: "LOW", message: "{warning}") warning @error }')),
    ).toMatchObject([
      { fields: [{ key: 'count', status: 400, code: 'LOW', message: '{warning}' }, { key: 'warning' }] },
      null,
    ]);
    const types =
      '... on Book { id } ... on Named @error(code: "X", message: "{reason}") { ... on Refusal { reason } }';
    expect(errorsAt(get(`result { ${types} }`))[0]?.types).toEqual([
      { names: ['Problem', 'Refusal'], status: 400, code: 'X', message: '{reason}' },
    ]);
  });
  test('are found in fragments', () => {
    const fragments = 'fragment F on Payload { ... { errors @error { message } } book { id } }';
    expect(errorsAt(get('payload @unwrap { ...F }', { fragments }))[0]).toEqual({
      fields: [{ key: 'errors', status: 400 }],
      types: [],
    });
  });
  test('are on a fragment without a type condition those of all its types', () => {
    expect(errorsAt(get('payload { book { id } ... @error { message: warning } }'))[0]?.types).toEqual([
      { names: ['Payload'], status: 400 },
    ]);
  });
});

describe('an error has a message', () => {
  const hasMessage = (document: string) =>
    !diagnosticsOf(schema, document).some((each) =>
      each.includes('@error requires a String or Boolean field, or an object that selects "message".'),
    );
  test.each<[selection: string, expected: boolean, more?: { variables?: string; fragments?: string }]>([
    ['payload @unwrap { book { id } warning @error }', true],
    ['payload @unwrap { book { id } count @error }', false],
    ['payload @unwrap { book { id } errors @error { message } }', true],
    ['payload @unwrap { book { id } errors @error { field } }', false],
    ['payload @unwrap { book { id } errors @error { message: field } }', true],
    ['payload @unwrap { book { id } errors @error { text: message } }', false],
    [
      'payload @unwrap { book { id } errors @error { message @include(if: $t) } }',
      false,
      { variables: '($t: Boolean = false)' },
    ],
    ['payload @unwrap { book { id } errors @error { ...F } }', true, { fragments: 'fragment F on Detail { message }' }],
    ['payload @unwrap { book { id } many @error { ... on Named { message } } }', true],
    ['payload @unwrap { book { id } many @error { ... on Book { id } } }', false],
    ['payload @unwrap { book { id } ok @error }', true],
    ['payload @unwrap { book { id } count @error(message: "{count}") }', true],
    ['payload @unwrap { book { id } errors @error(message: "{field}") { field } }', true],
    ['payload @unwrap { book { id } many @error { ... on Named { message } ... on Book { message: id } } }', true],
    ['payload @unwrap { book { id } __typename @error }', false],
    ['result { ... on Book { id } ... on Refusal { reason } ... on Problem @error { message } }', true],
    ['result { ... on Book { id } ... on Refusal { reason } ... on Problem @error { code } }', false],
    ['result { ... on Book { id } ... on Named @error { ... on Problem { message } } }', false],
  ])('%s: %s', (selection, expected, more) => {
    expect(hasMessage(get(selection, more))).toBe(expected);
  });
});
