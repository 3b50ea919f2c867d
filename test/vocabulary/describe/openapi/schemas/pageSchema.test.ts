import { describe, expect, test } from 'vitest';
import type { PageStyle } from '../../../../../src/gateway/plan/conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../../../../../src/gateway/plan/conventions/defaultConventions.ts';
import { type Schema, ref } from '../../../../../src/gateway/describe/openapi/Schema.ts';
import { SchemaRegistry } from '../../../../../src/gateway/describe/openapi/schemas/SchemaRegistry.ts';
import { pageBodySchema } from '../../../../../src/gateway/describe/openapi/schemas/pageSchema.ts';
import type { PagePlan } from '../../../../../src/gateway/plan/PagePlan.ts';
import { pagePlan, versionPlan } from '../../support/plans.ts';

const ITEM = { type: 'string' };

function componentsOf(styles: PageStyle[], own: Partial<PagePlan> = {}) {
  const registry = new SchemaRegistry();
  const context = { version: versionPlan(), registry };
  const page = pageBodySchema({ data: '{items}', info: '{pagination}' }, ITEM, pagePlan(styles, own), context);
  registry.nameComponents(page, []);
  const { info } = registry.resolve(page)['properties'] as { info: Schema };
  const { description, ...schema } = info;
  expect(description).toBe('The position of the page; its properties depend on the style of pagination.');
  return { schema, components: Object.fromEntries(registry.components) };
}

describe('the schema of {pagination}', () => {
  test.each<[styles: PageStyle[], components: string[]]>([
    [['OFFSET'], ['OffsetPagination']],
    [['PAGE'], ['PagePagination']],
    [['CURSOR'], ['CursorPagination']],
    [
      ['OFFSET', 'PAGE'],
      ['OffsetPagination', 'PagePagination'],
    ],
    [
      ['OFFSET', 'CURSOR'],
      ['OffsetPaginationAndCursor', 'OffsetPagination', 'CursorPagination'],
    ],
    [
      ['PAGE', 'CURSOR'],
      ['PagePaginationAndCursor', 'PagePagination', 'CursorPagination'],
    ],
    [
      ['CURSOR', 'OFFSET'],
      ['CursorPagination', 'OffsetPagination'],
    ],
  ])('%j have the variants %j', (styles, components) => {
    const { schema } = componentsOf(styles);
    expect(schema).toEqual(components.length === 1 ? ref(components[0]!) : { anyOf: components.map(ref) });
  });

  test.each<[style: PageStyle, component: string, properties: string[]]>([
    ['OFFSET', 'OffsetPagination', ['limit', 'offset', 'total']],
    ['PAGE', 'PagePagination', ['page', 'limit', 'total', 'totalPages']],
    ['CURSOR', 'CursorPagination', ['nextCursor', 'hasMore']],
  ])('%s has the properties of %s', (style, component, properties) => {
    const schema = componentsOf([style]).components[component]!;
    expect(schema['required']).toEqual(properties);
    expect(Object.keys(schema['properties'] as object)).toEqual(properties);
  });

  describe('a list', () => {
    const field = { field: 'totalCount', path: ['_total'], isOutside: false, byCursor: false };
    const fields = { total: { ...field, nullable: true } };
    const names = { ...pagePlan([]).limits.names, before: 'before' };
    test.each<[what: string, styles: PageStyle[], own: Partial<PagePlan>, components: string[]]>([
      ['without a total', ['OFFSET'], { fields: {} }, ['UncountedOffsetPagination']],
      ['without a total, by page', ['PAGE'], { fields: {} }, ['UncountedPagePagination']],
      [
        'without a total, by cursor as well',
        ['OFFSET', 'CURSOR'],
        { fields: {} },
        ['UncountedOffsetPaginationAndCursor', 'UncountedOffsetPagination', 'CursorPagination'],
      ],
      ['whose total can be null', ['PAGE'], { fields }, ['PagePagination', 'UncountedPagePagination']],
      [
        'with a way back',
        ['CURSOR'],
        { limits: { ...pagePlan(['CURSOR']).limits, names } },
        ['TwoWayCursorPagination'],
      ],
    ])('%s has the variants %3$j', (_, styles, own, components) => {
      const { schema, components: all } = componentsOf(styles, own);
      expect(schema).toEqual(components.length === 1 ? ref(components[0]!) : { anyOf: components.map(ref) });
      for (const name of components) {
        expect(all[name]!['required']).toEqual(Object.keys(all[name]!['properties'] as object));
      }
    });
    test('without a total says whether there is more in its place', () => {
      const { components } = componentsOf(['PAGE'], { fields: {} });
      expect(components['UncountedPagePagination']!['required']).toEqual(['page', 'limit', 'hasMore']);
    });
  });
});

const items = { type: 'array', description: 'The items of the page.', items: ITEM };

function schemaOf(
  template: unknown,
  styles: PageStyle[],
  own: Partial<PagePlan> = {},
  urls: 'relative' | 'absolute' = 'relative',
) {
  const version = versionPlan({ conventions: { ...DEFAULT_CONVENTIONS, urls } });
  return pageBodySchema(template, ITEM, pagePlan(styles, own), { version, registry: new SchemaRegistry() });
}

const total = pagePlan([]).fields.total!;

describe('pageBodySchema', () => {
  test('a page is what its template says', () => {
    expect(
      schemaOf({ object: 'list', url: '{url}', has_more: '{hasMore}', '{list}': '{items}', version: 1 }, ['CURSOR']),
    ).toEqual({
      description: 'One page of a list.',
      type: 'object',
      required: ['object', 'url', 'has_more', 'books', 'version'],
      properties: {
        object: { const: 'list' },
        url: { type: 'string', format: 'uri-reference', description: 'The URL of the list.' },
        has_more: { type: 'boolean', description: 'Whether there is a next page.' },
        books: items,
        version: { const: 1 },
      },
    });
  });

  test('an optional value is not required, and any other can be null', () => {
    const { required, properties } = schemaOf(
      {
        data: '{items}',
        next: '{nextCursor?}',
        prev: '{prevCursor}',
        links: { next: '{next?}' },
        all: ['{self}', '{last}'],
      },
      ['CURSOR'],
      {},
      'absolute',
    ) as { required: string[]; properties: Record<string, object> };
    expect(required).toEqual(['data', 'prev', 'all']);
    const url = { type: 'string', format: 'uri' };
    expect(properties).toMatchObject({
      next: { type: 'string' },
      prev: { type: ['string', 'null'] },
      links: { type: 'object', properties: { next: url } },
      all: { type: 'array', items: { anyOf: [url, { ...url, type: ['string', 'null'] }] } },
    });
  });

  test.each<[text: string, styles: PageStyle[], own: Partial<PagePlan>, schema: object]>([
    ['{total}', ['OFFSET', 'PAGE'], {}, { type: 'integer' }],
    ['{total}', ['OFFSET', 'CURSOR'], {}, { type: ['integer', 'null'] }],
    ['{total}', ['OFFSET', 'CURSOR'], { fields: { total: { ...total, byCursor: true } } }, { type: 'integer' }],
    ['{total}', ['OFFSET'], { fields: { total: { ...total, nullable: true } } }, { type: ['integer', 'null'] }],
    ['{totalPages:string}', ['PAGE'], {}, { type: 'string' }],
    ['{page}', ['PAGE'], {}, { type: 'integer' }],
    ['{page}', ['PAGE', 'OFFSET'], {}, { type: ['integer', 'null'] }],
    ['{offset}', ['PAGE', 'OFFSET'], {}, { type: 'integer' }],
    ['{limit} of {total}', ['PAGE'], {}, { type: 'string' }],
    ['{limit} of {page}', ['OFFSET'], {}, { type: ['string', 'null'] }],
    ['{limit}{page? }', ['OFFSET'], {}, { type: 'string' }],
  ])('%s of pages by %j is %#', (text, styles, own, schema) => {
    const { properties } = schemaOf({ data: '{items}', it: text }, styles, own) as { properties: { it: object } };
    expect(properties.it).toMatchObject(schema);
  });
});
