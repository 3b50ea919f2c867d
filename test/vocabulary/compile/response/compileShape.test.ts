import { describe, expect, test } from 'vitest';
import { type ObjectShape, type Shape, wireProperties } from '../../../../src/gateway/plan/Shape.ts';
import { shopSchema } from '../../support/shop.ts';
import { compileDocuments, compileOne } from '../support/compileDocuments.ts';
import { type FaultCase, testFaults } from '../../support/faults.ts';

const schema = `
  scalar Money
  type Query { book(id: ID): Book! shelf: Shelf thing: Thing named: Named books(first: Int, after: String, offset: Int): Books! }
  "What is read."
  type Book implements Named {
    id: ID!
    "As on the cover."
    title: String
    name: String
    price: Money!
    genre: Genre
    author: Author
    authors: [Author]!
    grid: [[Int!]]!
    old: Int @deprecated(reason: "Use id.")
    gone: Int @deprecated
  }
  type Author implements Named { name: String! books: [Book!] address: Address }
  type Address { city: String! }
  type Shelf implements Named { name: String book: Book size: Int! }
  interface Named { name: String }
  union Thing = Book | Shelf
  enum Genre { FACT FICTION }
  type Books { nodes: [Book!]! pageInfo: PageInfo! totalCount: Int! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
`;
const get = (selection: string, variables = '', fragments = '') =>
  `query get${variables} @endpoint(method: GET, path: "/b") { ${selection} }\n${fragments}`;
const shapeOf = (selection: string, variables = '', fragments = '') =>
  compileOne(schema, get(selection, variables, fragments)).result.body as ObjectShape;
const leaf = (type: string, nullable: boolean): Shape => ({ kind: 'leaf', type, nullable });
const flag = '($t: Boolean = false)';

/** The names of the properties, with `?` behind those that are not required. */
function keysOf({ properties }: ObjectShape): string[] {
  return properties.map(({ key, required }) => key + (required ? '' : '?'));
}

describe('the shape of an object', () => {
  test('has no description of __typename where a template takes its place', () => {
    const { properties } = shapeOf('book { kind: __typename deleted: __typename @template(value: true) }');
    expect(properties.map(({ key, description }) => [key, description])).toEqual([
      ['kind', 'The name of the type of this object.'],
      ['deleted', undefined],
    ]);
  });
  test('has a property for each field', () => {
    expect(shapeOf('book { id title price genre other: name }')).toEqual({
      kind: 'object',
      type: 'Book',
      description: 'What is read.',
      properties: [
        { field: 'id', key: 'id', shape: leaf('ID', false), required: true },
        { field: 'title', key: 'title', shape: leaf('String', true), required: true, description: 'As on the cover.' },
        { field: 'price', key: 'price', shape: leaf('Money', false), required: true },
        { field: 'genre', key: 'genre', shape: leaf('Genre', true), required: true },
        { field: 'name', key: 'other', shape: leaf('String', true), required: true },
      ],
      nullable: false,
    });
  });
  test('has lists and objects, each nullable as in the schema', () => {
    const name = { field: 'name', key: 'name', shape: leaf('String', false), required: true };
    const author = { kind: 'object', type: 'Author', properties: [name], nullable: true };
    expect(shapeOf('book { author { name } authors { name } grid }').properties).toEqual([
      { field: 'author', key: 'author', shape: author, required: true },
      { field: 'authors', key: 'authors', shape: { kind: 'list', of: author, nullable: false }, required: true },
      {
        field: 'grid',
        key: 'grid',
        shape: { kind: 'list', of: { kind: 'list', of: leaf('Int', false), nullable: true }, nullable: false },
        required: true,
      },
    ]);
  });
  test('has the reasons of deprecations', () => {
    expect(shapeOf('book { old gone id }').properties.map(({ deprecated }) => deprecated)).toEqual([
      'Use id.',
      'No longer supported',
      undefined,
    ]);
  });
  test('has the names of its types', () => {
    expect(shapeOf('thing { __typename }').properties).toEqual([
      {
        field: '__typename',
        key: '__typename',
        shape: { kind: 'leaf', type: 'String', names: ['Book', 'Shelf'], nullable: false },
        required: true,
        description: 'The name of the type of this object.',
      },
    ]);
    const [type] = shapeOf('thing { ... on Shelf { kind: __typename } ... on Book { id } }').properties;
    expect(type).toMatchObject({ key: 'kind', shape: { names: ['Shelf'] }, required: false });
  });
  test('merges all selections of a response key', () => {
    const { properties } = shapeOf(
      'book { author { name } ...F author { address { city } } }',
      '',
      'fragment F on Book { author { books { id } } }',
    );
    expect(properties).toHaveLength(1);
    expect(keysOf(properties[0]!.shape as ObjectShape)).toEqual(['name', 'books', 'address']);
  });
  test('registers enums', () => {
    const { types } = compileDocuments(schema, get('book { genre authors { name } }')).versions[0]!;
    expect(types).toEqual({ enums: { Genre: { values: { FACT: 'FACT', FICTION: 'FICTION' } } }, inputs: {} });
  });
});

describe('a property is required', () => {
  test.each<[selection: string, keys: string[], variables?: string]>([
    ['book { id title @include(if: $t) }', ['id', 'title?'], flag],
    ['book { id title @skip(if: $t) }', ['id', 'title?'], flag],
    ['book { title title @include(if: $t) }', ['title'], flag],
    ['book { ... @include(if: $t) { title } id }', ['title?', 'id'], flag],
    ['book { ... { title } }', ['title']],
    ['thing { ... on Book { id title } ... on Shelf { size } }', ['id?', 'title?', 'size?']],
    ['thing { ... on Book { name } ... on Shelf { name } }', ['name']],
    ['thing { ... on Book { name } ... on Shelf { name @skip(if: $t) } }', ['name?'], flag],
    ['thing { ... on Named { name } }', ['name']],
    ['named { name ... on Book { id } }', ['name', 'id?']],
    ['book { ... on Named { name } }', ['name']],
  ])('as %s says', (selection, keys, variables = '') => {
    expect(keysOf(shapeOf(selection, variables))).toEqual(keys);
  });
  test.each<[selection: string, keys: string[], variables?: string]>([
    ['book { author { name } author @include(if: $t) { books { id } } }', ['name', 'books?'], flag],
    ['book { author @include(if: $t) { name books { id } } }', ['name', 'books'], flag],
    ['book { author @include(if: $t) { name } author @include(if: $t) { books { id } } }', ['name', 'books'], flag],
    ['named { ... on Book { author { name } } ... on Shelf { author: book { title } } }', ['name?', 'title?']],
    [
      'named { ... on Book { author { __typename } } ... on Shelf { author: book { __typename id } } }',
      ['__typename', 'id?'],
    ],
  ])('inside of an object as %s says', (selection, keys, variables = '') => {
    expect(keysOf(shapeOf(selection, variables).properties[0]!.shape as ObjectShape)).toEqual(keys);
  });
  test('where only errors as data lack it', () => {
    const union = `
      type Query { result: Result }
      type Book { id: ID! }
      type Denied { message: String! }
      union Result = Book | Denied
    `;
    const plan = compileOne(union, get('result { ... on Book { id } ... on Denied @error { message } }'));
    expect(keysOf(plan.result.body as ObjectShape)).toEqual(['id']);
  });
});

describe('an object with @unwrap', () => {
  test('is its only child, nullable as both are', () => {
    const city = leaf('String', false);
    expect(shapeOf('book { author @unwrap { address @unwrap { at: city } } }').properties[0]!.shape).toEqual({
      kind: 'unwrapped',
      key: 'address',
      field: 'address',
      of: { kind: 'unwrapped', key: 'at', field: 'city', of: city, nullable: true },
      nullable: true,
    });
  });
  test('is each item of a list', () => {
    expect(shapeOf('book { authors @unwrap { name } }').properties[0]!.shape).toEqual({
      kind: 'list',
      of: { kind: 'unwrapped', key: 'name', field: 'name', of: leaf('String', false), nullable: true },
      nullable: false,
    });
  });
  const child = (name: string) =>
    `@unwrap is on "${name}", which must select exactly one field, without a condition. Select one field, or remove @unwrap.`;
  testFaults(schema, [
    ['selects one field', get('book { author ▶@unwrap { name books { id } } }'), child('author')],
    ['selects it always', get('book { author ▶@unwrap { name @include(if: $t) } }', flag), child('author')],
    ['is an object', get('book { title ▶@unwrap }'), '@unwrap is on "title", which is not an object. Remove it.'],
  ]);
});

describe('a component', () => {
  const componentOf = (selection: string, { variables = '', fragments = '' } = {}) => {
    const document = get(selection, variables, fragments);
    const shape = 'fragment Cover on Book { title }';
    const { result } = compileOne(schema, { 'v1/shapes/Cover.graphql': shape, 'v1/a.graphql': document });
    return (result.body as ObjectShape).component;
  };
  test('is a spread of a shape and nothing else', () => {
    expect(componentOf('book { ...Cover }')).toBe('Cover');
    expect(componentOf('book { ...Cover id }')).toBeUndefined();
    expect(componentOf('book { ... on Book { title } }')).toBeUndefined();
    expect(componentOf('book { title }')).toBeUndefined();
    expect(componentOf('book { ...Cover @include(if: $t) }', { variables: flag })).toBeUndefined();
  });
  test('is in one selection', () => {
    expect(componentOf('book { ...Cover } book { id }')).toBeUndefined();
  });
  test("is not a fragment of the document's own file, which can have the name of a shape", () => {
    expect(componentOf('book { ...Cover }', { fragments: 'fragment Cover on Book { id }' })).toBeUndefined();
  });
});

describe('a response key is refused', () => {
  testFaults(schema, [
    [
      'with different directives',
      get('book { author @unwrap { name } ▶author { name } }'),
      '"author" is selected more than once, with different directives. Write the same directives on each.',
    ],
    [
      'with @paginate in two places',
      get('books @paginate { nodes { id } }\nbooks ▶@paginate { nodes { title } }'),
      '"books" with @paginate is selected more than once. Move its selections to the first.',
    ],
  ]);
  test('only with directives of the vocabulary', () => {
    expect(keysOf(shapeOf('book { title @include(if: $t) title @skip(if: $t) }', flag))).toEqual(['title?']);
  });
  test('not in a fragment that is spread twice', () => {
    const fragment = 'fragment F on Query { books @paginate { nodes { id } } }';
    const document = get('...F ...F', '', fragment);
    expect(compileOne(schema, document).page).toBeDefined();
  });
});

describe('placeValue', () => {
  const placeValueGet = (selection: string) =>
    `query get($more: Boolean = false @expand) @endpoint(method: GET, path: "/p", unwrap: false) { ${selection} shop { motto @include(if: $more) } }`;
  const product = (selection: string) => placeValueGet(`product(id: "1") { ${selection} }`);

  /** The properties of the product as they are sent: `?` where one is not required, `!` where it is never null. */
  function sent(selection: string): string[] {
    const body = compileOne(shopSchema, product(selection)).result.body as ObjectShape;
    const properties = wireProperties(body.properties[0]!.shape as ObjectShape);
    return properties.map(({ name, required, shape }) => name + (required ? '' : '?') + (shape.nullable ? '' : '!'));
  }

  describe('the properties of an object are', () => {
    test.each<[promise: string, selection: string, properties: string[]]>([
      ['never null with @wrap', 'created @wrap(as: "at") id', ['created!', 'id!']],
      [
        'those of a fragment with @wrap together',
        '... @wrap(as: "a") { id } id ... @wrap(as: "a") { name }',
        ['a!', 'id!'],
      ],
      ['optional under a condition', '... @include(if: $more) @wrap(as: "a") { id }', ['a?!']],
      [
        'required under no and under a condition',
        '... @include(if: $more) @wrap(as: "a") { id } ... @wrap(as: "a") { name }',
        ['a!'],
      ],
      [
        'optional under a type condition',
        'related @spread { ... on User @wrap(as: "a") { id } ... on Product { id } ... on Category { id } }',
        ['a?', 'id?'],
      ],
      [
        'required under conditions of every type',
        'related @spread { ... on User @wrap(as: "a") { id } ... on Product @wrap(as: "a") { id } ... on Category @wrap(as: "a") { name } }',
        ['a'],
      ],
      [
        'nullable where they are spread from a nullable object',
        'id category @spread { name parent { id } }',
        ['id!', 'name', 'parent'],
      ],
      ['optional where they are spread under a condition', 'category @spread @include(if: $more) { name }', ['name?']],
      [
        'required where every type of a spread union has them',
        'related @spread { id ... on Product { name } }',
        ['id', 'name?'],
      ],
    ])('%s', (_, selection, properties) => {
      expect(sent(selection)).toEqual(properties);
    });
  });

  const cases: FaultCase[] = [
    [
      '@spread is not on a scalar',
      product('name ▶@spread'),
      '@spread is on "name", which is not an object. Remove it.',
    ],
    [
      '@spread is not on a list',
      product('variants ▶@spread { id }'),
      '@spread is on "variants", which is a list. Remove it.',
    ],
    [
      '@spread is not on what is unwrapped to a scalar',
      product('category ▶@spread @unwrap { id }'),
      '@spread is on "category", which is not an object. Remove it.',
    ],
    [
      '@spread and @wrap are not on one field',
      product('category ▶@spread @wrap(as: "a") { id }'),
      '@spread and @wrap are both on "category". Remove one of them.',
    ],
    [
      '@template is on a leaf',
      product('category ▶@template(value: "{}") { id }'),
      '@template is on "category", which is not a scalar or an enum. Write it on a field of it.',
    ],
    [
      '@template is once on a leaf',
      product('category @unwrap ▶@template(value: "{}") { id @template(value: "{}") }'),
      '@template is on "category", which is not a scalar or an enum. Write it on a field of it.',
    ],
    [
      'all occurrences of a field in one object have the same directives',
      product('id name @wrap(as: "a") ▶name'),
      '"name" is selected more than once, with different directives. Write the same directives on each.',
    ],
  ];
  testFaults(shopSchema, cases);
});
