import { describe, expect, test } from 'vitest';
import type { PageStyle } from '../../../../src/gateway/plan/conventions/Conventions.ts';
import type { PageLimits, PageRequest } from '../../../../src/gateway/plan/PagePlan.ts';
import { parseQuery } from '../../../../src/gateway/http/urls.ts';
import {
  type LinkTargets,
  type Links,
  type PageCounts,
  type Pagination,
  paginate,
  linkTargets,
} from '../../../../src/gateway/handle/render/pageNavigation.ts';

const offset = (value: number, limit = 5) => ({ offset: value, limit });
const page = (value: number, limit = 5) => ({ page: value, limit });
const cursor = (value: string, limit = 5) => ({ cursor: value, limit });

const names = { limit: 'limit', offset: 'offset', page: 'page', cursor: 'cursor' };
const ALL: PageStyle[] = ['OFFSET', 'PAGE', 'CURSOR'];
const of = (request: PageRequest, counts: PageCounts, styles: readonly PageStyle[] = ALL, parameters = names) =>
  navigation(
    paginate(
      request,
      { styles, names: parameters, firstPage: 1, maxOffset: 2147483647 },
      counts,
      (text) => `<${text}>`,
    ),
  );
const navigation = ({ info, links }: Pagination) => ({ info, links });

const more = { hasNextPage: true, endCursor: 'c' };
const end = { hasNextPage: false, endCursor: 'c' };

const unchosen: PageRequest = { style: 'DEFAULT', limit: 5 };

const before = (value: string) => ({ before: value, limit: 5 });

const back = { ...names, before: 'before' };

const middle = { hasNextPage: true, endCursor: 'd', hasPreviousPage: true, startCursor: 'b' };
const ends = { first: cursor(''), last: before('') };

describe('paginate', () => {
  test.each<[PageRequest, PageCounts, object, object]>([
    [
      { style: 'OFFSET', ...offset(0) },
      { total: 45 },
      { ...offset(0), total: 45 },
      { first: offset(0), next: offset(5), last: offset(40) },
    ],
    [
      { style: 'OFFSET', ...offset(3) },
      { total: 45 },
      { ...offset(3), total: 45 },
      { first: offset(0), prev: offset(0), next: offset(8), last: offset(40) },
    ],
    [
      { style: 'OFFSET', ...offset(10) },
      { total: 45 },
      { ...offset(10), total: 45 },
      { first: offset(0), prev: offset(5), next: offset(15), last: offset(40) },
    ],
    [
      { style: 'OFFSET', ...offset(40) },
      { total: 45 },
      { ...offset(40), total: 45 },
      { first: offset(0), prev: offset(35), last: offset(40) },
    ],
    [
      { style: 'OFFSET', ...offset(39) },
      { total: 45 },
      { ...offset(39), total: 45 },
      { first: offset(0), prev: offset(34), next: offset(44), last: offset(40) },
    ],
    [
      { style: 'OFFSET', ...offset(1000) },
      { total: 45 },
      { ...offset(1000), total: 45 },
      { first: offset(0), prev: offset(40), last: offset(40) },
    ],
    [
      { style: 'OFFSET', ...offset(5) },
      { total: 0 },
      { ...offset(5), total: 0 },
      { first: offset(0), prev: offset(0), last: offset(0) },
    ],
    [
      { style: 'OFFSET', ...offset(0) },
      { total: 46 },
      { ...offset(0), total: 46 },
      { first: offset(0), next: offset(5), last: offset(45) },
    ],
    [
      { style: 'PAGE', ...page(1) },
      { total: 45 },
      { ...page(1), total: 45, totalPages: 9 },
      { first: page(1), next: page(2), last: page(9) },
    ],
    [
      { style: 'PAGE', ...page(2, 20) },
      { total: 45 },
      { ...page(2, 20), total: 45, totalPages: 3 },
      { first: page(1, 20), prev: page(1, 20), next: page(3, 20), last: page(3, 20) },
    ],
    [
      { style: 'PAGE', ...page(9) },
      { total: 45 },
      { ...page(9), total: 45, totalPages: 9 },
      { first: page(1), prev: page(8), last: page(9) },
    ],
    [
      { style: 'PAGE', ...page(50) },
      { total: 45 },
      { ...page(50), total: 45, totalPages: 9 },
      { first: page(1), prev: page(9), last: page(9) },
    ],
    [
      { style: 'PAGE', ...page(5) },
      { total: 0 },
      { ...page(5), total: 0, totalPages: 0 },
      { first: page(1), prev: page(1), last: page(1) },
    ],
    [
      { style: 'CURSOR', ...cursor('') },
      { pageInfo: more },
      { nextCursor: '<c>', hasMore: true },
      { first: cursor(''), next: cursor('<c>') },
    ],
    [
      { style: 'CURSOR', ...cursor('x') },
      { pageInfo: end },
      { nextCursor: null, hasMore: false },
      { first: cursor('') },
    ],
    [
      { style: 'CURSOR', ...cursor('x') },
      { pageInfo: { hasNextPage: true, endCursor: null } },
      { nextCursor: null, hasMore: true },
      { first: cursor('') },
    ],
    [{ style: 'CURSOR', ...cursor('x') }, {}, { nextCursor: null, hasMore: false }, { first: cursor('') }],
    [
      { style: 'DEFAULT', limit: 5 },
      { total: 45, pageInfo: more },
      { ...offset(0), total: 45, nextCursor: '<c>', hasMore: true },
      { first: offset(0), next: cursor('<c>'), last: offset(40) },
    ],
    [
      { style: 'DEFAULT', limit: 5 },
      { total: 45, pageInfo: end },
      { ...offset(0), total: 45, nextCursor: null, hasMore: false },
      { first: offset(0), last: offset(40) },
    ],
    [
      { style: 'DEFAULT', limit: 5 },
      { total: 45, pageInfo: { hasNextPage: true, endCursor: null } },
      { ...offset(0), total: 45, nextCursor: null, hasMore: true },
      { first: offset(0), next: offset(5), last: offset(40) },
    ],
    [
      { style: 'DEFAULT', limit: 5 },
      { total: 0, pageInfo: { hasNextPage: false, endCursor: null } },
      { ...offset(0), total: 0, nextCursor: null, hasMore: false },
      { first: offset(0), last: offset(0) },
    ],
  ])('%j over %j has %j and the links %j', (request, counts, info, links) => {
    expect(of(request, counts)).toStrictEqual({ info, links });
  });

  test.each<[PageStyle[], PageCounts, object, object]>([
    [
      ['PAGE', 'OFFSET'],
      { total: 45 },
      { ...page(1), total: 45, totalPages: 9 },
      { first: page(1), next: page(2), last: page(9) },
    ],
    [['OFFSET'], { total: 45 }, { ...offset(0), total: 45 }, { first: offset(0), next: offset(5), last: offset(40) }],
    [['OFFSET'], { total: 5 }, { ...offset(0), total: 5 }, { first: offset(0), last: offset(0) }],
    [
      ['PAGE', 'CURSOR'],
      { total: 45, pageInfo: more },
      { ...page(1), total: 45, totalPages: 9, nextCursor: '<c>', hasMore: true },
      { first: page(1), next: cursor('<c>'), last: page(9) },
    ],
    [
      ['CURSOR', 'OFFSET'],
      { pageInfo: more },
      { nextCursor: '<c>', hasMore: true },
      { first: cursor(''), next: cursor('<c>') },
    ],
  ])('a request without a style of a list of %j over %j has %j and the links %j', (styles, counts, info, links) => {
    expect(of(unchosen, counts, styles)).toStrictEqual({ info, links });
  });

  test('parameters have the names of the conventions', () => {
    const own = { limit: 'size', offset: 'skip', page: 'p', cursor: 'after' };
    expect(of({ style: 'PAGE', ...page(1) }, { total: 9 }, ALL, own).links.next).toEqual({ p: 2, size: 5 });
    expect(of({ style: 'OFFSET', ...offset(0) }, { total: 9 }, ALL, own).links.next).toEqual({ skip: 5, size: 5 });
    expect(of({ style: 'CURSOR', ...cursor('') }, { pageInfo: more }, ALL, own).links).toEqual({
      first: { after: '', size: 5 },
      next: { after: '<c>', size: 5 },
    });
    expect(of(unchosen, { total: 9, pageInfo: more }, ALL, own).links.next).toEqual({ after: '<c>', size: 5 });
  });

  test.each<[PageRequest, PageCounts, object, object]>([
    [
      { style: 'OFFSET', ...offset(5) },
      { itemCount: 5 },
      { ...offset(5), hasMore: true },
      { first: offset(0), prev: offset(0), next: offset(10) },
    ],
    [
      { style: 'OFFSET', ...offset(7) },
      { itemCount: 4 },
      { ...offset(7), hasMore: false },
      { first: offset(0), prev: offset(2) },
    ],
    [
      { style: 'PAGE', ...page(9) },
      { itemCount: 5 },
      { ...page(9), hasMore: true },
      { first: page(1), prev: page(8), next: page(10) },
    ],
    [{ style: 'PAGE', ...page(1) }, { itemCount: 0 }, { ...page(1), hasMore: false }, { first: page(1) }],
    [
      { style: 'DEFAULT', limit: 5 },
      { itemCount: 5, pageInfo: more },
      { ...offset(0), nextCursor: '<c>', hasMore: true },
      { first: offset(0), next: cursor('<c>') },
    ],
  ])('%j without a total over %j has %j and the links %j', (request, counts, info, links) => {
    expect(of(request, counts)).toStrictEqual({ info, links });
  });

  test.each<[PageRequest, NonNullable<PageCounts['pageInfo']>, object, object]>([
    [
      { style: 'CURSOR', ...cursor('a') },
      { ...middle, hasPreviousPage: false },
      { nextCursor: '<d>', prevCursor: '<b>', hasMore: true },
      { prev: before('<b>'), next: cursor('<d>') },
    ],
    [
      { style: 'CURSOR', ...cursor('') },
      middle,
      { nextCursor: '<d>', prevCursor: null, hasMore: true },
      { next: cursor('<d>') },
    ],
    [
      { style: 'CURSOR', ...cursor('x') },
      { hasNextPage: false, endCursor: null, startCursor: null },
      { nextCursor: null, prevCursor: null, hasMore: false },
      {},
    ],
    [
      { style: 'BEFORE', ...before('e') },
      { ...middle, hasNextPage: false },
      { nextCursor: '<d>', prevCursor: '<b>', hasMore: true },
      { prev: before('<b>'), next: cursor('<d>') },
    ],
    [
      { style: 'BEFORE', ...before('e') },
      { ...middle, hasPreviousPage: false },
      { nextCursor: '<d>', prevCursor: null, hasMore: false },
      { next: cursor('<d>') },
    ],
    [
      { style: 'BEFORE', ...before('') },
      middle,
      { nextCursor: null, prevCursor: '<b>', hasMore: true },
      { prev: before('<b>') },
    ],
  ])('%j over %j has %j, and the links %j beside those to both ends', (request, pageInfo, info, links) => {
    expect(of(request, { pageInfo }, ALL, back)).toStrictEqual({ info, links: { ...ends, ...links } });
  });
});

const LIMITS = {
  styles: ['PAGE', 'CURSOR'],
  names: { limit: 'limit', offset: 'offset', page: 'page', cursor: 'cursor' },
} as unknown as PageLimits;
const render = (query: string, links: Links, limits: Partial<PageLimits> = {}) =>
  linkTargets({ path: '/v1/books', query: parseQuery(query) }, { ...LIMITS, ...limits }, links);

describe('linkTargets', () => {
  test.each<[string, Links, LinkTargets]>([
    ['', {}, {}],
    ['', { first: { page: 1, limit: 5 } }, { first: '/v1/books?page=1&limit=5' }],
    [
      'page=3&limit=5&cursor=x',
      { prev: { page: 2 }, next: { page: 4 } },
      { prev: '/v1/books?page=2', next: '/v1/books?page=4' },
    ],
    ['genres=A,B&shelf=a%20b%3E', { first: { page: 1 } }, { first: '/v1/books?genres=A,B&shelf=a%20b%3E&page=1' }],
    ['a=1&a=2&offset=3', { first: { page: 1 } }, { first: '/v1/books?a=1&a=2&offset=3&page=1' }],
    ['shelf=none>,<"é^', { first: { page: 1 } }, { first: '/v1/books?shelf=none%3E,%3C%22%C3%A9%5E&page=1' }],
    ["a=x+~!$'()*;:@/?.-_", { first: { page: 1 } }, { first: "/v1/books?a=x+~!$'()*;:@/?.-_&page=1" }],
    ['filter[a]=1', { first: { page: 1 } }, { first: '/v1/books?filter%5Ba%5D=1&page=1' }],
    ['', { first: { 'page[number]': 1, cursor: 'a b' } }, { first: '/v1/books?page%5Bnumber%5D=1&cursor=a%20b' }],
  ])('of ?%s, with %j', (query, links, targets) => {
    expect(render(query, links)).toEqual(targets);
  });
});
