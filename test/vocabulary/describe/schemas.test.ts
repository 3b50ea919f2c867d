// The schemas of responses, and which of them are components.
import { describe, expect, test } from 'vitest';
import { type Node, describeSchema, documentOf, openApiOf, ref, successOf } from './support/openApiOf.ts';

const get = (selection: string, path = 'a', variables = '') =>
  `query ${path}${variables} @endpoint(method: GET, path: "/${path}") { ${selection} }`;
const componentsOf = (document: Node): Node => document['components']!['schemas']!;

/** The schema of a property of a book. */
function propertyOf(selection: string, conventions: object = {}): unknown {
  const document = documentOf(get(`theBook { it: id ${selection} }`), { names: { 'Book.id': 'id' }, ...conventions });
  const { required, properties } = componentsOf(document)['Book']!;
  const [name] = Object.keys(properties!).filter((key) => key !== 'it');
  return { isRequired: (required as unknown as string[]).includes(name!), schema: properties![name!] };
}

const TEXT = { type: 'string' };
const NAME = { type: 'object', required: ['name'], properties: { name: TEXT } };
const SAFE = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const INT = { type: 'integer', format: 'int32', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

test.each<[selection: string, schema: object, conventions?: object]>([
  ['name: id', TEXT],
  ['title', { type: ['string', 'null'] }],
  ['pages', INT],
  ['weight', { type: 'number', format: 'double' }],
  ['sold', { type: 'integer', format: 'int64', ...SAFE }],
  ['sold', { type: 'integer', format: 'int64', minimum: 0 }, { scalars: { SafeInt: { type: 'integer', minimum: 0 } } }],
  ['isbn', { type: ['string', 'null'] }],
  ['isbn', {}, { scalars: { Isbn: { type: 'any' } } }],
  ['isbn', { type: ['string', 'null'], format: 'date' }, { scalars: { Isbn: { type: 'string', format: 'date' } } }],
  ['isbn', { type: ['boolean', 'null'] }, { scalars: { Isbn: { type: 'boolean' } } }],
  [
    'isbn',
    { type: ['string', 'null'], maxLength: 1, pattern: '^(?:a|b)$' },
    { scalars: { Isbn: { type: 'string', pattern: 'a|b', maxLength: 1 } } },
  ],
  ['genre', ref('Genre')],
  ['subgenre', { anyOf: [ref('Genre'), { type: 'null' }] }],
  ['__typename', { type: 'string', enum: ['Book'], description: 'The name of the type of this object.' }],
  ['tags', { type: 'array', items: { type: ['string', 'null'] } }],
  ['author { name }', NAME],
  ['translator { name }', { ...NAME, type: ['object', 'null'] }],
  ['author @unwrap { name }', TEXT],
  ['translator @unwrap { name }', { type: ['string', 'null'] }],
  ['translator @unwrap { motto }', { type: ['string', 'null'] }],
  ['about', { ...ref('Genre'), description: 'What it is about.' }],
  [
    'by: name',
    { type: ['string', 'null'], description: 'The name of the book.\n\nDeprecated: Use title.', deprecated: true },
  ],
  ['shelf @wrap(as: "at") { name }', { type: 'object', required: ['at'], properties: { at: NAME } }],
  ['translator @catch { name }', { ...NAME, type: ['object', 'null'], 'x-catch': true }],
])('the schema of %s', (selection, schema, conventions) => {
  expect(propertyOf(selection, conventions)).toEqual({ isRequired: true, schema });
});

test('where nulls are left out, what can be null is not required', () => {
  const { required, properties } = componentsOf(documentOf(get('theBook { id title }'), { nulls: 'omit' }))['Book']!;
  expect([required, properties]).toEqual([['id'], { id: TEXT, title: TEXT }]);
});

test('an enum is a component, with its wire values', () => {
  const document = documentOf(get('theBook { genre }'), { enums: { '*': 'lowercase' } });
  expect(componentsOf(document)['Genre']).toEqual({
    type: 'string',
    description: 'What a book is about.',
    enum: ['fiction', 'fact'],
  });
});

const BOOK = { type: 'object', description: 'A book.', required: ['id'], properties: { id: TEXT } };

describe('a body', () => {
  test.each<[name: string, selection: string, schema: object, components: object]>([
    ['that is a scalar stays in place', 'title', TEXT, {}],
    ['that is an object is a component', 'theBook { id }', ref('Book'), { Book: BOOK }],
    ['that can be null is a component', 'book(id: 1) { id }', ref('Book'), { Book: BOOK }],
    ['that is a list of scalars stays in place', 'titles', { type: 'array', items: { type: ['string', 'null'] } }, {}],
    [
      'of several root fields is named after the operation',
      'theBook { id } shelf { name }',
      ref('AResponse'),
      { AResponse: { type: 'object', required: ['theBook', 'shelf'], properties: { theBook: BOOK, shelf: NAME } } },
    ],
  ])('%s', (_, selection, schema, components) => {
    const document = documentOf(get(selection));
    const { Error: _error, Problem: _problem, ...own } = componentsOf(document);
    expect([successOf(document), own]).toEqual([schema, components]);
  });

  test('that is not unwrapped is named after the operation', () => {
    const document = documentOf('query a @endpoint(method: GET, path: "/a", unwrap: false) { theBook { id } }');
    expect(successOf(document)).toEqual(ref('AResponse'));
    expect(componentsOf(document)['AResponse']).toEqual({
      type: 'object',
      required: ['theBook'],
      properties: { theBook: BOOK },
    });
  });

  test('in the template of the conventions has its URL as a text, too', () => {
    const schema = successOf(documentOf(get('title'), { body: { data: '{body}', self: '{self:string}' } }));
    expect(schema['properties']!['self']).toEqual({
      type: 'string',
      format: 'uri-reference',
      description: 'The URL of the request.',
    });
  });

  test('in the template of the conventions is the constants around its schema', () => {
    const body = { data: '{body}', self: '{self}', text: 'at {self}', meta: [1, null] };
    const schemaWith = (urls: string) => successOf(documentOf(get('title'), { body, urls }));
    const schema = (format: string) => ({
      type: 'object',
      required: ['data', 'self', 'text', 'meta'],
      properties: {
        data: TEXT,
        self: { type: 'string', format, description: 'The URL of the request.' },
        text: TEXT,
        meta: { type: 'array', prefixItems: [{ const: 1 }, { const: null }], items: {}, minItems: 2, maxItems: 2 },
      },
    });
    expect([schemaWith('relative'), schemaWith('absolute')]).toEqual([schema('uri-reference'), schema('uri')]);
  });
});

test.each<[name: string, selections: string[], shapes: string[], expected: object]>([
  [
    'used once stays in place',
    ['shelf { owner { name } }'],
    [],
    { Shelf: { properties: { owner: { ...NAME, type: ['object', 'null'] } } } },
  ],
  [
    'that recurs is a component, named by its type',
    ['theBook { author { name } }', 'shelf { owner { name } }'],
    [],
    {
      Author: NAME,
      Book: { properties: { author: ref('Author') } },
      Shelf: { properties: { owner: { anyOf: [ref('Author'), { type: 'null' }] } } },
    },
  ],
  [
    'with other properties is another component',
    ['theBook { id }', 'theBook { pages }'],
    [],
    { Book: BOOK, Book_2: { required: ['pages'] } },
  ],
  ['that is an item of a body is a component', ['books @paginate { nodes { id } }'], [], { Book: BOOK, BookList: {} }],
  [
    'of a shape is a component by the name of the shape',
    ['theBook { shelf { ...Place } }'],
    ['Place on Shelf { name }'],
    { Place: NAME, Book: {} },
  ],
  [
    'with the properties of a shape is the component of the shape, before and after it',
    ['theBook { id }', 'theBook { ...Volume }', 'theBook { id } shelf { id }'],
    ['Volume on Book { id }'],
    { Volume: BOOK, CResponse: { properties: { theBook: ref('Volume') } } },
  ],
  [
    'of a shape with other properties, by a fragment of its document, stays in place',
    ['theBook { shelf { ...Outer } } } fragment Inner on Author { motto', 'shelf { ...Outer }'],
    ['Outer on Shelf { owner { ...Inner } }', 'Inner on Author { name }'],
    {
      Book: { properties: { shelf: { properties: { owner: { properties: { motto: {} } } } } } },
      Outer: { properties: { owner: { anyOf: [ref('Inner'), { type: 'null' }] } } },
      Inner: NAME,
    },
  ],
  [
    'that is a body is named before one that only recurs',
    ['theBook { author { name } translator { name } }', 'author { name motto }'],
    [],
    { Author: { required: ['name', 'motto'] }, Author_2: NAME, Book: {} },
  ],
  ['whose type has a reserved name is another component', ['problem { name }'], [], { Problem_2: NAME }],
  [
    'that is a page is named after the shape of its items',
    ['books @paginate { nodes { ...Volume } }'],
    ['Volume on Book { id }'],
    { Volume: BOOK, VolumeList: {} },
  ],
  [
    'that is a page of several endpoints is one component',
    ['books @paginate { nodes { id } }', 'books @paginate { nodes { id } }'],
    [],
    { Book: BOOK, BookList: {} },
  ],
  [
    'with the properties of a shape that comes first is the component of the shape',
    ['theBook { ...Volume }', 'theBook { id }'],
    ['Volume on Book { id }'],
    { Volume: BOOK },
  ],
  ['that is a page of scalars is named after the operation', ['numbers @paginate { nodes }'], [], { AResponse: {} }],
])('an object %s', (_, selections, shapes, expected) => {
  const files = [
    ...selections.map((selection, index) => [`v1/${index}.graphql`, get(selection, 'abcd'[index])]),
    ...shapes.map((shape) => [`v1/shapes/${/\w+/.exec(shape)![0]}.graphql`, `fragment ${shape}`]),
  ];
  const {
    Error: _error,
    Problem: _problem,
    ...own
  } = componentsOf(openApiOf(Object.fromEntries(files))['/v1/openapi.json']!);
  expect(own).toMatchObject(expected);
  const names = Object.keys(own).filter((name) => !name.endsWith('Pagination') && !name.endsWith('AndCursor'));
  expect(names.sort()).toEqual(Object.keys(expected).sort());
});

test('the objects of a shape on an interface are one component, with the description of the first type', () => {
  const schema = `type Query { a: A!  b: B! }  interface Item { id: ID! }
    "One." type A implements Item { id: ID! }  "Two." type B implements Item { id: ID! }`;
  const document = describeSchema(schema, {
    'v1/a.graphql': get('a { ...Thing }'),
    'v1/b.graphql': get('b { ...Thing }', 'b'),
    'v1/shapes/Thing.graphql': 'fragment Thing on Item { id }',
  })['/v1/openapi.json']!;
  const { Error: _error, Problem: _problem, ...own } = componentsOf(document);
  expect(own).toEqual({ Thing: { ...BOOK, description: 'One.' } });
});

test('an enum with the name of a shape has another one', () => {
  const document = openApiOf({
    'v1/a.graphql': get('theBook { ...Genre }'),
    'v1/b.graphql': get('theBook { genre }', 'b'),
    'v1/shapes/Genre.graphql': 'fragment Genre on Book { id }',
  })['/v1/openapi.json']!;
  expect(componentsOf(document)).toMatchObject({ Genre: BOOK, Genre_2: { enum: ['FICTION', 'FACT'] } });
});

describe('a property that is selected in several places', () => {
  const workOf = (book: string, reel: string, conventions = {}) =>
    componentsOf(documentOf(get(`work { ... on Book { ${book} } ... on Reel { ${reel} } }`), conventions))['Work']!;

  test('is required only where it is always there', () => {
    const selection = 'theBook { shelf { name } shelf @include(if: $more) { owner { name } } }';
    const document = documentOf(get(selection, 'a', '($more: Boolean = false @expand)'));
    const { shelf } = componentsOf(document)['Book']!['properties']!;
    expect(shelf).toEqual({
      ...NAME,
      properties: { ...NAME.properties, owner: { ...NAME, type: ['object', 'null'] } },
    });
    expect(workOf('id', 'box { size }')).not.toHaveProperty('required');
  });

  test('has the properties of either type', () => {
    expect(workOf('at: shelf { name }', 'at: box { size }')).toEqual({
      type: 'object',
      required: ['at'],
      properties: { at: { type: 'object', properties: { name: TEXT, size: INT } } },
    });
  });

  test('is of either schema, and null where one of them is', () => {
    const by = (selection: string) =>
      workOf('of: author @name(as: "by") { name }', `or: maker @name(as: "by") { ${selection} }`)['properties'];
    const nullable = { type: ['object', 'null'] };
    expect(by('name')).toEqual({ by: { ...NAME, ...nullable } });
    const motto = { ...nullable, required: ['motto'], properties: { motto: { type: ['string', 'null'] } } };
    expect(by('motto')).toEqual({ by: { anyOf: [{ ...NAME, ...nullable }, motto] } });
  });
});

describe('the JSON of a @template', () => {
  // A constant is on __typename, as it sends nothing of the data.
  const templateOf = (value: string, conventions = {}) => {
    const field = /\{[\w:?]*\}/.test(value) ? 'id' : '__typename';
    return propertyOf(`made: ${field} @template(value: ${value}) weight`, conventions);
  };

  test.each<[value: string, schema: object]>([
    ['"products"', { ...TEXT, const: 'products' }],
    ['""', { ...TEXT, const: '' }],
    ['"{}"', TEXT],
    ['{ }', { type: 'object', properties: {} }],
    ['{ a: { } }', { type: 'object', required: ['a'], properties: { a: { type: 'object', properties: {} } } }],
    ['"{weight}"', { type: 'number', format: 'double' }],
    ['"{weight:string}"', TEXT],
    ['"a.{weight}/{}"', { ...TEXT, pattern: '^a\\.[\\s\\S]*\\/[\\s\\S]*$' }],
    ['"/a b/{}?c={weight}"', { ...TEXT, format: 'uri-reference', pattern: '\\/a%20b\\/[^/?#]*\\?c=[^/?#]*$' }],
    ['"/a/{+weight}/{{b}}/{}"', { ...TEXT, format: 'uri-template', pattern: '\\/a\\/[^?#]*\\/\\{b\\}\\/[^/?#]*$' }],
    ['7', { type: 'integer', const: 7 }],
    ['1.5', { type: 'number', const: 1.5 }],
    ['{ a: null }', { type: 'object', required: ['a'], properties: { a: { type: 'null', const: null } } }],
    [
      '{ a: "{weight?}", b: "x", c: "{weight?}." }',
      {
        type: 'object',
        required: ['b', 'c'],
        properties: {
          a: { type: 'number', format: 'double' },
          b: { ...TEXT, const: 'x' },
          c: { ...TEXT, pattern: '^[\\s\\S]*\\.$' },
        },
      },
    ],
    ['[]', { type: 'array' }],
    ['["{}", "{:string}"]', { type: 'array', items: TEXT }],
    ['["{}", 1]', { type: 'array', items: { anyOf: [TEXT, { type: 'integer', const: 1 }] } }],
    ['null', { type: 'null', const: null }],
  ])('%s', (value, schema) => {
    expect(templateOf(value)).toEqual({ isRequired: true, schema });
  });

  test('a path under absolute urls is a URL', () => {
    const schema = { ...TEXT, format: 'uri', pattern: '\\/books\\/[^/?#]*$' };
    expect(templateOf('"/books/{}"', { urls: 'absolute' })).toEqual({ isRequired: true, schema });
  });

  test('the value of a field of another type has its schema', () => {
    expect(propertyOf('made: pages @template(value: "{}")')).toEqual({ isRequired: true, schema: INT });
  });

  test('a path parameter is as it is declared', () => {
    const selection = 'theBook { it: id @template(value: "{number}") }';
    const document = documentOf(
      `query a($number: Int!) @endpoint(method: GET, path: "/a/{number}") { ${selection} echo(number: $number) }`,
    );
    expect(componentsOf(document)['AResponse']).toMatchObject({ properties: { theBook: { properties: { it: INT } } } });
  });
});
