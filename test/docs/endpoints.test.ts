// The examples of docs/endpoints.md that say what is sent: each is served as it is written there.
import { afterAll, describe, expect, test } from 'vitest';
import { type ServedSchema, serveSchema } from '../vocabulary/support/serveSchema.ts';
import { BLOCKS, readPageSchema } from './support/pageBlocks.ts';

const blocks = BLOCKS.filter(({ page }) => page === 'docs/endpoints.md');

/** The example with an operation. */
function example(operation: string): string {
  const isNamed = new RegExp(`^(?:query|mutation) ${operation}\\b`);
  const named = blocks.filter(({ language, text }) => language === 'graphql' && isNamed.test(text));
  expect(named).toHaveLength(1);
  return named[0]!.text;
}

const schema = readPageSchema();
const BOOKS = [
  { __typename: 'Book', id: '1', title: 'Emma', year: 1815, author: { name: 'Austen, Jane', email: null } },
  {
    __typename: 'Book',
    id: '2',
    title: 'The Sea-Wolf',
    year: 1904,
    author: { name: 'Jack London', email: 'jack@example.com' },
  },
  { __typename: 'Book', id: '3', title: 'Twenty Thousand Leagues Under the Sea', year: 1870 },
];

interface Given {
  where?: { name?: { _ilike?: string } };
  first: number;
  offset?: number;
  id: string;
  base: string;
  head: string;
  path: string;
}
const NOTEBOOKS = [
  { id: '1', name: '50% off' },
  { id: '2', name: '500 ideas' },
];
/** The pattern of LIKE in SQL, whatever the case. */
const like = (pattern: string): RegExp => {
  const source = pattern.replaceAll(
    /\\(.)|(%)|(_)|[.]/g,
    (_, escaped?: string, any?: string) => escaped ?? (any ? '.*' : '.'),
  );
  return new RegExp(`^${source}$`, 'i');
};
const listed = ({ first, offset = 0 }: Given) => ({
  nodes: BOOKS.slice(offset, offset + first),
  edges: BOOKS.slice(offset, offset + first).map((node) => ({ since: '2027-01-31', node })),
  pageInfo: { hasNextPage: offset + first < BOOKS.length, endCursor: String(offset + first) },
  totalCount: BOOKS.length,
});
const roots: Readonly<Record<string, (given: Given) => unknown>> = {
  books: listed,
  loans: listed,
  notebook: ({ where }) => NOTEBOOKS.filter(({ name }) => like(where?.name?._ilike ?? '%').test(name)),
  pullRequest: () => ({ version: 7, headRefName: 'fix', baseRefName: 'main' }),
  compare: ({ base, head }) => ({ base, head }),
  file: ({ path }) => ({ path, name: 'ü.txt', content: Buffer.from('text').toString('base64') }),
  book: ({ id }) => BOOKS.find((each) => each.id === id),
};
for (const field of Object.values(schema.getQueryType()!.getFields()))
  field.resolve = (_, given) => roots[field.name]!(given as Given);

const served: ServedSchema[] = [];
afterAll(() => served.forEach((each) => each.close()));
async function serve(operation: string, conventions = '{}'): Promise<ServedSchema> {
  const api = await serveSchema(schema, { 'conventions.json': conventions, 'v1/example.graphql': example(operation) });
  served.push(api);
  return api;
}

describe('the example', () => {
  test('of text between placeholders, and of the rest of a path', async () => {
    const api = await serve('compareCommits');
    expect((await api.send('GET /v1/compare/v1.0...fix%2F7...x')).text).toBe('{"base":"v1.0","head":"fix/7...x"}');
    const files = await serve('getContents');
    const { status, json } = await files.send('GET /v1/contents/docs/read%20me.md');
    expect([status, json]).toEqual([200, { path: 'docs/read me.md', url: '/v1/contents/docs/read%20me.md' }]);
    const missing = ['docs//a', '..%2Fa'].map((path) => files.send(`GET /v1/contents/${path}`));
    expect((await Promise.all(missing)).map((each) => each.status)).toEqual([404, 404]);
  });

  test('of items that are edges, and of limits of one list', async () => {
    const api = await serve('listLoans');
    expect(await api.send('GET /v1/loans')).toMatchObject({
      status: 200,
      json: {
        data: [{ since: '2027-01-31', book: { title: 'Emma' } }],
        pagination: { limit: 1, offset: 0, total: 3, nextCursor: expect.any(String), hasMore: true },
      },
    });
    expect(await api.send('GET /v1/loans?limit=51')).toMatchObject({
      status: 400,
      json: { error: 'limit must be an integer between 1 and 50' },
    });
  });
  test('of a bare array, with its total in a header', async () => {
    const conventions = blocks.find(({ text }) => text.includes('"envelope": null'))!.text;
    const { status, text, headers } = await (await serve('listBooks', conventions)).send('GET /v1/books');
    expect([status, text]).toEqual([200, '[{"title":"Emma"},{"title":"The Sea-Wolf"}]']);
    expect(headers.get('x-total')).toBe('3');
    expect(headers.get('link')).toMatch(/<\/v1\/books\?cursor=[\w-]+&limit=2>; rel="next"/);
  });
  test('of CSV, and of a file', async () => {
    const books = await serve('exportBooks');
    const csv = blocks.find(({ title }) => title === 'exported books')!.text;
    const { text } = await books.send('GET /v1/books?expand=author', { headers: { accept: 'text/csv' } });
    expect(text).toBe(csv.replaceAll('\n', '\r\n'));
    const conventions = blocks.find((block) => block.text.includes('"format": "byte"'))!.text;
    const file = await (await serve('downloadFile', conventions)).send('GET /v1/downloads/a/b');
    expect([file.text, file.headers.get('content-disposition')]).toEqual([
      'text',
      `attachment; filename="_.txt"; filename*=UTF-8''%C3%BC.txt`,
    ]);
  });
  test('of headers under other names, and of a further one', async () => {
    const conventions = blocks.find(({ text }) => text.includes('X-GitHub-Request-Id'))!.text;
    const { headers } = await (await serve('listLoans', conventions)).send('GET /v1/loans');
    expect(headers.get('x-github-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect([headers.get('x-api-version'), headers.get('link'), headers.get('x-request-id')]).toEqual(['1', null, null]);
  });

  test('of literal braces, and of null', async () => {
    const { json } = await (await serve('getBookLinks')).send('GET /v1/books/1/links');
    expect(json).toEqual(JSON.parse(blocks.find(({ title }) => title === 'getBookLinks')!.text));
  });

  test('of a text within a template', async () => {
    const api = await serve('findNotebooks');
    const namesOf = async (query: string) =>
      ((await api.send(`GET /v1/notebooks/search${query}`)).json as { name: string }[]).map(({ name }) => name);
    expect(await namesOf('?name=50%25')).toEqual(['50% off']);
    expect(await namesOf('?name=50')).toEqual(['50% off', '500 ideas']);
    expect(await namesOf('?name=5_0')).toEqual([]);
    expect(await namesOf('')).toEqual(['50% off', '500 ideas']);
  });
  test('of names in JSON', async () => {
    const sent = blocks.find(({ title }) => title === 'branches')!.text;
    const { status, text } = await (await serve('getBranches')).send('GET /v1/pulls/1/branches');
    expect([status, text]).toEqual([200, JSON.stringify(JSON.parse(sent))]);
  });
});
