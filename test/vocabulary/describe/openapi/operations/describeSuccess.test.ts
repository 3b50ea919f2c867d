import { describe, expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../../../src/gateway/plan/conventions/defaultConventions.ts';
import { type Schema, ref } from '../../../../../src/gateway/describe/openapi/Schema.ts';
import {
  describeSuccess,
  outputSchema,
} from '../../../../../src/gateway/describe/openapi/operations/describeSuccess.ts';
import { SchemaRegistry } from '../../../../../src/gateway/describe/openapi/schemas/SchemaRegistry.ts';
import type { EndpointPlan } from '../../../../../src/gateway/plan/EndpointPlan.ts';
import type { Shape } from '../../../../../src/gateway/plan/Shape.ts';
import { connection, endpointPlan, leaf, list, object, pagePlan, versionPlan } from '../../support/plans.ts';

function successOf(own: Partial<EndpointPlan> & { body: Shape }, pageBody = DEFAULT_CONVENTIONS.page.body) {
  const registry = new SchemaRegistry();
  const conventions = { ...DEFAULT_CONVENTIONS, page: { ...DEFAULT_CONVENTIONS.page, body: pageBody } };
  const schema = describeSuccess(endpointPlan(own), { version: versionPlan({ conventions }), registry });
  registry.nameComponents(schema, []);
  return { schema: registry.resolve(schema), components: Object.fromEntries(registry.components) };
}

const book = object('Book', { id: leaf('String!') });
const BOOK = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };

describe('the schema of a success', () => {
  test.each<[name: string, body: Shape, schema: object, components: object]>([
    ['of a scalar stays in place', leaf('String!'), { type: 'string' }, {}],
    ['of an object is a component', book, ref('Book'), { Book: BOOK }],
    ['of a list has its items as a component', list(book), { type: 'array', items: ref('Book') }, { Book: BOOK }],
  ])('%s', (_, body, schema, components) => {
    expect(successOf({ body })).toEqual({ schema, components });
  });

  test('of a 204 is none', () => {
    expect(successOf({ status: 204, body: book })).toEqual({ schema: undefined, components: {} });
  });

  test.each<[name: string, own: Partial<EndpointPlan['result']>]>([
    ['several root fields', { dataPath: [] }],
    ['a root field that is not unwrapped', { dataPath: ['book'], wrapper: 'book' }],
  ])('of %s is named after the operation', (_, own) => {
    const body = object('Query', { book });
    const result = { dataPath: ['book'], errorsAt: [], canBeMissing: false, body, ...own };
    expect(successOf({ body, result })).toMatchObject({
      schema: ref('GetBooksResponse'),
      components: { GetBooksResponse: { properties: { book: BOOK } } },
    });
  });

  test('of a page has its items and its pagination', () => {
    const { schema, components } = successOf({ page: pagePlan(['CURSOR']), body: connection(book) });
    expect(schema).toEqual(ref('BookList'));
    expect(components['BookList']).toMatchObject({
      required: ['data', 'pagination'],
      properties: { data: { type: 'array', items: ref('Book') }, pagination: ref('CursorPagination') },
    });
    expect(Object.keys(components)).toEqual(['Book', 'CursorPagination', 'BookList']);
  });

  test('of a page of scalars is named after the operation', () => {
    const { schema } = successOf({ page: pagePlan(['CURSOR']), body: connection(leaf('String!')) });
    expect(schema).toEqual(ref('GetBooksResponse'));
  });

  test('of a page that is the selection is the connection', () => {
    const { schema } = successOf({ page: pagePlan(['CURSOR']), body: connection(book) }, '{selection}');
    expect(schema).toEqual(ref('Connection'));
  });
});

const version = versionPlan({ types: { inputs: {}, enums: { Genre: { values: { FACT: 'fact' } } } } });

function schemaOf(shape: Shape): Schema {
  const registry = new SchemaRegistry();
  const schema = outputSchema(shape, { version, registry });
  registry.nameComponents(schema, []);
  return registry.resolve(schema);
}

const name = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const author = object('Author', { name: leaf('String!') });

describe('outputSchema', () => {
  test.each<[name: string, shape: Shape, schema: Schema]>([
    ['a scalar', leaf('String!'), { type: 'string' }],
    ['a nullable scalar', leaf('String'), { type: ['string', 'null'] }],
    ['an integer', leaf('SafeInt!'), expect.objectContaining({ type: 'integer', format: 'int64' })],
    ['an enum', leaf('Genre!'), ref('Genre')],
    ['a nullable enum', leaf('Genre'), { anyOf: [ref('Genre'), { type: 'null' }] }],
    [
      'the name of a type',
      { kind: 'leaf', type: 'String', names: ['Book', 'Reel'], nullable: false },
      { type: 'string', enum: ['Book', 'Reel'] },
    ],
    ['a list', list(leaf('String')), { type: 'array', items: { type: ['string', 'null'] } }],
    ['an object', author, name],
    ['a nullable object', { ...author, nullable: true }, { ...name, type: ['object', 'null'] }],
    ['an object with a description', { ...author, description: 'Who wrote.' }, { ...name, description: 'Who wrote.' }],
    [
      'an object with conditional, described and deprecated properties',
      {
        ...author,
        properties: [
          {
            field: 'name',
            key: 'name',
            shape: leaf('String!'),
            required: false,
            description: 'A name.',
            deprecated: 'Old.',
          },
        ],
      },
      {
        type: 'object',
        properties: { name: { type: 'string', description: 'A name.\n\nDeprecated: Old.', deprecated: true } },
      },
    ],
    [
      'a property of an enum with a description',
      {
        ...author,
        properties: [{ field: 'genre', key: 'genre', shape: leaf('Genre!'), required: true, description: 'A genre.' }],
      },
      { type: 'object', required: ['genre'], properties: { genre: { ...ref('Genre'), description: 'A genre.' } } },
    ],
    [
      'an unwrapped object',
      { kind: 'unwrapped', key: 'name', field: 'name', of: leaf('String!'), nullable: true },
      { type: ['string', 'null'] },
    ],
    [
      'an unwrapped object whose child is nullable too',
      { kind: 'unwrapped', key: 'name', field: 'name', of: leaf('String'), nullable: true },
      { type: ['string', 'null'] },
    ],
    [
      'a connection',
      connection(leaf('String!')),
      { type: 'object', required: ['nodes'], properties: { nodes: { type: 'array', items: { type: 'string' } } } },
    ],
  ])('describes %s', (_, shape, schema) => {
    expect(schemaOf(shape)).toEqual(schema);
  });
});
