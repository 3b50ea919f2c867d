import { expect, test } from 'vitest';
import type { PageStyle } from '../../../../../src/gateway/conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../../../../../src/gateway/conventions/defaultConventions.ts';
import { SchemaRegistry } from '../../../../../src/gateway/describe/openapi/SchemaRegistry.ts';
import { pageBodySchema } from '../../../../../src/gateway/describe/openapi/pageBodySchema.ts';
import type { PagePlan } from '../../../../../src/gateway/plan/PagePlan.ts';
import { pagePlan, versionPlan } from '../support/plans.ts';

const ITEM = { type: 'string' };
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

const total = pagePlan([]).fields.total!;
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
