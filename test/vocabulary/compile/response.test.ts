import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { bodyTypeOf } from '../support/described.ts';
import { testFaults } from '../support/faults.ts';
import { shopSchema } from '../support/shop.ts';

const schema = `
  type Query { book: Book sure: Book! shelf: Shelf! result: Result named: Named one: One other: Named }
  type Mutation { complain: String save: Payload }
  type Book implements Named { id: ID! name: String shelf: Shelf sure: Shelf! }
  type Shelf { name: String! owner: Owner books: [Book!]! }
  type Owner { name: String! }
  interface Named { name: String }
  union Result = Book | Denied | Lost
  union One = Denied
  type Denied { message: String! }
  type Lost { message: String! }
  type Payload { book: Book errors: [Denied!]! }
`;
const get = (selection: string, more = '', variables = '') =>
  `query get${variables} @endpoint(method: GET, path: "/b"${more}) { ${selection} }`;
const post = (selection: string, more = '') => `mutation m @endpoint(method: POST, path: "/b"${more}) { ${selection} }`;

describe('the response', () => {
  const shelf = { name: 'low', books: [{ id: '1' }] };
  const root = { sure: { shelf }, shelf, save: { book: { id: '1' }, errors: [] } };

  test.each<[promise: string, document: string, body: unknown, type: string]>([
    ['ends at a list', get('shelf @unwrap { books @unwrap { id } }'), ['1'], 'string[]'],
    [
      'is that of selections that are merged',
      get('sure @unwrap { shelf { name } } sure @unwrap { shelf { other: name } }'),
      { name: 'low', other: 'low' },
      '{ name: string, other: string }',
    ],
    [
      'of a payload is what is unwrapped',
      post('save @unwrap { book { id } errors @error(status: 422) { message } }', ', status: 200'),
      { id: '1' },
      '{ id: string }',
    ],
  ])('%s', async (_, document, body, type) => {
    const line = document.startsWith('query') ? 'GET /v1/b' : 'POST /v1/b';
    expect((await ask(schema, document, line, { root })).body).toEqual(body);
    expect(bodyTypeOf(schema, document)).toBe(type);
  });
});

describe('a response is refused', () => {
  const noBody = 'The only root field has @error, so the response has no body; status must be 204. Set status: 204.';
  const hint = (type: string) => `Select a field of each type, or make it an error: "... on ${type} @error { … }".`;
  testFaults(schema, [
    [
      'that depends on a condition',
      get('▶book @include(if: $t) { id }', '', '($t: Boolean = false)'),
      'The field "book" is the response; it must not have @include or @skip. Write the condition on one of its fields.',
    ],
    [
      'without a field of a type of its union',
      get('▶result { ... on Book { id } }'),
      `No field of Denied, Lost is selected. ${hint('Denied')}`,
    ],
    [
      'without a field of a type, though another is an error',
      get('▶result { ... on Book { id } ... on Denied @error { message } }'),
      `No field of Lost is selected. ${hint('Lost')}`,
    ],
    [
      'without a field of its interface',
      get('▶named { ... on Book @error(status: 404) { message: name } }'),
      `No field of Named is selected. ${hint('Named')}`,
    ],
    ['without a body and a status that has none', post('complain @error', ', status: ▶200'), noBody],
    ['without a body and a status', post('complain @error').replace('@endpoint', '▶@endpoint'), noBody],
  ]);
});

describe('a response is accepted', () => {
  testFaults(schema, [
    [
      'of all types of its union',
      get('result { ... on Book { id } ... on Denied { message } ... on Lost { message } }'),
    ],
    ['with the name of each type', get('result { __typename }')],
    ['of some types of its interface', get('named { ... on Book { id } }')],
    ['of some types of a union beside others', get('result { ... on Book { id } } other { name }')],
    ['of a union that is an error as a whole', get('one { ... on Denied { message } }')],
  ]);
});

describe('a placement at the root', () => {
  const oneField =
    '@unwrap is on "shop", which must select exactly one field, without a condition. Select one field, or remove @unwrap.';
  const rootPlacementGet = (selection: string) => `query get @endpoint(method: GET, path: "/p") { ${selection} }`;

  testFaults(shopSchema, [
    [
      'several root fields can be wrapped',
      rootPlacementGet('... @wrap(as: "a") { shop { name } nodes { id } } product(id: 1) { id }'),
    ],
    ['several root fields can be spread', rootPlacementGet('shop @spread { name } nodes { id }')],
    [
      'a fragment with the only root field',
      rootPlacementGet('... ▶@wrap(as: "a") { shop { name } }'),
      '@wrap has no object around it: the only root field is the response. Write @wrap on the field itself.',
    ],
    [
      'the only root field',
      rootPlacementGet('shop ▶@spread { name }'),
      '@spread has no object around it: the only root field is the response. Remove it, or select another root field.',
    ],
    ['the child of @unwrap', rootPlacementGet('shop ▶@unwrap { owner @spread { id } }'), oneField],
    ['a group in @unwrap', rootPlacementGet('shop ▶@unwrap { ... @wrap(as: "a") { name } }'), oneField],
  ]);
});

describe('a mutation is refused', () => {
  const fields =
    'A mutation must have exactly one root field, so that it takes effect as a whole or not at all. Split it into several endpoints.';
  testFaults('type Query { a: String } type Mutation { touch: String complain: String }', [
    ['with two root fields in a fragment', `▶${post('... on Mutation { touch complain }')}`, fields],
    [
      'with an error as data beside its root field',
      `▶${post('... on Mutation { touch complain ▶@error }')}`,
      fields,
      '@error has no effect here: the field is not on the data path. Write it on the root field, or next to the field that @unwrap selects.',
    ],
  ]);
});
