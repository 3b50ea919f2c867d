import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ListArguments,
  type ListOrder,
  type ListPage,
  decodeListCursor,
  encodeListCursor,
  readPageArgs,
} from '../../../src/service/domain/pageArguments.ts';
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

const id = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const time = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
const position = fc.oneof(
  id.map((one) => ({ id: one })),
  fc.tuple(id, time).map(([one, at]) => ({ id: one, createdAt: at.getTime() })),
);

test('decodes the position of every cursor that it encodes', () => {
  fc.assert(
    fc.property(position, (one) => {
      expect(decodeListCursor('users', encodeListCursor('users', one))).toEqual(one);
    }),
  );
});

test('encodes an id as the cursors of the first release', () => {
  expect(encodeListCursor('users', { id: 7 })).toBe('MXc3OTBwNDp1c2Vyczo3');
});

test('encodes cursors that need no escaping in a URL', () => {
  const list = 'orders of user 7 CREATED_AT_DESC';
  fc.assert(fc.property(position, (one) => void expect(encodeListCursor(list, one)).toMatch(/^[\w-]+$/)));
});

test('refuses the cursor of another list', () => {
  expect(decodeListCursor('products', encodeListCursor('users', { id: 5 }))).toBeUndefined();
  expect(decodeListCursor('orders of user 1', encodeListCursor('orders of user 11', { id: 5 }))).toBeUndefined();
});

test.each([{ id: 4711 }, { id: 4711, createdAt: -1 }])(
  'refuses the cursor of %j with one character changed',
  (given) => {
    const cursor = encodeListCursor('users', given);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_ =+/é';
    for (let at = 0; at <= cursor.length; at++) {
      const [before, rest] = [cursor.slice(0, at), cursor.slice(at)];
      for (const other of alphabet) {
        if (other !== cursor[at]) expect(decodeListCursor('users', before + other + rest.slice(1))).toBeUndefined();
        expect(decodeListCursor('users', before + other + rest)).toBeUndefined();
      }
      if (at < cursor.length) expect(decodeListCursor('users', before + rest.slice(1))).toBeUndefined();
    }
  },
);

test.each([2 ** 53, -1, 1.5])('refuses %d, which is no id, in a well-formed cursor', (none) => {
  expect(decodeListCursor('users', encodeListCursor('users', { id: none }))).toBeUndefined();
});

test.each([-62_135_596_800_001, 253_402_300_800_000, 1.5])(
  'refuses the time %d in a well-formed cursor',
  (createdAt) => {
    expect(decodeListCursor('users', encodeListCursor('users', { id: 1, createdAt }))).toBeUndefined();
  },
);

test('refuses other text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => void expect(decodeListCursor('users', text)).toBeUndefined()),
  );
});
