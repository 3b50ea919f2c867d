import { describe, expect, test } from 'vitest';
import type { PageStyle } from '../../../../../src/gateway/conventions/Conventions.ts';
import type { PagePlan } from '../../../../../src/gateway/plan/PagePlan.ts';
import { ref } from '../../../../../src/gateway/describe/openapi/Schema.ts';
import { SchemaRegistry } from '../../../../../src/gateway/describe/openapi/SchemaRegistry.ts';
import { paginationSchema } from '../../../../../src/gateway/describe/openapi/paginationSchema.ts';
import { pagePlan, versionPlan } from '../support/plans.ts';

function componentsOf(styles: PageStyle[], own: Partial<PagePlan> = {}) {
  const registry = new SchemaRegistry();
  const schema = paginationSchema(pagePlan(styles, own), { version: versionPlan(), registry });
  registry.nameComponents([]);
  return { schema: registry.resolve(schema), components: Object.fromEntries(registry.components) };
}

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
    ['with a way back', ['CURSOR'], { limits: { ...pagePlan(['CURSOR']).limits, names } }, ['TwoWayCursorPagination']],
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
