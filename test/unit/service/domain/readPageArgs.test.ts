import { expect, test } from 'vitest';
import type { ListOrder } from '../../../../src/service/database/listOrders.ts';
import { encodeListCursor } from '../../../../src/service/domain/cursor.ts';
import { type ListArguments, type ListPage, readPageArgs } from '../../../../src/service/domain/readPageArgs.ts';
import { problemsOf } from './support/problemsOf.ts';

const after = encodeListCursor('users', { id: 7 });

test.each<[string, ListArguments, Partial<ListPage<object>>]>([
  ['nothing', {}, {}],
  ['nulls', { first: null, after: null, offset: null, orderBy: null, search: null }, {}],
  ['the least first', { first: 1 }, { first: 1 }],
  ['the greatest first', { first: 100 }, { first: 100 }],
  ['an offset', { offset: 40, first: 10 }, { offset: 40, first: 10 }],
  ['a cursor', { after }, { after: { id: 7 } }],
])('reads %s', (_, given, page) => {
  const defaults = { list: 'users', orderBy: 'ID_ASC', filter: {}, offset: 0, first: 20 };
  expect(readPageArgs('users', given, {})).toEqual({ ...defaults, ...page });
});

const lists: [orderBy: ListOrder, filter: object][] = [
  ['ID_ASC', {}],
  ['ID_DESC', {}],
  ['CREATED_AT_ASC', {}],
  ['CREATED_AT_DESC', {}],
  ['ID_ASC', { search: 'ada' }],
  ['ID_ASC', { search: 'Ada' }],
  ['CREATED_AT_ASC', { search: 'ada' }],
];

test.each(lists)('accepts a cursor only in the same list: %s %j', (orderBy, filter) => {
  const { list } = readPageArgs('users', { orderBy }, filter);
  const position = orderBy.startsWith('ID') ? { id: 7 } : { id: 7, createdAt: 5 };
  const cursor = encodeListCursor(list, position);
  for (const [other, otherFilter] of lists) {
    const read = () => readPageArgs('users', { orderBy: other, after: cursor }, otherFilter);
    if (other === orderBy && otherFilter === filter) expect(read().after).toEqual(position);
    else expect(problemsOf(read)).toEqual([AFTER]);
  }
});

const FIRST = { field: 'first', message: 'must be between 1 and 100' };
const AFTER = { field: 'after', message: 'must be a cursor of this list' };
const OFFSET = { field: 'offset', message: 'cannot be combined with after' };
const SEARCH = { field: 'search', message: 'must have at least 3 characters' };

test.each<[string, ListArguments, object[]]>([
  ['a first of 0', { first: 0 }, [FIRST]],
  ['a negative first', { first: -1 }, [FIRST]],
  ['a first of 101', { first: 101 }, [FIRST]],
  ['an empty cursor', { after: '' }, [AFTER]],
  ['a cursor of another list', { after: encodeListCursor('orders', { id: 7 }) }, [AFTER]],
  ['a cursor with a needless time', { after: encodeListCursor('users', { id: 7, createdAt: 5 }) }, [AFTER]],
  [
    'a cursor without a time',
    { orderBy: 'CREATED_AT_ASC', after: encodeListCursor('users CREATED_AT_ASC', { id: 7 }) },
    [AFTER],
  ],
  ['a cursor with an offset', { after, offset: 0 }, [OFFSET]],
  ['a short search', { search: 'ab' }, [SEARCH]],
  ['everything at once', { first: 0, after: 'x', offset: 1, search: '' }, [FIRST, AFTER, OFFSET, SEARCH]],
])('refuses %s', (_, given, problems) => {
  expect(problemsOf(() => readPageArgs('users', given, {}))).toEqual(problems);
});
