import { describe, expect, test } from 'vitest';
import { ProblemCollector } from '../../../../src/gateway/base/errors/ProblemCollector.ts';
import { parseQuery } from '../../../../src/gateway/http/urls.ts';
import { readPage } from '../../../../src/gateway/handle/read/preparePageReader.ts';

type PageLimits = Parameters<typeof readPage>[1];
type PageRequest = ReturnType<typeof readPage>;

const sentences = ({ problems }: ProblemCollector) => problems.map(({ field, message }) => `${field} ${message}`);

const LIMITS: PageLimits = {
  styles: ['OFFSET', 'PAGE', 'CURSOR'],
  defaultLimit: 5,
  maxLimit: 20,
  over: 'refuse',
  maxOffset: 2147483647,
  firstPage: 1,
  names: { limit: 'limit', offset: 'offset', page: 'page', cursor: 'cursor' },
};

function read(query: string, limits: Partial<PageLimits> = {}) {
  const problems = new ProblemCollector();
  const page = readPage(parseQuery(query), { ...LIMITS, ...limits }, problems);
  return problems.problems.length > 0 ? sentences(problems) : page;
}

describe('readPage of a whole list', () => {
  const readRows = (query: string, limits: Partial<PageLimits> = {}) => {
    const problems = new ProblemCollector();
    const page = readPage(parseQuery(query), { ...LIMITS, ...limits }, problems, 1000);
    return problems.problems.length > 0 ? sentences(problems) : page;
  };
  test.each<[string, Partial<PageLimits>, unknown]>([
    ['', {}, { style: 'CURSOR', limit: 20, cursor: '', rows: 1000 }],
    ['limit=7&cursor=a%2Bb', {}, { style: 'CURSOR', limit: 7, cursor: 'a+b', rows: 7 }],
    ['limit=1000', {}, { style: 'CURSOR', limit: 20, cursor: '', rows: 1000 }],
    ['limit=1001', {}, ['limit must be an integer between 1 and 1000']],
    ['limit=1001', { over: 'clamp' }, { style: 'CURSOR', limit: 20, cursor: '', rows: 1000 }],
    ['limit=0', { over: 'clamp' }, { style: 'CURSOR', limit: 20, cursor: '', rows: 1000 }],
    [
      'offset=1&page=2',
      {},
      [
        'offset is not supported where the whole list is sent; use cursor',
        'page is not supported where the whole list is sent; use cursor',
      ],
    ],
  ])('?%s with %j reads %j', (query, limits, page) => expect(readRows(query, limits)).toEqual(page));
});

describe('readPage', () => {
  test.each<[string, PageRequest]>([
    ['', { style: 'DEFAULT', limit: 5 }],
    ['limit=1', { style: 'DEFAULT', limit: 1 }],
    ['limit=20', { style: 'DEFAULT', limit: 20 }],
    ['limit=%31%30', { style: 'DEFAULT', limit: 10 }],
    ['offset=0', { style: 'OFFSET', limit: 5, offset: 0 }],
    ['offset=2147483647&limit=2', { style: 'OFFSET', limit: 2, offset: 2147483647 }],
    ['page=1', { style: 'PAGE', limit: 5, page: 1 }],
    ['page=2147483648&limit=1', { style: 'PAGE', limit: 1, page: 2147483648 }],
    ['page=429496730', { style: 'PAGE', limit: 5, page: 429496730 }],
    ['cursor=', { style: 'CURSOR', limit: 5, cursor: '' }],
    ['cursor=abc&limit=20', { style: 'CURSOR', limit: 20, cursor: 'abc' }],
    ['cursor=a%2Bb', { style: 'CURSOR', limit: 5, cursor: 'a+b' }],
    ['cursor=%ff', { style: 'CURSOR', limit: 5, cursor: '%ff' }],
  ])('?%s reads %j', (query, page) => {
    expect(read(query)).toEqual(page);
  });

  test.each<[string, ...string[]]>([
    ['limit=0', 'limit must be an integer between 1 and 20'],
    ['limit=21', 'limit must be an integer between 1 and 20'],
    ['limit=', 'limit must be an integer between 1 and 20'],
    ['limit=05', 'limit must be an integer between 1 and 20'],
    ['limit=5.0', 'limit must be an integer between 1 and 20'],
    ['limit=1e1', 'limit must be an integer between 1 and 20'],
    ['limit=%2B5', 'limit must be an integer between 1 and 20'],
    ['limit=5x', 'limit must be an integer between 1 and 20'],
    ['limit=x5', 'limit must be an integer between 1 and 20'],
    ['limit=5&limit=5', 'limit must be given only once'],
    ['offset=-1', 'offset must be an integer between 0 and 2147483647'],
    ['offset=2147483648', 'offset must be an integer between 0 and 2147483647'],
    ['page=0', 'page must be an integer between 1 and 2147483648'],
    ['page=2147483649', 'page must be an integer between 1 and 2147483648'],
    ['page=429496731', 'page must be an integer between 1 and 429496730 with a limit of 5'],
    ['cursor=a&cursor=b', 'cursor must be given only once'],
    ['page=1&offset=0', 'page cannot be combined with offset'],
    ['cursor=&page=1&offset=0', 'cursor cannot be combined with offset and page'],
    ['limit=0&page=0', 'limit must be an integer between 1 and 20', 'page must be an integer between 1 and 2147483648'],
    [
      'page=0&offset=-1',
      'page cannot be combined with offset',
      'offset must be an integer between 0 and 2147483647',
      'page must be an integer between 1 and 2147483648',
    ],
  ])('?%s is refused: %s', (query, ...problems) => {
    expect(read(query)).toEqual(problems);
  });

  test('parameters have the names of the conventions', () => {
    const names = { limit: 'per_page', offset: 'skip', page: 'p', cursor: 'after' };
    expect(read('p=2&per_page=3', { names })).toEqual({ style: 'PAGE', limit: 3, page: 2 });
    expect(read('skip=2', { names })).toEqual({ style: 'OFFSET', limit: 5, offset: 2 });
    expect(read('after=2', { names })).toEqual({ style: 'CURSOR', limit: 5, cursor: '2' });
    expect(read('p=0&per_page=0&skip=x', { names })).toEqual([
      'per_page must be an integer between 1 and 20',
      'p cannot be combined with skip',
      'skip must be an integer between 0 and 2147483647',
      'p must be an integer between 1 and 2147483648',
    ]);
  });

  test('a parameter of a style that the list does not have is not read', () => {
    expect(read('offset=1&page=x', { styles: ['CURSOR'] })).toEqual({ style: 'DEFAULT', limit: 5 });
  });

  test.each<[string, Partial<PageLimits>, unknown]>([
    ['limit=0', { over: 'clamp' }, { style: 'DEFAULT', limit: 5 }],
    ['limit=21', { over: 'clamp' }, { style: 'DEFAULT', limit: 20 }],
    ['limit=20', { over: 'clamp' }, { style: 'DEFAULT', limit: 20 }],
    ['limit=-1', { over: 'clamp' }, ['limit must be an integer, at least 0']],
    ['limit=x', { over: 'clamp' }, ['limit must be an integer, at least 0']],
    ['page=2147483647&limit=20', { maxPage: 2147483647 }, { style: 'PAGE', limit: 20, page: 2147483647 }],
    ['page=2147483648', { maxPage: 2147483647 }, ['page must be an integer between 1 and 2147483647']],
    ['until=x', { names: { ...LIMITS.names, before: 'until' } }, { style: 'BEFORE', limit: 5, before: 'x' }],
    ['until=', { names: { ...LIMITS.names, before: 'until' } }, { style: 'BEFORE', limit: 5, before: '' }],
    ['until=&cursor=', { names: { ...LIMITS.names, before: 'until' } }, ['until cannot be combined with cursor']],
    ['until=x', {}, { style: 'DEFAULT', limit: 5 }],
  ])('?%s is read within %j', (query, limits, page) => {
    expect(read(query, limits)).toEqual(page);
  });
});
