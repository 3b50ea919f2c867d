// examples/google-style over HTTP: status, headers and whole body of every behaviour, and each response against its OpenAPI
// document.
import { describe, expect, test } from 'vitest';
import { startGoogleStyle } from '../../examples/google-style/server.ts';
import { HEADERS as headers, openExample } from './support/openExample.ts';

const { send } = await openExample(startGoogleStyle, { 'x-request-id': 'req_1', authorization: 'Bearer writer' });

const ok = (body: unknown, own: object = {}) => ({ status: 200, headers: { ...headers, ...own }, body });

type Violation = [field: string, description: string];

/** An error as in AIP-193: its status is a code of google.rpc, and its reason the code of the error here. */
function error(code: number, status: string, reason: string, message: string, ...violations: Violation[]) {
  const type = (name: string) => ({ '@type': `type.googleapis.com/google.rpc.${name}` });
  const field_violations = violations.map(([field, description]) => ({ field, description }));
  const details = [
    { ...type('ErrorInfo'), reason, domain: 'library.example.com' },
    { ...type('RequestInfo'), request_id: 'req_1' },
    ...(violations.length > 0 ? [{ ...type('BadRequest'), field_violations }] : []),
  ];
  return { status: code, headers, body: { error: { code, message, status, details } } };
}
const invalid = (...violations: Violation[]) => {
  const message = violations.map((each) => each.join(' ')).join('; ');
  return error(400, 'INVALID_ARGUMENT', 'BAD_USER_INPUT', message, ...violations);
};
const missing = (message: string) => error(404, 'NOT_FOUND', 'NOT_FOUND', message);

const BOOKS = '/v1/shelves/fiction/books';
const book = (id: string, title: string, author: string, day: number, own: object = {}) => ({
  name: `shelves/fiction/books/${id}`,
  title,
  authors: [author],
  state: 'ACTIVE',
  size_bytes: '9007199254740993',
  create_time: `2026-02-0${day}T10:00:00Z`,
  update_time: `2026-02-0${day}T10:00:00Z`,
  etag: `${id}-1`,
  ...own,
});
const dune = book('dune', 'Dune', 'Frank Herbert', 1, { publisher: 'publishers/chilton' });
const emma = book('emma', 'Emma', 'Jane Austen', 2);
const beloved = book('beloved', 'Beloved', 'Toni Morrison', 3);
const ulysses = book('ulysses', 'Ulysses', 'James Joyce', 4);
const updated = { update_time: '2026-03-01T11:00:00Z' };

describe('a list', () => {
  interface Page {
    books?: object[];
    next_page_token?: string;
    total_size: number;
  }
  test('has its items under their own name', async () => {
    expect(await send('GET /v1/shelves')).toEqual(
      ok(
        {
          shelves: [
            { name: 'shelves/fiction', theme: 'Fiction' },
            { name: 'shelves/poetry', theme: 'Poetry' },
          ],
          total_size: 2,
        },
        { link: '</v1/shelves?page_token=&page_size=50>; rel="first"' },
      ),
    );
    expect(await send('GET /v1/shelves/poetry/books')).toMatchObject({
      status: 200,
      body: { books: [], total_size: 0 },
    });
    expect(await send('GET /v1/shelves/unknown/books')).toEqual(missing('No Shelf was found for shelf unknown.'));
  });

  test('is read by next_page_token, which the last page does not have', async () => {
    const pages: Page[] = [];
    for (let token: string | undefined = ''; token !== undefined;) {
      const { status, body } = await send(`GET ${BOOKS}?page_size=3&page_token=${token}`);
      expect(status).toBe(200);
      pages.push(body as Page);
      token = (body as Page).next_page_token;
    }
    expect(pages).toEqual([
      { books: [dune, emma, beloved], next_page_token: expect.stringMatching(/^[\w-]+$/) as string, total_size: 4 },
      { books: [ulysses], total_size: 4 },
    ]);
  });

  test.each([
    ['page_size=0', 50],
    ['page_size=1', 1],
    ['page_size=1000000000000', 100],
  ])('with %s has at most %i items', async (query, limit) => {
    const { headers: own } = await send(`GET ${BOOKS}?${query}`);
    expect(own['link']).toContain(`<${BOOKS}?page_token=&page_size=${limit}>; rel="first"`);
  });

  test.each<[query: string, ...Violation]>([
    ['page_size=-1', 'page_size', 'must be an integer, at least 0'],
    ['page_token=unknown', 'page_token', 'must be a cursor of this list'],
    ['order_by=size', 'order_by.0', 'must be one of "title", "title desc", "create_time", "create_time desc"'],
    [
      'page=2',
      'page',
      'is not a known parameter; known parameters are "order_by", "page_size", "page_token", "read_mask"',
    ],
  ])('refuses %s', async (query, ...violation) => {
    expect(await send(`GET ${BOOKS}?${query}`)).toEqual(invalid(violation));
  });

  test('is ordered, and its token holds for that order alone', async () => {
    const { body } = await send(`GET ${BOOKS}?order_by=title%20desc&page_size=2`);
    expect(body).toEqual({ books: [ulysses, emma], next_page_token: expect.any(String) as string, total_size: 4 });
    const token = (body as Page).next_page_token;
    const next = await send(`GET ${BOOKS}?order_by=title+desc&page_token=${token}&page_size=2`);
    expect(next.body).toEqual({ books: [dune, beloved], total_size: 4 });
    expect(await send(`GET ${BOOKS}?order_by=create_time&page_token=${token}`)).toEqual(
      invalid(['page_token', 'must be a cursor of this list']),
    );
  });

  test('has the properties of read_mask', async () => {
    const { status, body } = await send(`GET ${BOOKS}?read_mask=name,create_time&order_by=create_time%20desc,title`);
    const masked = [ulysses, beloved, emma, dune].map(({ name, create_time }) => ({ name, create_time }));
    expect({ status, body }).toEqual({ status: 200, body: { books: masked, total_size: 4 } });
  });

  test('of several ids has them all, or is an error', async () => {
    expect(await send(`GET ${BOOKS}:batchGet?ids=emma&ids=dune`)).toEqual(ok({ books: [emma, dune] }));
    expect(await send(`GET ${BOOKS}:batchGet?ids=emma,unknown`)).toEqual(
      missing('There is no book unknown on the shelf fiction.'),
    );
    expect(await send(`GET ${BOOKS}:batchGet`)).toEqual(invalid(['ids', 'is required']));
  });
});

describe('a book', () => {
  const etag = expect.stringMatching(/^"dune-1\.[\w-]+"$/) as string;
  test('has an etag, as a property and as a header', async () => {
    expect(await send(`GET ${BOOKS}/dune`)).toEqual(ok(dune, { etag }));
    const { headers: own } = await send(`GET ${BOOKS}/dune`);
    const { 'content-type': _, ...bare } = { ...headers, etag };
    expect(await send(`GET ${BOOKS}/dune`, undefined, { 'if-none-match': String(own['etag']) })).toEqual({
      status: 304,
      headers: bare,
      body: undefined,
    });
    expect(await send(`GET ${BOOKS}/unknown`)).toEqual(missing('No Book was found for shelf fiction, book unknown.'));
  });

  test('has the properties of read_mask, and system parameters have no effect', async () => {
    const { name, publisher } = dune as typeof dune & { publisher: string };
    expect(await send(`GET ${BOOKS}/dune?read_mask=name,publisher&key=1&$alt=json&prettyPrint=true`)).toEqual(
      ok({ name, publisher }, { etag }),
    );
    expect(await send(`GET ${BOOKS}/dune?read_mask=subtitle`)).toEqual(ok({}, { etag }));
  });

  test('is created by its own id, and what only the server sets is ignored', async () => {
    const given = { title: 'Ilias', authors: ['Homer'], size_bytes: '-12' };
    const times = { create_time: '2026-03-01T10:00:00Z', update_time: '2026-03-01T10:00:00Z' };
    const ilias = book('ilias', 'Ilias', 'Homer', 1, { ...given, ...times });
    expect(await send(`POST ${BOOKS}?book_id=ilias`, { ...ilias, name: 'shelves/poetry/books/x', state: 1 })).toEqual(
      ok(ilias),
    );
    expect(await send(`POST ${BOOKS}?book_id=ilias`, { title: 'Ilias' })).toEqual(
      error(409, 'ALREADY_EXISTS', 'BOOK_EXISTS', 'The book ilias already exists.'),
    );
    const defaults = { authors: [], size_bytes: '0' };
    expect(await send(`POST ${BOOKS}`, { title: 'Sixth' })).toEqual(
      ok(book('book-6', 'Sixth', '', 1, { ...defaults, ...times })),
    );
    expect(await send('POST /v1/shelves/unknown/books', { title: 'Ilias' })).toEqual(
      missing('No Book was found for shelf unknown.'),
    );
  });

  test.each<[path: string, body: unknown, ...violations: Violation[]]>([
    [
      `${BOOKS}?book_id=X`,
      { titel: 'X', size_bytes: 12 },
      ['book_id', 'must match [a-z][a-z0-9-]{0,62}'],
      ['title', 'is required'],
      ['size_bytes', 'must be a string'],
      ['titel', 'is not a known property; did you mean "title"?'],
    ],
    [BOOKS, { title: 'X', size_bytes: '1e3' }, ['size_bytes', 'must match -?\\d{1,19}']],
    [BOOKS, undefined, ['body', 'is required']],
  ])('is refused with all violations: POST %s %j', async (path, body, ...violations) => {
    expect(await send(`POST ${path}`, body)).toEqual(invalid(...violations));
  });

  test('is changed by what is present: null is the default', async () => {
    const path = `PATCH ${BOOKS}/emma`;
    expect(await send(path, { subtitle: 'A Novel', etag: 'emma-1' })).toEqual(
      ok({ ...emma, ...updated, subtitle: 'A Novel', etag: 'emma-2' }),
    );
    expect(await send(path, { subtitle: null, authors: null, name: 'unread' })).toEqual(
      ok({ ...emma, ...updated, authors: [], etag: 'emma-3' }),
    );
    expect(await send(`${path}?update_mask=title`, { title: 'E' })).toEqual(
      invalid(['update_mask', 'is not a known parameter']),
    );
    expect(await send(`PATCH ${BOOKS}/unknown`, {})).toEqual(
      missing('No Book was found for shelf fiction, book unknown.'),
    );
  });

  test('is changed only if its etag is that of the request', async () => {
    const path = `PATCH ${BOOKS}/beloved`;
    const aborted = error(409, 'ABORTED', 'BOOK_CHANGED', 'The book has the etag "beloved-1".');
    expect(await send(path, { title: 'B', etag: 'beloved-0' })).toEqual(aborted);
    expect(await send(`DELETE ${BOOKS}/beloved?etag=beloved-0`)).toEqual(aborted);
    const read = await send(`GET ${BOOKS}/beloved?read_mask=etag`);
    const tag = String(read.headers['etag']);
    expect(await send(path, { title: 'B' }, { 'if-match': tag })).toEqual(
      error(
        412,
        'FAILED_PRECONDITION',
        'PRECONDITION_FAILED',
        'If-Match: this endpoint has no version to compare; nothing was changed.',
      ),
    );
    expect(await send(path, { title: 'B', ...(read.body as object) })).toEqual(
      ok({ ...beloved, ...updated, title: 'B', etag: 'beloved-2' }),
    );
  });

  test('is archived once', async () => {
    expect(await send(`POST ${BOOKS}/ulysses:archive`, {})).toEqual(
      ok({ ...ulysses, ...updated, state: 'ARCHIVED', etag: 'ulysses-2' }),
    );
    expect(await send(`POST ${BOOKS}/ulysses:archive`)).toEqual(
      error(400, 'FAILED_PRECONDITION', 'BOOK_ARCHIVED', 'The book ulysses is archived already.'),
    );
  });

  test('is deleted, and the response is empty', async () => {
    expect(await send(`DELETE ${BOOKS}/emma?etag=emma-3`)).toEqual(ok({}));
    expect(await send(`DELETE ${BOOKS}/emma`)).toEqual(missing('No Book was found for shelf fiction, book emma.'));
  });
});

test('errors of HTTP and of access have a code of google.rpc', async () => {
  const unknown = await send(`GET ${BOOKS}/dune`, undefined, { authorization: 'Bearer unknown' });
  expect(unknown).toEqual({
    ...error(401, 'UNAUTHENTICATED', 'UNAUTHENTICATED', 'Valid credentials are required in the Authorization header.'),
    headers: { ...headers, 'www-authenticate': 'Bearer realm="portico"' },
  });
  expect(await send(`DELETE ${BOOKS}/dune`, undefined, { authorization: 'Bearer reader' })).toEqual({
    ...error(403, 'PERMISSION_DENIED', 'FORBIDDEN', 'The scope "library.write" is required.'),
    headers: { ...headers, 'www-authenticate': 'Bearer error="insufficient_scope", scope="library.write"' },
  });
  const allow = 'GET, HEAD, PATCH, DELETE, OPTIONS';
  expect(await send(`PUT ${BOOKS}/dune`, {})).toEqual({
    ...error(405, 'UNIMPLEMENTED', 'METHOD_NOT_ALLOWED', `PUT is not allowed; allowed methods: ${allow}`),
    headers: { ...headers, allow },
  });
  expect(await send('GET /v1/authors')).toEqual(missing('/v1/authors does not exist.'));
});
