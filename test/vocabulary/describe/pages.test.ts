// The schemas of pages: the template of the conventions, and the pagination in it.
import { describe, expect, test } from 'vitest';
import { type Node, documentOf, operationOf, ref, successOf } from './support/openApiOf.ts';

/** The components of a list by these styles, whose pages are a template of the conventions. */
function componentsOf(styles: string, list = 'books', page: object = {}, conventions: object = {}): Node {
  const endpoint = `query list @endpoint(method: GET, path: "/a") { ${list} @paginate(styles: [${styles}]) { nodes { id } } }`;
  const document = documentOf(endpoint, { page, ...conventions });
  expect(successOf(document)).toEqual(ref('BookList'));
  return document['components']!['schemas']!;
}

const items = { type: 'array', description: 'The items of the page.', items: ref('Book') };
const BEFORE = { parameters: { before: 'before' } };

test.each<[list: string, styles: string, variants: string[], page?: object]>([
  ['books', 'OFFSET', ['OffsetPagination']],
  ['books', 'PAGE', ['PagePagination']],
  ['books', 'CURSOR', ['CursorPagination']],
  ['books', 'OFFSET, PAGE', ['OffsetPagination', 'PagePagination']],
  ['books', 'OFFSET, CURSOR', ['OffsetPaginationAndCursor', 'OffsetPagination', 'CursorPagination']],
  ['books', 'PAGE, CURSOR', ['PagePaginationAndCursor', 'PagePagination', 'CursorPagination']],
  ['books', 'CURSOR, OFFSET', ['CursorPagination', 'OffsetPagination']],
  ['books', 'CURSOR', ['TwoWayCursorPagination'], BEFORE],
  ['uncounted', 'OFFSET', ['UncountedOffsetPagination']],
  ['uncounted', 'PAGE', ['UncountedPagePagination']],
  [
    'uncounted',
    'OFFSET, CURSOR',
    ['UncountedOffsetPaginationAndCursor', 'UncountedOffsetPagination', 'CursorPagination'],
  ],
  ['counted', 'PAGE', ['PagePagination', 'UncountedPagePagination']],
])('the pagination of %s by %s is %j', (list, styles, variants, page) => {
  const { BookList, ...others } = componentsOf(styles, list, page);
  expect(BookList).toEqual({
    type: 'object',
    description: 'One page of a list.',
    required: ['data', 'pagination'],
    properties: {
      data: items,
      pagination: {
        description: 'The position of the page; its properties depend on the style of pagination.',
        ...(variants.length === 1 ? ref(variants[0]!) : { anyOf: variants.map(ref) }),
      },
    },
  });
  expect(
    Object.keys(others)
      .filter((name) => name.includes('Pagination'))
      .sort(),
  ).toEqual(variants.toSorted());
});

const integer = (minimum: number, description: string) => ({ type: 'integer', minimum, description });
const PROPERTIES = {
  limit: integer(1, 'The maximum number of items of a page.'),
  offset: integer(0, 'The number of items that were skipped.'),
  page: integer(1, 'The number of the page, counted from 1.'),
  total: integer(0, 'The number of items of the list.'),
  totalPages: integer(0, 'The number of pages of the list.'),
  nextCursor: { type: ['string', 'null'], description: 'The cursor of the next page; null on the last page.' },
  prevCursor: {
    type: ['string', 'null'],
    description: 'The cursor of the page before this one; null where that is not known, as on the first page.',
  },
  hasMore: { type: 'boolean', description: 'Whether there is a next page.' },
};

test.each<[component: string, names: (keyof typeof PROPERTIES)[], list: string, styles: string]>([
  ['OffsetPagination', ['limit', 'offset', 'total'], 'books', 'OFFSET'],
  ['PagePagination', ['page', 'limit', 'total', 'totalPages'], 'books', 'PAGE'],
  ['CursorPagination', ['nextCursor', 'hasMore'], 'books', 'CURSOR'],
  ['OffsetPaginationAndCursor', ['limit', 'offset', 'total', 'nextCursor', 'hasMore'], 'books', 'OFFSET, CURSOR'],
  ['UncountedOffsetPagination', ['limit', 'offset', 'hasMore'], 'uncounted', 'OFFSET'],
  ['UncountedPagePagination', ['page', 'limit', 'hasMore'], 'uncounted', 'PAGE'],
  ['UncountedPagePaginationAndCursor', ['page', 'limit', 'nextCursor', 'hasMore'], 'uncounted', 'PAGE, CURSOR'],
])('%s has %j', (component, names, list, styles) => {
  expect(componentsOf(styles, list)[component]).toEqual({
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, PROPERTIES[name]])),
  });
});

test('a list with a way back says whether there is more in the direction of the request', () => {
  expect(componentsOf('CURSOR', 'books', BEFORE)['TwoWayCursorPagination']).toEqual({
    type: 'object',
    required: ['nextCursor', 'prevCursor', 'hasMore'],
    properties: {
      nextCursor: PROPERTIES.nextCursor,
      prevCursor: PROPERTIES.prevCursor,
      hasMore: { type: 'boolean', description: 'Whether there are more items in the direction of the request.' },
    },
  });
});

test('where nulls are left out, a cursor is not required', () => {
  expect(componentsOf('CURSOR', 'books', {}, { nulls: 'omit' })['CursorPagination']).toEqual({
    type: 'object',
    required: ['hasMore'],
    properties: { nextCursor: { ...PROPERTIES.nextCursor, type: 'string' }, hasMore: PROPERTIES.hasMore },
  });
});

test('a page that is the selection is the connection', () => {
  const endpoint =
    'query list @endpoint(method: GET, path: "/a") { books @paginate(styles: [CURSOR]) { nodes { id } } }';
  expect(successOf(documentOf(endpoint, { page: { body: '{selection}' } }))).toEqual(ref('Books'));
});

describe('a page', () => {
  const pageOf = (body: object, styles: string, conventions = {}, list = 'books') =>
    componentsOf(styles, list, { body }, conventions)['BookList'];

  test('is what its template says', () => {
    const body = { object: 'list', url: '{url}', has_more: '{hasMore}', '{list}': '{items}', version: 1 };
    expect(pageOf(body, 'CURSOR')).toEqual({
      type: 'object',
      description: 'One page of a list.',
      required: ['object', 'url', 'has_more', 'books', 'version'],
      properties: {
        object: { const: 'list' },
        url: { type: 'string', format: 'uri-reference', description: 'The URL of the list.' },
        has_more: PROPERTIES.hasMore,
        books: items,
        version: { const: 1 },
      },
    });
  });

  test('does not require an optional value, and any other can be null', () => {
    const body = {
      data: '{items}',
      next: '{nextCursor?}',
      prev: '{prevCursor}',
      links: { next: '{next?}' },
      all: ['{self}', '{last}', '{first}'],
    };
    const url = (description: string, type: unknown = 'string') => ({ type, format: 'uri', description });
    expect(pageOf(body, 'CURSOR', { urls: 'absolute' })).toEqual({
      type: 'object',
      description: 'One page of a list.',
      required: ['data', 'prev', 'all'],
      properties: {
        data: items,
        next: { type: 'string', description: 'The cursor of the next page.' },
        prev: { type: ['string', 'null'], description: 'The cursor of the page before.' },
        links: { type: 'object', properties: { next: url('The URL of the next page.') } },
        all: {
          type: 'array',
          items: {
            anyOf: [
              url('The URL of this page.'),
              url('The URL of the last page.', ['string', 'null']),
              url('The URL of the first page.'),
            ],
          },
        },
      },
    });
  });

  test('leaves out what is null, where the conventions say', () => {
    const page = pageOf({ data: '{items}', page: '{page}', prev: '{prev}' }, 'OFFSET', { nulls: 'omit' });
    expect(page).toMatchObject({
      required: ['data'],
      properties: { page: { type: 'integer' }, prev: { type: 'string' } },
    });
  });

  const { total, offset } = PROPERTIES;
  const orNull = (schema: { type: string }) => ({ ...schema, type: [schema.type, 'null'] });
  const text = { type: 'string' };

  test.each<[text: string, styles: string, schema: object, list?: string]>([
    ['{total}', 'OFFSET, PAGE', total],
    ['{total}', 'OFFSET, CURSOR', total],
    ['{total}', 'OFFSET', orNull(total), 'counted'],
    ['{totalPages:string}', 'PAGE', text],
    ['{totalPages}', 'PAGE', PROPERTIES.totalPages],
    ['{page}', 'PAGE', PROPERTIES.page],
    ['{page}', 'PAGE, OFFSET', orNull(PROPERTIES.page)],
    ['{offset}', 'PAGE, OFFSET', offset],
    ['{offset}', 'OFFSET, CURSOR', orNull(offset)],
    ['{limit} of {total}', 'PAGE', text],
    ['{limit} of {page}', 'OFFSET', orNull(text)],
    ['{limit}{page? }', 'OFFSET', text],
  ])('has %s of pages by %s as %j', (template, styles, schema, list) => {
    const { properties, required } = pageOf({ data: '{items}', it: template }, styles, {}, list)!;
    expect([properties!['it'], required]).toEqual([schema, ['data', 'it']]);
  });

  // The total of a page by cursor is counted only where a template needs it.
  test.each([
    ['{total?}', 'OFFSET', ['data', 'it']],
    ['{total?}', 'CURSOR', ['data']],
    ['{totalPages?}', 'CURSOR, OFFSET', ['data']],
  ])('with %s of pages by %s requires %j', (template, styles, required) => {
    expect(pageOf({ data: '{items}', it: template }, styles)!['required']).toEqual(required);
  });
});

test.each([
  ['{limit}/{total}', 'OFFSET', true],
  ['{limit}/{page}', 'OFFSET', false],
  ['{limit}/{page}', 'PAGE', true],
])('a header that is %s of pages by %s is required: %s', (text, styles, required) => {
  const endpoint = `query list @endpoint(method: GET, path: "/a") { books @paginate(styles: [${styles}]) { nodes { id } } }`;
  const { responses } = operationOf(documentOf(endpoint, { page: { headers: { 'X-A': text } } }));
  expect(responses!['200']!['headers']!['X-A']).toEqual({
    description: 'A value of the page.',
    ...(required && { required }),
    schema: { type: 'string' },
  });
});
