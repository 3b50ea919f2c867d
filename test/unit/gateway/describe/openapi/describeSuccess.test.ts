import { describe, expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../../../src/gateway/conventions/defaultConventions.ts';
import { ref } from '../../../../../src/gateway/describe/openapi/Schema.ts';
import { SchemaRegistry } from '../../../../../src/gateway/describe/openapi/SchemaRegistry.ts';
import { describeSuccess } from '../../../../../src/gateway/describe/openapi/describeSuccess.ts';
import type { EndpointPlan } from '../../../../../src/gateway/plan/EndpointPlan.ts';
import type { Shape } from '../../../../../src/gateway/plan/Shape.ts';
import { connection, endpointPlan, leaf, list, object, pagePlan, versionPlan } from '../support/plans.ts';

function successOf(own: Partial<EndpointPlan> & { body: Shape }, envelope = DEFAULT_CONVENTIONS.page.envelope) {
  const registry = new SchemaRegistry();
  const conventions = { ...DEFAULT_CONVENTIONS, page: { ...DEFAULT_CONVENTIONS.page, envelope } };
  const schema = describeSuccess(endpointPlan(own), { version: versionPlan({ conventions }), registry });
  registry.nameComponents([]);
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

  test('of a page without an envelope is the connection', () => {
    const { schema } = successOf({ page: pagePlan(['CURSOR']), body: connection(book) }, null);
    expect(schema).toEqual(ref('Connection'));
  });
});
