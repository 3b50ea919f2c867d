import { expect, test } from 'vitest';
import { pageArguments, selectPage } from '../../../src/authoring/mock/mockPages.ts';
import { DEFAULT_CONVENTIONS } from '../../../src/gateway/plan/conventions/defaultConventions.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e'];

test.each([
  [{}, 'ab'],
  [{ first: 3 }, 'abc'],
  [{ first: 3, after: 'c' }, 'de'],
  [{ first: 2, after: 'e' }, ''],
  [{ first: 2, offset: 1 }, 'bc'],
  [{ first: 2, page: 3 }, 'e'],
  [{ first: 2, offset: 9 }, ''],
  [{ last: 2 }, 'de'],
  [{ last: 2, before: 'c' }, 'ab'],
  [{ last: 9, before: 'b' }, 'a'],
  [{ first: 2, after: 'unknown' }, 'ab'],
  [{ first: 0 }, ''],
  [{ first: null, after: null }, 'ab'],
])('%j', (page, expected) => {
  const { from, to } = selectPage(KEYS, page, 2);
  expect(KEYS.slice(from, to).join('')).toBe(expected);
});

test.each([
  [['first', 'after', 'last', 'before', 'channel'], { first: 'first', after: 'after', last: 'last', before: 'before' }],
  [['limit', 'offset', 'where'], { first: 'limit', offset: 'offset' }],
  [['pageSize', 'pageToken'], { first: 'pageSize', after: 'pageToken' }],
  [['per_page', 'page'], { first: 'per_page', page: 'page' }],
  [['size', 'from'], { first: 'size', offset: 'from' }],
  [['from', 'to'], {}],
  [['id'], {}],
])('%j', (names, roles) => {
  const declared = names.map((name) => ({ name }));
  expect(pageArguments(declared, DEFAULT_CONVENTIONS.connection)).toEqual(roles);
});
