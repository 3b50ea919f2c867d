import { describe, expect, test } from 'vitest';
import { pagedSchema } from '../support/pagedSchema.ts';
import { describedBody, describedOperation, typeText } from '../support/described.ts';
import { testFaults } from '../support/faults.ts';

const list = (selection: string, variables = '') =>
  `query list${variables} @endpoint(method: GET, path: "/a") { ${selection} }`;
const paged = '@paginate(connection: { first: "limit" }, styles: [OFFSET]) { id }';
const different = (name: string) =>
  `@total and the list get different "${name}". Write the same arguments on both, but for those of the page.`;
const noInt = (name: string) =>
  `@total is on "${name}", which is not an Int, or in a list. Write it on the number of all items.`;

describe('@total is refused', () => {
  testFaults(pagedSchema, [
    [
      'without a list',
      list('item_aggregate { aggregate { count ▶@total } } ids'),
      '@total needs a list with @paginate. Remove it.',
    ],
    [
      'twice',
      list(`item ${paged} item_aggregate { aggregate { count @total } } allItems { totalCount ▶@total }`),
      'Only one field can have @total. Remove it here.',
    ],
    [
      'inside the list',
      list('allItems @paginate { nodes { id } totalCount ▶@total }'),
      '@total is inside the list that it counts. Write @paginate(connection: { totalCount: "totalCount" }) instead.',
    ],
    ['on an object', list(`item ${paged} item_aggregate { aggregate ▶@total { count } }`), noInt('aggregate')],
    ['on a text', list(`item ${paged} item_aggregate { aggregate { max { kind ▶@total } } }`), noInt('kind')],
    ['in a list', list(`item ${paged} item_aggregate { nodes { id ▶@total } }`), noInt('id')],
    [
      'with another value of an argument',
      list(
        `item(where: { kind: $a }) ${paged} item_aggregate(where: { kind: $b }) { aggregate { count ▶@total } }`,
        '($a: String, $b: String)',
      ),
      different('where'),
    ],
    [
      'without an argument of the list',
      list(`item(where: { kind: $a }) ${paged} item_aggregate { aggregate { count ▶@total } }`, '($a: String)'),
      different('where'),
    ],
    [
      'with an argument that the list has not',
      list(`item ${paged} item_aggregate(where: { kind: "a" }) { aggregate { count ▶@total } }`),
      different('where'),
    ],
    [
      'where no page counts',
      list('allItems @paginate(styles: [CURSOR]) { nodes { id } } other: allItems { totalCount ▶@total }'),
      '@total has no effect: pages of "allItems" are by cursor, which counts no items. Offer OFFSET or PAGE, write {total} in page.body, or let a parameter choose it: @include(if: $total).',
    ],
    [
      'in a lookup',
      'query find { shop { itemCount ▶@total } } query list($limit: Int! = 1) @endpoint(method: GET, path: "/a") { ids(first: $limit) }',
      '@total has no effect in a lookup query, which is not part of the response. Remove it.',
    ],
  ]);
});

describe('@total', () => {
  test.each<[promise: string, document: string, type: string, nonNull?: string[]]>([
    [
      'is never null where nothing on its way from the list is',
      inShop(''),
      '{ limit: integer, offset: integer, total: integer }',
    ],
    [
      'can be absent under a condition',
      inShop('@include(if: $c)', '($c: Boolean! = true)'),
      '{ limit: integer, offset: integer, total: integer } | { limit: integer, offset: integer, hasMore: boolean }',
    ],
    [
      'can be null',
      aggregated(''),
      '{ limit: integer, offset: integer, total: integer } | { limit: integer, offset: integer, hasMore: boolean }',
    ],
    ['is never null by @nonNull', aggregated('@nonNull'), '{ limit: integer, offset: integer, total: integer }'],
    [
      'is never null by the conventions',
      aggregated(''),
      '{ limit: integer, offset: integer, total: integer }',
      ['item_aggregate.aggregate'],
    ],
  ])('%s', (_, document, type, nonNull = []) => {
    const documents = { 'v1/conventions.json': JSON.stringify({ nonNull }), 'v1/a.graphql': document };
    const body = describedBody(describedOperation(pagedSchema, documents))!;
    expect(typeText(body.properties!['pagination']!)).toBe(type);
  });
  function inShop(directive: string, variables?: string): string {
    const items = 'items @paginate(connection: { first: "limit", offset: "skip" }, styles: [OFFSET]) { id }';
    return list(`shop @unwrap { itemCount @total ${directive} ${items} }`, variables);
  }
  function aggregated(directive: string): string {
    return list(`item ${paged} item_aggregate { aggregate ${directive} { count @total } }`);
  }
});
