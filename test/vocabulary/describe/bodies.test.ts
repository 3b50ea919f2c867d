// The bodies of requests, and the input types in them.
import { expect, test } from 'vitest';
import { type Node, describeSchema, documentOf, openApiOf, operationOf, ref } from './support/openApiOf.ts';

/** A POST of these variables, or of the one that is its `body`, and further arguments of `@endpoint`. */
function writes(variables: string, more = ''): string {
  const given = [...variables.matchAll(/\$(\w+)/g)].map(([, name]) => `${name}: $${name}`).join();
  return `query post(${variables}) @endpoint(method: POST, path: "/a"${more}) { echo(${given}) }`;
}

const bodyIn = (document: Node) => operationOf(document)['requestBody']!;
const bodyOf = (variables: string, more = '', conventions = {}) =>
  bodyIn(documentOf(writes(variables, more), conventions));
const schemaOf = (body: Node) => body['content']!['application/json']!['schema']!;
const closed = { type: 'object', additionalProperties: false };

test.each<[name: string, endpoint: string]>([
  ['of a GET', 'query get($text: String) @endpoint(method: GET, path: "/a") { echo(text: $text) }'],
  ['without properties', writes('$text: String @param(in: QUERY)')],
])('a body %s is none', (_, endpoint) => {
  expect(operationOf(documentOf(endpoint))).not.toHaveProperty('requestBody');
});

test('a body has the properties, whose dots descend', () => {
  const variables = `"A text." $text: String! @param(example: "Emma"), $genre: Genre = FACT
    $number: Int! = 7 @param(name: "size.pages"), $flag: Boolean! @param(name: "size.weight.grams")`;
  expect(bodyOf(variables)).toEqual({
    required: true,
    content: {
      'application/json': {
        schema: {
          ...closed,
          required: ['text', 'size'],
          properties: {
            text: { type: 'string', description: 'A text.', examples: ['Emma'] },
            genre: { anyOf: [ref('Genre'), { type: 'null' }], default: 'FACT' },
            size: {
              ...closed,
              required: ['weight'],
              properties: {
                pages: expect.objectContaining({ type: 'integer', default: 7 }),
                weight: { ...closed, required: ['grams'], properties: { grams: { type: 'boolean' } } },
              },
            },
          },
        },
        example: { text: 'Emma', genre: 'FACT', size: { pages: 1, weight: { grams: true } } },
      },
    },
  });
});

test('a body is optional where all of its properties are', () => {
  expect(bodyOf('$text: String')).toMatchObject({ required: false });
});

test('unknown properties may be sent where they are ignored', () => {
  expect(schemaOf(bodyOf('$text: String', '', { unknown: { body: 'ignore' } }))).not.toHaveProperty(
    'additionalProperties',
  );
});

const TEXT = { type: 'string' };
const NULLABLE = { type: ['string', 'null'] };

test.each<[variable: string, schema: object]>([
  ['$text: String!', TEXT],
  ['$text: String', NULLABLE],
  ['$grid: [[String]!]', { type: ['array', 'null'], items: { type: 'array', items: NULLABLE } }],
  [
    '$texts: [String!]! @param(minItems: 1, maxItems: 2, maxLength: 5)',
    { type: 'array', minItems: 1, maxItems: 2, items: { ...TEXT, maxLength: 5 } },
  ],
  ['$genre: Genre!', ref('Genre')],
  ['$genre: Genre', { anyOf: [ref('Genre'), { type: 'null' }] }],
  ['$author: AuthorInput!', ref('AuthorInput')],
  ['$authors: [AuthorInput!]', { type: ['array', 'null'], items: ref('AuthorInput') }],
  ['$json: JSON', {}],
])('a body that is %s', (variable, schema) => {
  const body = bodyOf(variable, `, body: "${/\w+/.exec(variable)![0]}"`);
  expect(schemaOf(body)).toEqual(schema);
  expect(body).toMatchObject({ required: variable.includes('!:') || /!( @|$)/.test(variable) });
});

test.each<[variable: string, component: string, schema: object]>([
  [
    '$author: AuthorInput!',
    'AuthorInput',
    {
      ...closed,
      description: 'An author.',
      required: ['full_name'],
      properties: {
        full_name: { type: 'string', description: 'The name.' },
        genre: { anyOf: [ref('Genre'), { type: 'null' }], default: 'FACT' },
        old: { ...NULLABLE, description: 'Deprecated: Gone.', deprecated: true },
      },
    },
  ],
  ['$filter: Filter!', 'Filter', { ...closed, properties: { and: { type: ['array', 'null'], items: ref('Filter') } } }],
  ['$choice: Choice!', 'Choice', { ...closed, minProperties: 1, maxProperties: 1, properties: { a: TEXT, b: TEXT } }],
])('the input object of %s is the component %s', (variable, component, schema) => {
  const document = documentOf(writes(variable), { case: 'snake_case' });
  expect(document['components']!['schemas']![component]).toEqual(schema);
});

test.each<[name: string, variable: string, schema: object]>([
  ['an example that is no text', '$number: Int! @param(example: "7")', { examples: [7] }],
  ['a default of false', '$flag: Boolean = false', { type: ['boolean', 'null'], default: false }],
  ['a default of 0', '$number: Int! = 0', { default: 0 }],
  [
    'a default of an object, and of a list with one item',
    '$filter: Filter = {and: {and: []}}',
    { default: { and: [{ and: [] }] } },
  ],
  [
    'a default of an enum',
    '$author: AuthorInput = {fullName: "A", genre: FICTION}',
    { default: { fullName: 'A', genre: 'FICTION' } },
  ],
  [
    'a default of any value',
    '$json: JSON = {fooBar: [FACT, -1.5, null, true]}',
    { default: { fooBar: ['FACT', -1.5, null, true] } },
  ],
])('a property has %s', (_, variable, schema) => {
  const [property] = Object.values(schemaOf(bodyOf(variable))['properties']!);
  expect(property).toMatchObject(schema);
});

const FORM = 'application/x-www-form-urlencoded';
const deepObject = { style: 'deepObject', explode: true };

test('the media types of a body have one schema, and forms say what nests', () => {
  const types = `, consumes: ["${FORM}; charset=utf-8", "application/json"]`;
  const { content: flat } = bodyOf('$text: String', types);
  expect(flat![`${FORM}; charset=utf-8`]).toEqual(flat!['application/json']);
  const { content: nested } = bodyOf('$text: String, $author: AuthorInput, $json: JSON, $grid: [[String]!]', types);
  expect(nested![`${FORM}; charset=utf-8`]).toEqual({
    ...nested!['application/json'],
    encoding: { author: deepObject, json: deepObject, grid: deepObject },
  });
});

test('a property of an input object has a default that is false', () => {
  const schema = 'type Query { echo(by: By): String! } input By { strict: Boolean! = false }';
  const { components } = describeSchema(schema, { 'v1/a.graphql': writes('$by: By') })['/v1/openapi.json']!;
  expect(components!['schemas']!['By']).toEqual({
    ...closed,
    properties: { strict: { type: 'boolean', default: false } },
  });
});

test('a file of a form is bytes', () => {
  const endpoint = `mutation m($file: Upload!) @endpoint(method: POST, path: "/a", consumes: ["multipart/form-data"]) {
    add(file: $file) { id } }`;
  expect(bodyIn(documentOf(endpoint))['content']!['multipart/form-data']!['schema']).toEqual({
    ...closed,
    required: ['file'],
    properties: { file: { type: 'string', contentMediaType: 'application/octet-stream', maxLength: 2 ** 24 } },
  });
});

test('bytes have no schema', () => {
  const endpoint = `mutation m($title: String!) @endpoint(method: POST, path: "/a", body: "title", consumes: ["image/png", "application/json"]) {
    add(title: $title) { id } }`;
  const file = endpoint.replaceAll('title', 'file').replace('String', 'Upload').replace(', "application/json"', '');
  expect(bodyIn(documentOf(file))).toEqual({ required: true, content: { 'image/png': {} } });
});

const json = (schema: object) => ({ 'application/json': { schema } });
const text = (more = '') => writes(`$text: String!${more}`, ', body: "text"');

test.each<[name: string, one: string, two: string, expected: object]>([
  ['the same body', text(), text(), { required: true, content: json(TEXT) }],
  [
    'different bodies',
    text(),
    writes('$flag: Boolean!', ', body: "flag"'),
    { required: true, content: json({ anyOf: [TEXT, { type: 'boolean' }] }) },
  ],
  [
    'an optional body',
    writes('$text: String'),
    writes('$text: String!'),
    { required: false, content: json({ anyOf: [{}, {}] }) },
  ],
  [
    'bodies of several media types',
    text(),
    writes('$text: String!', ', body: "text", consumes: ["application/json", "application/a+json"]'),
    { required: true, content: { ...json(TEXT), 'application/a+json': { schema: TEXT } } },
  ],
  [
    'forms',
    writes('$author: AuthorInput', `, consumes: ["${FORM}"]`),
    writes('$authors: [AuthorInput!]', `, consumes: ["${FORM}"]`),
    { content: { [FORM]: { encoding: { author: deepObject, authors: deepObject } } } },
  ],
])('an unversioned path takes %s of its versions', (_, one, two, expected) => {
  const documents = openApiOf({ 'v1/a.graphql': one, 'v2/a.graphql': two });
  expect(bodyIn(documents['/openapi.json']!)).toMatchObject(expected);
});

test('an unversioned path takes the bytes of one of its versions', () => {
  const endpoint = (type: string, consumes: string) =>
    `mutation m($a: ${type}!) @endpoint(method: POST, path: "/a", body: "a", consumes: ["${consumes}"]) { add(${type === 'Upload' ? 'file' : 'title'}: $a) { id } }`;
  const documents = openApiOf({
    'v1/a.graphql': endpoint('String', 'application/json'),
    'v2/a.graphql': endpoint('Upload', 'image/png'),
  });
  const { content } = bodyIn(documents['/openapi.json']!);
  expect(content!['image/png']).toEqual({});
  expect(content!['application/json']).toHaveProperty('schema');
});
