import { expect, test } from 'vitest';
import { pageRows } from '../../../../src/gateway/cli/pageRows.ts';
import { compileOne } from '../compile/support/compileDocuments.ts';
import { describePage } from '../../../../src/gateway/describe/explain/describePage.ts';
import { pagedSchema } from '../engine/support/pagedSchema.ts';

const rowsOf = (selection: string, conventions: object = {}) => {
  const documents = {
    'conventions.json': JSON.stringify(conventions),
    'v1/a.graphql': `query list @endpoint(method: GET, path: "/a") { ${selection} }`,
  };
  return pageRows(describePage(compileOne(pagedSchema, documents)));
};

test('the pages of an endpoint are explained with their names resolved', () => {
  expect(
    rowsOf(
      'rows: item @paginate(connection: { first: "limit" }, styles: [OFFSET]) { id } item_aggregate { aggregate { count @total } }',
      { page: { over: 'clamp' } },
    ),
  ).toEqual([
    ['list', 'rows'],
    ['styles', 'OFFSET'],
    ['limit', '20, more is 100'],
    ['arguments', 'first: limit, offset'],
    ['fields', 'total: item_aggregate.aggregate.count'],
  ]);
  expect(rowsOf('saleor @paginate(styles: [CURSOR], max: 5) { edges @unwrap { node { id } } }')).toEqual([
    ['list', 'saleor'],
    ['styles', 'CURSOR'],
    ['limit', '5, at most 5'],
    ['arguments', 'first, after'],
    ['fields', 'hasNextPage: pageInfo.hasNextPage, endCursor: pageInfo.endCursor'],
  ]);
  expect(rowsOf('ids @paginate(styles: [PAGE])').at(-1)).toEqual(['arguments', 'first, offset']);
  expect(rowsOf('ids(first: 1)')).toEqual([]);
});
