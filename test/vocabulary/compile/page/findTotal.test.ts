import { describe, expect, test } from 'vitest';
import { pagedSchema } from '../../support/pagedSchema.ts';
import { compileOne } from '../support/compileDocuments.ts';
import { testFaults } from '../../support/faults.ts';

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
      'with another order',
      list(`item(order_by: ASC) ${paged} item_aggregate(order_by: DESC) { aggregate { count ▶@total } }`),
      different('order_by'),
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
  test('is read from the root, by response keys', () => {
    const document = list(
      `item(order_by: ASC) ${paged} counts: item_aggregate { aggregate @unwrap { all: count @total } }`,
    );
    const { page, result } = compileOne(pagedSchema, document);
    expect(page!.fields.total).toEqual({
      field: 'item_aggregate.aggregate.count',
      path: ['counts', 'aggregate', 'all'],
      isOutside: true,
      nullable: true,
      byCursor: false,
    });
    expect(result.dataPath).toEqual(['item']);
  });
  test('is never null where nothing on its way from the list is', () => {
    const total = (directive: string, variables?: string) => {
      const items = 'items @paginate(connection: { first: "limit", offset: "skip" }, styles: [OFFSET]) { id }';
      const document = list(`shop @unwrap { itemCount @total ${directive} ${items} }`, variables);
      return compileOne(pagedSchema, document).page!.fields.total;
    };
    expect(total('')).toMatchObject({ nullable: false });
    expect(total('@include(if: $c)', '($c: Boolean! = true)')).toMatchObject({ nullable: true });
  });
  test.each<[aggregate: string, count: string, nonNull: string[], nonNulls: string[]]>([
    ['@nonNull', '', [], ['item_aggregate.aggregate']],
    ['', '', ['item_aggregate.aggregate'], ['item_aggregate.aggregate']],
    ['', '', ['Item.*'], []],
  ])('is never null by "%s", "%s" and %j', (aggregate, count, nonNull, nonNulls) => {
    const { page, result } = compileOne(pagedSchema, {
      'v1/conventions.json': JSON.stringify({ nonNull }),
      'v1/a.graphql': list(`item ${paged} item_aggregate { aggregate ${aggregate} { count @total ${count} } }`),
    });
    expect(page!.fields.total!.nullable).toBe(nonNulls.length === 0);
    expect((result.nonNulls ?? []).map(({ path }) => path.join('.'))).toEqual(nonNulls);
  });
});
