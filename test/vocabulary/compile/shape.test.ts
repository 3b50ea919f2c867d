import { describe, expect, test } from 'vitest';
import { bodyTypeOf, describedBody, describedComponents, describedOperation, typeText } from '../support/described.ts';
import { testFaults } from '../support/faults.ts';
import { shopSchema } from '../support/shop.ts';

const schema = `
  scalar Money
  type Query { book(id: ID): Book! shelf: Shelf thing: Thing named: Named pair: Pair books(first: Int, after: String, offset: Int): Books! }
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
  interface Pair { author: Author }
  type First implements Pair { author: Author }
  type Second implements Pair { author: Author }
  enum Genre { FACT FICTION }
  type Books { nodes: [Book!]! pageInfo: PageInfo! totalCount: Int! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
`;
const flag = '($t: Boolean = false)';
const get = (selection: string, fragments = '') =>
  `query get${selection.includes('$t') ? flag : ''} @endpoint(method: GET, path: "/b") { ${selection} }\n${fragments}`;

describe('an object has', () => {
  test.each<[promise: string, selection: string, type: string, fragments?: string]>([
    ['the names of its types', 'thing { __typename }', '{ __typename: "Book" | "Shelf" }'],
    [
      'the name of the type that it is selected of',
      'thing { ... on Shelf { kind: __typename } ... on Book { id } }',
      '{ kind?: "Shelf", id?: string }',
    ],
    [
      'below a response key what is selected on each type',
      'thing { ... on Shelf { it: book { id } } ... on Book { it: author { name } } }',
      '{ it: { id?: string, name?: string } | null }',
    ],
    [
      'below a response key what all types have, and more on one of them',
      'pair { ...F ... on Second { author { address { city } } } }',
      '{ author: { name: string, address?: { city: string } | null } | null }',
      'fragment F on Pair { author { name } }',
    ],
    [
      'below a response key what one type has, and more on all of them',
      'pair { ... on Second { author { address { city } } } author { name } }',
      '{ author: { address?: { city: string } | null, name: string } | null }',
    ],
    [
      'all selections of a response key together',
      'book { author { name } ...F author { address { city } } }',
      '{ author: { name: string, books: { id: string }[] | null, address: { city: string } | null } | null }',
      'fragment F on Book { author { books { id } } }',
    ],
  ])('%s', (_, selection, type, fragments) => {
    expect(bodyTypeOf(schema, get(selection, fragments))).toBe(type);
  });

  test('the descriptions and deprecations of the schema', () => {
    const body = describedBody(
      describedOperation(
        schema,
        get('book { title old gone kind: __typename deleted: __typename @template(value: true) }'),
      ),
    );
    const said = Object.entries(body!.properties!).map(([name, { description, deprecated }]) => [
      name,
      description,
      deprecated,
    ]);
    expect([body!.description, ...said]).toEqual([
      'What is read.',
      ['title', 'As on the cover.', undefined],
      ['old', 'Deprecated: Use id.', true],
      ['gone', 'Deprecated: No longer supported', true],
      ['kind', 'The name of the type of this object.', undefined],
      ['deleted', undefined, undefined],
    ]);
  });
});

describe('a property is required', () => {
  test.each<[selection: string, keys: string]>([
    ['book { id title @include(if: $t) }', '{ id: string, title?: string | null }'],
    ['book { id title @skip(if: $t) }', '{ id: string, title?: string | null }'],
    ['book { title title @include(if: $t) }', '{ title: string | null }'],
    ['book { title @include(if: $t) title @skip(if: $t) }', '{ title?: string | null }'],
    ['book { ... @include(if: $t) { title } id }', '{ title?: string | null, id: string }'],
    ['book { ... { title } }', '{ title: string | null }'],
    [
      'thing { ... on Book { id title } ... on Shelf { size } }',
      '{ id?: string, title?: string | null, size?: integer }',
    ],
    ['thing { ... on Book { name } ... on Shelf { name } }', '{ name: string | null }'],
    ['thing { ... on Book { name } ... on Shelf { name @skip(if: $t) } }', '{ name?: string | null }'],
    ['thing { ... on Named { name } }', '{ name: string | null }'],
    ['named { name ... on Book { id } }', '{ name: string | null, id?: string }'],
    ['book { ... on Named { name } }', '{ name: string | null }'],
    [
      'book { author { name } author @include(if: $t) { address { city } } }',
      '{ author: { name: string, address?: { city: string } | null } | null }',
    ],
    [
      'book { author @include(if: $t) { name address { city } } }',
      '{ author?: { name: string, address: { city: string } | null } | null }',
    ],
    [
      'book { author @include(if: $t) { name } author @include(if: $t) { address { city } } }',
      '{ author?: { name: string, address: { city: string } | null } | null }',
    ],
    [
      'named { ... on Book { author { name } } ... on Shelf { author: book { title } } }',
      '{ author: { name?: string, title?: string | null } | null }',
    ],
    [
      'named { ... on Book { author { __typename } } ... on Shelf { author: book { __typename id } } }',
      '{ author: { __typename: "Author" | "Book", id?: string } | null }',
    ],
  ])('as %s says', (selection, type) => {
    expect(bodyTypeOf(schema, get(selection))).toBe(type);
  });
  test('where only errors as data lack it', () => {
    const union = `
      type Query { result: Result }
      type Book { id: ID! }
      type Denied { message: String! }
      union Result = Book | Denied
    `;
    expect(bodyTypeOf(union, get('result { ... on Book { id } ... on Denied @error { message } }'))).toBe(
      '{ id: string }',
    );
  });
});

describe('@unwrap is refused unless its object', () => {
  const child = (name: string) =>
    `@unwrap is on "${name}", which must select exactly one field, without a condition. Select one field, or remove @unwrap.`;
  testFaults(schema, [
    ['selects one field', get('book { author ▶@unwrap { name books { id } } }'), child('author')],
    ['selects it always', get('book { author ▶@unwrap { name @include(if: $t) } }'), child('author')],
    ['is an object', get('book { title ▶@unwrap }'), '@unwrap is on "title", which is not an object. Remove it.'],
  ]);
});

describe('a component', () => {
  test.each<[selection: string, isComponent: boolean, fragments?: string]>([
    ['book { ...Cover }', true],
    ['book { ...Cover id }', false],
    ['book { ... on Book { title } }', false],
    ['book { title }', false],
    ['book { ...Cover @include(if: $t) }', false],
    ['book { ...Cover } book { id }', false],
    // A fragment of the document's own file can have the name of a shape.
    ['book { ...Cover }', false, 'fragment Cover on Book { id }'],
  ])('is what spreads a shape and nothing else: %s: %s', (selection, isComponent, fragments) => {
    const documents = {
      'v1/shapes/Cover.graphql': 'fragment Cover on Book { title }',
      'v1/a.graphql': get(selection, fragments),
    };
    expect(describedComponents(schema, documents).includes('Cover')).toBe(isComponent);
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
  test('not in a fragment that is spread twice', () => {
    const fragment = 'fragment F on Query { books @paginate { nodes { id } } }';
    expect(bodyTypeOf(schema, get('...F ...F', fragment))).toMatch(/^\{ data: \{ id: string \}\[\], pagination: /);
  });
});

describe('the properties of an object with @wrap and @spread', () => {
  const inShop = (selection: string) =>
    `query get($more: Boolean = false @expand) @endpoint(method: GET, path: "/p", unwrap: false) { ${selection} shop { motto @include(if: $more) } }`;
  const product = (selection: string) => inShop(`product(id: "1") { ${selection} }`);

  test.each<[promise: string, selection: string, type: string]>([
    ['are never null with @wrap', 'created @wrap(as: "at") id', '{ created: { at: string | null }, id: string }'],
    [
      'are those of a fragment with @wrap together',
      '... @wrap(as: "a") { id } id ... @wrap(as: "a") { name }',
      '{ a: { id: string, name: string }, id: string }',
    ],
    ['are optional under a condition', '... @include(if: $more) @wrap(as: "a") { id }', '{ a?: { id: string } }'],
    [
      'are required under no and under a condition',
      '... @include(if: $more) @wrap(as: "a") { id } ... @wrap(as: "a") { name }',
      '{ a: { id?: string, name: string } }',
    ],
    [
      'are optional under a type condition',
      'related @spread { ... on User @wrap(as: "a") { id } ... on Product { id } ... on Category { id } }',
      '{ a?: { id: string } | null, id?: string | null }',
    ],
    [
      'are required under conditions of every type',
      'related @spread { ... on User @wrap(as: "a") { id } ... on Product @wrap(as: "a") { id } ... on Category @wrap(as: "a") { name } }',
      '{ a: { id?: string, name?: string } | null }',
    ],
    [
      'are nullable where they are spread from a nullable object',
      'id category @spread { name parent { id } }',
      '{ id: string, name: string | null, parent: { id: string } | null }',
    ],
    [
      'are optional where they are spread under a condition',
      'category @spread @include(if: $more) { name }',
      '{ name?: string | null }',
    ],
    [
      'are required where every type has one of their name',
      'related { ... on Product { name @name(as: "a") size @name(as: "b") } ... on Category { id @name(as: "a") title: name @name(as: "b") } ... on User { email @name(as: "a") } }',
      '{ related: { a: string, b?: "SMALL" | "EXTRA_LARGE" | null | string | null } | null }',
    ],
    [
      'are required where every type of a spread union has them',
      'related @spread { id ... on Product { name } }',
      '{ id: string | null, name?: string | null }',
    ],
  ])('%s', (_, selection, type) => {
    const body = describedBody(describedOperation(shopSchema, product(selection)))!;
    expect(typeText(body.properties!['product']!)).toBe(`${type} | null`);
  });

  testFaults(shopSchema, [
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
  ]);
});
