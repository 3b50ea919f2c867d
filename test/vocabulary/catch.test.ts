// A failure in a field with @catch makes it null: with resolvers in this process, and with an upstream.
import { GraphQLError, buildSchema } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ServedSchema, serveSchema } from './support/serveSchema.ts';
import { type StubUpstream, stubUpstream } from './support/upstreams.ts';

const schema = buildSchema(`
  directive @requiresScopes(scopes: [[String!]!]!) on OBJECT | FIELD_DEFINITION
  type Query { book(fails: [String!]): Book books: [Book] }
  type Mutation { save: Payload }
  type Payload { book: Book }
  type Book { id: ID! author: Author tags: [Tag] rating: Int secret: String rows: [[Tag!]] }
  type Author { name: String! motto: String }
  type Tag { label: String! }
`);
const failing = (name: string) => {
  throw new GraphQLError(`${name} fails`, { extensions: { code: name === 'rating' ? 'UNAUTHENTICATED' : 'ODD' } });
};
schema.getQueryType()!.getFields()['book']!.resolve = (_, { fails = [] }: { fails?: string[] }) => {
  const field = (name: string, value: unknown) => () => (fails.includes(name) ? failing(name) : value);
  return {
    id: field('id', '1'),
    author: field('author', { name: field('name', 'Ann'), motto: field('motto', 'on') }),
    tags: [{ label: 'a' }, { label: field('label', 'b') }],
    rating: field('rating', 5),
  };
};
const documents = {
  'v1/get.graphql': `query get($fails: [String!], $rating: Boolean = false @expand) @endpoint(method: GET, path: "/book") {
    book(fails: $fails) {
      id author @catch { name motto } tags @catch { label } rating @include(if: $rating) @catch
    }
  }`,
  'v1/bare.graphql': `query bare($fails: [String!]) @endpoint(method: GET, path: "/bare") { book(fails: $fails) { id author { name } } }`,
  'v1/deep.graphql': `query deep @endpoint(method: GET, path: "/deep") {
    book { id author @catch { name motto @catch } tags @catch { label } rows @catch { label } } books { author @catch { name } }
  }`,
  'v1/save.graphql': `mutation save @endpoint(method: POST, path: "/book") { save @unwrap { book { id author @catch { name } rating } } }`,
};
const AUTHOR = { name: 'Ann', motto: 'on' };
const TAGS = [{ label: 'a' }, { label: 'b' }];

describe('with resolvers', () => {
  let api: ServedSchema;
  beforeAll(async () => {
    api = await serveSchema(schema, documents);
  });
  beforeEach(() => void (api.reports.length = 0));
  afterAll(() => api.close());

  test.each<[query: string, body: object, causes: string[]]>([
    ['', { id: '1', author: AUTHOR, tags: TAGS }, []],
    ['?fails=author', { id: '1', author: null, tags: TAGS }, ['author fails']],
    ['?fails=name', { id: '1', author: null, tags: TAGS }, ['name fails']],
    ['?fails=motto,name', { id: '1', author: null, tags: TAGS }, ['name fails']],
    ['?fails=motto', { id: '1', author: null, tags: TAGS }, ['motto fails']],
    ['?fails=label,author', { id: '1', author: null, tags: [{ label: 'a' }, null] }, ['label fails', 'author fails']],
    ['?fails=rating&expand=rating', { id: '1', author: AUTHOR, tags: TAGS, rating: null }, ['rating fails']],
  ])('/book%s goes on', async (query, body, causes) => {
    const reply = await api.send(`GET /v1/book${query}`);
    expect([reply.status, reply.json]).toEqual([200, body]);
    const reported = api.reports.map(({ isCaught, target, error }) => ({
      isCaught,
      target,
      cause: (error.cause as Error).message,
    }));
    expect(reported.toSorted((a, b) => causes.indexOf(a.cause) - causes.indexOf(b.cause))).toEqual(
      causes.map((cause) => ({ isCaught: true, target: `/v1/book${query}`, cause })),
    );
  });
  test.each(['/book?fails=id', '/book?fails=id,author', '/bare?fails=author'])('%s fails', async (target) => {
    const reply = await api.send(`GET /v1${target}`);
    expect([reply.status, reply.json]).toEqual([500, { error: 'Internal server error; it has been logged.' }]);
    expect(api.reports.map(({ isCaught }) => isCaught)).toEqual([undefined]);
  });
});

describe('with an upstream', () => {
  let upstream: StubUpstream;
  let api: ServedSchema;
  beforeAll(async () => {
    upstream = await stubUpstream();
    api = await serveSchema(schema, documents, { upstream: { url: upstream.url } });
  });
  beforeEach(() => void (api.reports.length = 0));
  afterAll(() => {
    api.close();
    upstream.close();
  });

  const send = async (method: string, answer: object) => {
    upstream.answer = () => ({ body: answer });
    const { status, json } = await api.send(`${method} /v1/book`, method === 'GET' ? {} : { body: {} });
    return [status, json, api.reports.map(({ isCaught = false }) => isCaught)] as unknown[];
  };
  const error = (path: unknown, code: string) => ({ message: 'no', path, extensions: { code } });

  test.each(['FORBIDDEN', 'SUBREQUEST_HTTP_ERROR', 'ODD', 'NOT_FOUND'])('%s is caught', async (code) => {
    const book = { id: '1', author: null, tags: [], more: 'unselected' };
    expect(await send('GET', { data: { book }, errors: [error(['book', 'author', 'name'], code)] })).toEqual([
      200,
      { id: '1', author: null, tags: [] },
      [true],
    ]);
  });
  const deep = () => ({
    book: { id: '1', author: AUTHOR, tags: TAGS, rows: [TAGS, TAGS] },
    books: [{ author: { name: 'Ann' } }, { author: null }],
  });
  const sendDeep = async (paths: unknown[]) => {
    const errors = paths.map((path, index) => ({ ...error(path, 'ODD'), message: `error ${index}` }));
    upstream.answer = () => ({ body: { data: deep(), errors } });
    const { status, json } = await api.send('GET /v1/deep');
    return [status, json, api.reports.map((report) => (report.error.cause as Error).message)] as unknown[];
  };
  /** The data with null at some paths. */
  const without = (...paths: (string | number)[][]) => {
    const data = JSON.parse(JSON.stringify(deep())) as unknown;
    for (const path of paths) {
      const parent = path.slice(0, -1).reduce((at, key) => (at as Record<string | number, unknown>)[key], data);
      (parent as Record<string | number, unknown>)[path.at(-1)!] = null;
    }
    return data;
  };

  test.each<[string, unknown[], (string | number)[][]]>([
    ['of the field itself', ['book', 'author'], [['book', 'author']]],
    ['in the field', ['book', 'author', 'name'], [['book', 'author']]],
    ['by the innermost field', ['book', 'author', 'motto', 'x'], [['book', 'author', 'motto']]],
    ['by an item that can be null', ['book', 'tags', 1, 'label'], [['book', 'tags', 1]]],
    ['by the innermost item that can be null', ['book', 'rows', 0, 1, 'x'], [['book', 'rows', 0]]],
    ['by the list', ['book', 'tags'], [['book', 'tags']]],
    ['by the list, where its path lacks the index', ['book', 'tags', 'label'], [['book', 'tags']]],
    ['in an item of an outer list', ['books', 0, 'author', 'name'], [['books', 0, 'author']]],
    ['where the field is null already', ['books', 1, 'author', 'name'], []],
  ])('an error is caught %s', async (_, path, nulls) => {
    expect(await sendDeep([path])).toEqual([200, without(...nulls), ['error 0']]);
  });
  test('the first error of each field is reported', async () => {
    const paths = [
      ['book', 'tags', 0],
      ['book', 'tags', 1],
      ['book', 'author'],
    ];
    expect(await sendDeep(paths)).toEqual([200, without(...paths), ['error 0', 'error 2']]);
  });
  test.each([
    ['beside the fields', ['book', 'id']],
    ['around the fields', ['book']],
    ['without a path', undefined],
    ['in an item that there is not', ['book', 'tags', 7, 'label']],
    ['in what is no object', ['book', 'id', 'author']],
  ])('an error %s is not caught', async (_, path) => {
    expect(await sendDeep([path])).toEqual([500, { error: 'Internal server error; it has been logged.' }, ['error 0']]);
  });
  test('another error is not', async () => {
    const errors = [error(['book', 'author'], 'ODD'), error(['book'], 'FORBIDDEN')];
    expect(await send('GET', { data: { book: null }, errors })).toEqual([403, { error: 'no' }, []]);
  });
  test('data that does not match the schema is not used', async () => {
    const book = { id: null, author: null, tags: [] };
    expect(await send('GET', { data: { book }, errors: [error(['book', 'author'], 'CONFLICT')] })).toEqual([
      409,
      { error: 'no' },
      [],
    ]);
  });
  test('a write has taken effect where a part of its result is unknown', async () => {
    const caught = error(['save', 'book', 'author'], 'SUBREQUEST_HTTP_ERROR');
    const book = { id: '1', author: null, rating: null };
    expect(await send('POST', { data: { save: { book } }, errors: [caught] })).toEqual([200, book, [true]]);
    const other = error(['save', 'book', 'rating'], 'SUBREQUEST_HTTP_ERROR');
    const [status, body] = await send('POST', { data: { save: { book } }, errors: [caught, other] });
    expect([status, body]).toEqual([500, { error: expect.stringContaining('may have taken effect') as string }]);
  });
  test('a write whose result does not match the schema has an unknown outcome', async () => {
    const book = { id: null, author: null, rating: null };
    const [status] = await send('POST', {
      data: { save: { book } },
      errors: [error(['save', 'book', 'author'], 'ODD')],
    });
    expect(status).toBe(500);
  });
});
