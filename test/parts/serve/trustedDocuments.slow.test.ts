// A façade that sends ids of documents: the upstream knows each of them from the manifest, and clients see no difference.
import fc from 'fast-check';
import { buildSchema } from 'graphql';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { compileDocuments } from '../support/compileDocuments.ts';
import { listDocuments } from '../../../src/gateway/handle/executedDocuments.ts';
import { files, rootValue, sdl } from '../../library/facade/support/bookshop.ts';
import { failuresIn, openFacade } from '../../library/facade/support/openFacade.ts';
import { sendTogether } from '../../library/facade/support/sendTogether.ts';
import { type SentBody, trustingUpstream } from '../../library/facade/support/trustingUpstream.ts';

const schema = buildSchema(sdl);
const { stub, known, unknown, texts, as } = await trustingUpstream(schema, rootValue);
const inVersion = Object.fromEntries(Object.entries(files).map(([name, text]) => [`v1/${name}`, text]));
const listed = listDocuments(compileDocuments(schema, inVersion), schema);
const FORMS = ['id', 'hash', 'hive'] as const;
const open = (form?: (typeof FORMS)[number], env = {}) => openFacade({ upstream: as(form), sdl, files, env });
const plain = await open();
const facades = await Promise.all(FORMS.map((form) => open(form)));
const byId = facades[0]!;
afterAll(async () => {
  await Promise.all([plain, ...facades].map((facade) => facade.close()));
  await stub.close();
});
beforeEach(() => {
  known.clear();
  for (const { id, body } of listed) known.set(id, body);
  for (const seen of [unknown, texts, stub.received]) seen.length = 0;
});

const propertiesOf = (...names: string[]) => fc.subarray(names).map((list) => list.join());
const option = (name: string, values: fc.Arbitrary<string>) =>
  fc.option(
    values.map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
    { nil: '' },
  );
const queryOf = (...options: fc.Arbitrary<string>[]) =>
  fc.tuple(...options).map((parts) => `?${parts.filter(Boolean).join('&')}`);
const word = fc.constantFrom('a', '', 'null');
const number = fc.constantFrom('1', '20');
const target = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('1', 'none'),
      queryOf(
        option('expand', fc.constant('reviews')),
        option('select_book_title', fc.constantFrom('true', 'false')),
        option(
          'fields',
          propertiesOf(
            'id',
            'title',
            'pages',
            'place',
            'author',
            'author.name',
            'author.mail',
            'reviews',
            'reviews.by',
          ),
        ),
      ),
    )
    .map(([id, query]) => `/books/${id}${query}`),
  queryOf(
    ...['title', 'contains', 'language', 'tag'].map((name) => option(name, word)),
    ...['min', 'max', 'limit'].map((name) => option(name, number)),
    option('fields', propertiesOf('title', 'arguments', 'author', 'author.name')),
    fc.constantFrom('', 'cursor=', 'before='),
  ).map((query) => `/books${query}`),
  fc
    .tuple(fc.constantFrom('a', 'none'), queryOf(option('language', word)))
    .map(([name, query]) => `/shelves/${name}${query}`),
);
const request = fc.oneof(
  { arbitrary: target.map((path) => ({ path })), weight: 4 },
  {
    arbitrary: fc.record({ title: word, is: fc.option(word) }, { requiredKeys: [] }).map((body) => ({
      path: '/books/1',
      init: { method: 'PATCH', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
    })),
    weight: 1,
  },
) as fc.Arbitrary<{ path: string; init?: RequestInit }>;

test('every document that any request sends is in the manifest, and its response is the one to the text', async () => {
  await fc.assert(
    fc.asyncProperty(request, fc.nat(FORMS.length - 1), async ({ path, init }, index) => {
      const expected = await plain.send(`/v1${path}`, init);
      texts.length = 0;
      const { status, body } = await facades[index]!.send(`/v1${path}`, init);
      expect({ status, body, texts, unknown }).toEqual({
        status: expected.status,
        body: expected.body,
        texts: [],
        unknown: [],
      });
    }),
    { numRuns: 200 },
  );
  expect(stub.received.length).toBeGreaterThan(200);
});

test.each([
  [
    '?fields=title',
    { select_book_place: false, select_book_pages: false, select_book_author: false, select_book_reviews: false },
  ],
  ['', {}],
])('GET /books/1%s turns fields off by variables of one document', async (query, off) => {
  await byId.send(`/v1/books/1${query}`);
  const [{ body }] = stub.received as unknown as [{ body: SentBody }];
  expect(body.variables).toEqual({ id: '1', ...off });
  expect(listed.filter(({ name }) => name === 'getBook')).toHaveLength(1);
});

test('a document is sent by its id in each form, with the operation and nothing else', async () => {
  for (const facade of facades) await facade.send('/v1/shelves/a');
  const { id } = listed.find(({ name }) => name === 'getShelf')!;
  const sent = stub.received.map(({ body }) => body).filter(({ operationName }) => operationName === 'getShelf');
  const rest = { operationName: 'getShelf', variables: { id: expect.any(String) as string } };
  expect(sent).toEqual([
    { documentId: id, ...rest },
    { ...rest, extensions: { persistedQuery: { version: 1, sha256Hash: id } } },
    { documentId: `rest~1.2.3~${id}`, ...rest },
  ]);
});

test('the probe of readiness sends an id too', async () => {
  for (const facade of facades) expect((await facade.send('/health/ready')).status).toBe(200);
  expect({ texts, unknown }).toEqual({ texts: [], unknown: [] });
  expect(stub.received.map(({ body }) => body.operationName)).toEqual(Array(3).fill('porticoPing'));
});

test('a batch is a list of ids', async () => {
  const facade = await open('hash', { UPSTREAM_BATCH_SIZE: '5' });
  onTestFinished(facade.close);
  const answers = await sendTogether(
    facade.url,
    ['1', '2', '3'].map((id) => ({ path: `/v1/books/${id}` })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(stub.received.filter(({ body }) => Array.isArray(body))).toHaveLength(1);
  expect({ texts, unknown }).toEqual({ texts: [], unknown: [] });
});

const BAD_GATEWAY = { error: 'The upstream service returned an invalid response; it has been logged.' };

describe('a document that the upstream does not know', () => {
  const refuse = (error: object, status = 200) => (stub.answer = () => ({ status, body: { errors: [error] } }));
  const answer = stub.answer;
  beforeEach(() => void (stub.answer = answer));
  const { id } = listed.find(({ name }) => name === 'getBook')!;
  const send = async (init: RequestInit = {}) => {
    const { status, body } = await byId.send('/v1/books/1', {
      ...init,
      headers: { 'x-request-id': 'refused', ...(init.body ? { 'content-type': 'application/json' } : {}) },
    });
    const logged = failuresIn(byId.logged.splice(0), 'refused');
    return { status, body, logged };
  };
  const coded = (code: string, message = code) => ({ message, extensions: { code } });

  test.each([
    ['Apollo Server', coded('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound'), 200],
    ['Apollo Router', coded('PERSISTED_QUERY_NOT_IN_LIST'), 404],
    ['Hive', coded('PERSISTED_DOCUMENT_NOT_FOUND', 'Persisted document not found.'), 200],
    ['a server without codes', { message: 'PersistedQueryNotFound' }, 400],
    ['a safelist that answers 403', coded('PERSISTED_QUERY_NOT_IN_LIST'), 403],
  ])('of %s is 502, and the log says what to do', async (_, error, status) => {
    refuse(error, status);
    const { logged, ...rest } = await send();
    expect(rest).toEqual({ status: 502, body: BAD_GATEWAY });
    expect(logged).toContain(
      `The upstream does not know operation \\"getBook\\" (id ${id}): run \\"portico documents\\" again, and publish the manifest to the upstream.`,
    );
    expect(stub.received.map(({ body }) => body.query)).toEqual([undefined]);
  });

  test.each([
    [coded('PERSISTED_QUERY_NOT_SUPPORTED'), 200, 'PERSISTED_QUERY_NOT_SUPPORTED'],
    [coded('BAD_REQUEST', 'Must provide query string.'), 400, 'BAD_REQUEST'],
    [{ message: 'GraphQL operations must contain a non-empty `query`.' }, 400, 'non-empty `query`'],
  ])('in another form, as %j, is 502 as well', async (error, status, detail) => {
    refuse(error, status);
    const { logged, ...rest } = await send();
    expect(rest).toEqual({ status: 502, body: BAD_GATEWAY });
    expect(logged).toContain('because of the form of its id: see --trusted-documents');
    expect(logged).toContain(detail);
  });

  test('does not hide errors of variables, which are the client’s', async () => {
    refuse({ message: 'Variable "$id" got invalid value "1".', extensions: { code: 'BAD_USER_INPUT' } }, 400);
    expect(await send()).toMatchObject({ status: 400, body: { error: expect.stringContaining('Variable') as string } });
  });

  test('is 502 for a mutation, which had no effect', async () => {
    refuse(coded('PERSISTED_QUERY_NOT_FOUND'));
    const { logged, ...rest } = await send({ method: 'PATCH', body: '{}' });
    expect(rest).toEqual({ status: 502, body: BAD_GATEWAY });
    expect(logged).toContain('operation \\"renameBook\\"');
  });
});
