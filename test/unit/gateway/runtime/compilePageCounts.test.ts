import { expect, test } from 'vitest';
import type { PageFields } from '../../../../src/gateway/plan/PagePlan.ts';
import { compilePageCounts } from '../../../../src/gateway/runtime/compilePageCounts.ts';
import { pagePlan } from './support/plans.ts';

const field = (...path: string[]) => ({ field: path.join('.'), path });
const total = { ...field('all', 'total'), isOutside: false, nullable: true, byCursor: false };

test.each<[what: string, fields: PageFields, value: unknown, counts: object]>([
  ['nothing but the items', {}, { nodes: [1, null] }, { itemCount: 2 }],
  ['no items', {}, { nodes: null }, { itemCount: 0 }],
  ['the total', { total }, { nodes: [1], all: { total: 3 } }, { total: 3 }],
  ['a total in a text', { total }, { nodes: [1], all: { total: '3' } }, { total: 3 }],
  ['a total that is null', { total }, { nodes: [1], all: null }, { itemCount: 1 }],
  ['a total that is negative', { total }, { nodes: [1], all: { total: -1 } }, { itemCount: 1 }],
  ['a total that is no number', { total }, { nodes: [1], all: { total: 'many' } }, { itemCount: 1 }],
  ['a total that is left out', { total }, { nodes: [1] }, { itemCount: 1 }],
  ['a total outside', { total: { ...total, isOutside: true } }, { nodes: [1] }, { total: 5 }],
  [
    'an end',
    { endCursor: field('i', 'end'), hasNextPage: field('i', 'has') },
    { nodes: [], i: { end: 'c', has: false } },
    { itemCount: 0, pageInfo: { endCursor: 'c', hasNextPage: false } },
  ],
  [
    'an end that leads on',
    { endCursor: field('token') },
    { nodes: [], token: 'c' },
    { itemCount: 0, pageInfo: { endCursor: 'c', hasNextPage: true } },
  ],
  [
    'an end that is null',
    { endCursor: field('token') },
    { nodes: [], token: null },
    { itemCount: 0, pageInfo: { endCursor: null, hasNextPage: false } },
  ],
  [
    'an end that is empty',
    { endCursor: field('token') },
    { nodes: [], token: '' },
    { itemCount: 0, pageInfo: { endCursor: null, hasNextPage: false } },
  ],
  [
    'a cursor that is no text',
    { endCursor: field('token') },
    { nodes: [], token: [7] },
    { itemCount: 0, pageInfo: { endCursor: '[7]', hasNextPage: true } },
  ],
  [
    'both ends',
    { endCursor: field('e'), hasNextPage: field('n'), startCursor: field('s'), hasPreviousPage: field('p') },
    { nodes: [], e: 'e', n: true, s: 's', p: false },
    {
      itemCount: 0,
      pageInfo: { endCursor: 'e', hasNextPage: true, startCursor: 's', hasPreviousPage: false },
    },
  ],
])('a page reads %s', (_, fields, value, counts) => {
  const data = { all: { total: 5 } };
  expect(compilePageCounts(pagePlan({ fields }), { path: ['nodes'] })({ data, value })).toEqual(counts);
});
