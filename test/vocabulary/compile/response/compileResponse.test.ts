import { describe, expect, test } from 'vitest';
import { shopSchema } from '../../support/shop.ts';
import { compileOne } from '../support/compileDocuments.ts';
import { type FaultCase, testFaults } from '../../support/faults.ts';

const schema = `
  type Query {
    book: Book
    sure: Book!
    count: Int
    total: Int!
    shelf: Shelf!
    shelves: [Shelf!]
    result: Result
    named: Named
    one: One
    other: Named
  }
  type Mutation { remove: Removed touch: String complain: String save: Payload }
  type Book implements Named { id: ID! name: String shelf: Shelf sure: Shelf! }
  type Shelf { name: String! owner: Owner books: [Book!]! }
  type Owner { name: String! }
  interface Named { name: String }
  union Result = Book | Denied | Lost
  union One = Denied
  type Denied { message: String! }
  type Lost { message: String! }
  type Removed { id: ID errors: [String!] }
  type Payload { book: Book errors: [Denied!]! }
`;
const get = (selection: string, more = '', variables = '') =>
  `query get${variables} @endpoint(method: GET, path: "/b"${more}) { ${selection} }`;
const post = (selection: string, more = '') => `mutation m @endpoint(method: POST, path: "/b"${more}) { ${selection} }`;
const resultOf = (document: string) => compileOne(schema, document).result;
const id = { field: 'id', key: 'id', shape: { kind: 'leaf', type: 'ID', nullable: false }, required: true };
const book = { kind: 'object', type: 'Book', properties: [id] };

describe('compileResponse', () => {
  describe('the result', () => {
    test('of one root field is its value', () => {
      expect(resultOf(get('it: book { id }'))).toEqual({
        dataPath: ['it'],
        errorsAt: [null],
        body: { ...book, nullable: false },
        canBeMissing: true,
      });
    });
    test('of an unwrapped object is that of its child', () => {
      expect(resultOf(get('sure @unwrap { shelf @unwrap { name } }'))).toEqual({
        dataPath: ['sure', 'shelf', 'name'],
        unwrappedTypes: ['Book', 'Shelf'],
        errorsAt: [null, null, null],
        body: { kind: 'leaf', type: 'String', nullable: false },
        canBeMissing: true,
      });
    });
    test('ends at a list', () => {
      expect(resultOf(get('shelf @unwrap { books @unwrap { id } }'))).toMatchObject({
        dataPath: ['shelf', 'books'],
        body: { kind: 'list', of: { kind: 'unwrapped' } },
      });
    });
    test('keeps the name of the root field with unwrap: false', () => {
      expect(resultOf(get('it: book { id }', ', unwrap: false'))).toEqual({
        dataPath: ['it'],
        errorsAt: [null],
        body: {
          kind: 'object',
          type: 'Query',
          properties: [{ field: 'book', key: 'it', shape: { ...book, nullable: false }, required: true }],
          nullable: false,
        },
        wrapper: 'it',
        canBeMissing: true,
      });
    });
    test('of several root fields is all of them', () => {
      const result = resultOf(get('book { id } count'));
      expect(result).toMatchObject({ dataPath: [], errorsAt: [], canBeMissing: false });
      expect(result).not.toHaveProperty('wrapper');
      expect(result.body).toMatchObject({
        kind: 'object',
        type: 'Query',
        properties: [
          { key: 'book', shape: { nullable: true } },
          { key: 'count', shape: { nullable: true } },
        ],
        nullable: false,
      });
    });
    test('has the errors as data at each step of the data path', () => {
      const document = post('save @unwrap { book { id } errors @error(status: 422) { message } }');
      expect(resultOf(document)).toMatchObject({
        dataPath: ['save', 'book'],
        errorsAt: [{ fields: [{ key: 'errors', status: 422 }], types: [] }, null],
      });
    });
    test('of nothing but errors as data has them at its root', () => {
      expect(resultOf(post('why: complain @error(status: 410)', ', status: 204'))).toEqual({
        dataPath: ['why'],
        errorsAt: [null],
        rootErrors: { fields: [{ key: 'why', status: 410 }], types: [] },
        body: { kind: 'object', type: 'Mutation', properties: [], nullable: true },
        canBeMissing: false,
      });
    });
  });

  test.each<[document: string, canBeMissing: boolean]>([
    [get('sure { id }'), false],
    [get('book { id }'), true],
    [get('shelves { name }'), true],
    [get('count'), true],
    [get('total'), false],
    [get('sure @unwrap { sure @unwrap { name } }'), false],
    [get('sure @unwrap { shelf { name } }'), true],
    [get('book @unwrap { sure { name } }'), true],
    [post('touch', ', status: 204'), false],
    [post('touch'), true],
    [post('remove @unwrap { id }', ', status: 204'), true],
    [post('remove { id }', ', status: 204'), true],
  ])('the result of %s can be missing: %s', (document, canBeMissing) => {
    expect(resultOf(document).canBeMissing).toBe(canBeMissing);
  });

  describe('a response is refused', () => {
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
      [
        'without a body and a status that has none',
        post('complain @error', ', status: ▶200'),
        'The only root field has @error, so the response has no body; status must be 204. Set status: 204.',
      ],
      [
        'without a body and a status',
        post('complain @error').replace('@endpoint', '▶@endpoint'),
        'The only root field has @error, so the response has no body; status must be 204. Set status: 204.',
      ],
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
});

describe('the data path of', () => {
  const dataPathSchema = `
  type Query { shelf: Shelf }
  type Shelf { book: Book books: [Book] name: String }
  type Book { id: ID! }
`;

  test.each<[selection: string, dataPath: string[]]>([
    ['shelf { book { id } }', ['shelf']],
    ['it: shelf @unwrap { book { id } }', ['it', 'book']],
    ['shelf @unwrap { book @unwrap { key: id } }', ['shelf', 'book', 'key']],
    ['shelf @unwrap { books @unwrap { id } }', ['shelf', 'books']],
    ['shelf @unwrap { book { id } } shelf @unwrap { book { other: id } }', ['shelf', 'book']],
  ])('%s', (selection, dataPath) => {
    expect(compileOne(dataPathSchema, get(selection)).result.dataPath).toEqual(dataPath);
  });
});

describe('a placement at the root', () => {
  const rootPlacementGet = (selection: string) => `query get @endpoint(method: GET, path: "/p") { ${selection} }`;

  const cases: FaultCase[] = [
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
    [
      'the child of @unwrap',
      rootPlacementGet('shop ▶@unwrap { owner @spread { id } }'),
      '@unwrap is on "shop", which must select exactly one field, without a condition. Select one field, or remove @unwrap.',
    ],
    [
      'a group in @unwrap',
      rootPlacementGet('shop ▶@unwrap { ... @wrap(as: "a") { name } }'),
      '@unwrap is on "shop", which must select exactly one field, without a condition. Select one field, or remove @unwrap.',
    ],
  ];
  testFaults(shopSchema, cases);
});

describe('traceInputs', () => {
  const inputsSchema = `
  type Query { ok: Boolean }
  type Mutation { save(input: Input, ids: [ID!], note: String): Payload catalog(shop: ID!): Catalog complain(about: String): String }
  type Catalog { save(input: Input): Payload }
  type Payload { book: Book errors: [Fault!]! }
  type Book { id: ID! }
  type Fault { message: String! }
  input Input { name: String sub: Sub }
  input Sub { tag: String }
`;
  const traced = (variables: string, selection: string, more = '') =>
    compileOne(inputsSchema, `mutation m(${variables}) @endpoint(method: POST, path: "/b"${more}) { ${selection} }`)
      .result.tracedInputs;
  const failing = '@unwrap { book { id } errors @error { message } }';

  test('the inputs of the field are traced through objects and lists', () => {
    expect(
      traced(
        '$n: String, $t: String, $i: ID!, $note: String',
        `save(input: { name: $n, sub: { tag: $t } }, ids: ["1", $i], note: $note) ${failing}`,
      ),
    ).toEqual([
      { path: ['input', 'name'], variable: 'n' },
      { path: ['input', 'sub', 'tag'], variable: 't' },
      { path: ['ids', '1'], variable: 'i' },
      { path: ['note'], variable: 'note' },
    ]);
  });

  test('those of the innermost field come first', () => {
    expect(traced('$s: ID!, $input: Input', `catalog(shop: $s) @unwrap { save(input: $input) ${failing} }`)).toEqual([
      { path: ['input'], variable: 'input' },
      { path: ['shop'], variable: 's' },
    ]);
  });

  test('a root field that is an error has its own', () => {
    expect(traced('$a: String', 'complain(about: $a) @error', ', status: 204')).toEqual([
      { path: ['about'], variable: 'a' },
    ]);
  });

  test('nothing is traced without errors as data', () => {
    expect(traced('$n: String', 'save(note: $n) { book { id } }')).toBeUndefined();
  });
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
