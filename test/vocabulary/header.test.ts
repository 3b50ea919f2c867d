import { buildSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { faultsOf } from './support/faults.ts';
import { serveSchema } from './support/serveSchema.ts';

const schema = buildSchema(/* GraphQL */ `
  type Query {
    doc(id: ID!): Doc
    docs: [Doc!]!
    total: Int
  }
  type Mutation {
    save(id: ID!): Doc
  }
  type Doc {
    text: String
    version: String
    changed: String
    count: Int
  }
`);
let doc: Record<string, unknown> | null = null;
schema.getQueryType()!.getFields()['doc']!.resolve = () => doc;
schema.getQueryType()!.getFields()['docs']!.resolve = () => [doc];
schema.getQueryType()!.getFields()['total']!.resolve = () => 7;
schema.getMutationType()!.getFields()['save']!.resolve = () => doc;
const selection =
  '{ text version @header(name: "ETag") changed @header(name: "Last-Modified") count @header(name: "X-Count") }';
const documents = {
  'v1/find.graphql':
    'query find($id: ID! @param(in: HEADER, name: "X-Id")) @endpoint(method: GET, path: "/find") { doc(id: $id) { text } }',
  'v1/get.graphql': `query get($id: ID!) @endpoint(method: GET, path: "/docs/{id}") { doc(id: $id) ${selection} }`,
  'v1/put.graphql': `mutation m($id: ID!) @endpoint(method: PUT, path: "/docs/{id}", status: 204) { save(id: $id) ${selection} }`,
  'v1/list.graphql':
    'query list @endpoint(method: GET, path: "/docs") { docs { text } total @header(name: "X-Total-Count") }',
  'v1/see.graphql': `query get($id: ID!) @endpoint(method: GET, path: "/see/{id}", status: 303, location: "/docs/{id}") { doc(id: $id) ${selection} }`,
};
const ready = serveSchema(schema, documents);
afterAll(async () => (await ready).close());
const get = async (headers: Record<string, string> = {}, target = '/v1/docs/1') =>
  (await ready).send(`GET ${target}`, { headers });

describe('a value in a header', () => {
  test('leaves the body', async () => {
    doc = { text: 'a', version: 'v 1', changed: '2026-01-31T12:00:00Z', count: 3 };
    const { status, headers, text } = await get();
    expect([status, text]).toEqual([200, '{"text":"a"}']);
    expect(Object.fromEntries(headers)).toMatchObject({
      etag: expect.stringMatching(/^"v%201\.[\w-]{22}"$/),
      'last-modified': 'Sat, 31 Jan 2026 12:00:00 GMT',
      'x-count': '3',
      'cache-control': 'private, no-store',
    });
  });
  test('that is null is left out', async () => {
    doc = { text: 'a', version: null, count: null };
    const { headers } = await get();
    expect([headers.get('x-count'), headers.get('etag')]).toEqual([null, null]);
  });
  test('of a root field is sent with the rest, which is the body', async () => {
    const { headers, text } = await get({}, '/v1/docs');
    expect([headers.get('x-total-count'), text]).toEqual(['7', '[{"text":"a"}]']);
  });
  test('is sent without a body, and with a redirect but for the tag', async () => {
    doc = { text: 'a', version: '1', count: 3 };
    const { headers } = await (await ready).send('PUT /v1/docs/1', { body: {} });
    expect([headers.get('x-count'), headers.get('etag')]).toEqual(['3', expect.stringMatching(/^"1\./)]);
    const see = await get({}, '/v1/see/1');
    expect([see.status, see.headers.get('x-count'), see.headers.get('etag')]).toEqual([303, '3', null]);
  });
});

describe('a text in a header', () => {
  const noted = serveSchema(schema, {
    'v1/note.graphql': `query note($id: ID!) @endpoint(method: GET, path: "/notes/{id}") {
      doc(id: $id) { count text @header(name: "X-Text") version @header(name: "ETag") changed @header(name: "Last-Modified") }
    }`,
    'v1/time.graphql':
      'query time($id: ID!) @endpoint(method: GET, path: "/times/{id}") { doc(id: $id) { text count @header(name: "Last-Modified") } }',
    'v1/file.graphql': `query file($id: ID!) @endpoint(method: GET, path: "/files/{id}", produces: ["text/plain"]) {
      doc(id: $id) @unwrap { text @header(name: "Content-Disposition") version }
    }`,
  });
  afterAll(async () => (await noted).close());
  const headersOf = async (target: string, sent: object) => {
    doc = { ...sent };
    return (await (await noted).send(`GET /v1/${target}/1`)).headers;
  };

  test.each([
    ['a b', 'a b', 'a%20b'],
    ['100%', '100%', '100%25'],
    [' x\t', 'x', '%20x%09'],
    ['a\r\nSet-Cookie: x', 'a%0D%0ASet-Cookie: x', 'a%0D%0ASet-Cookie:%20x'],
    ['\ud800', '%EF%BF%BD', '%EF%BF%BD'],
    ['a"b\\', 'a"b\\', 'a%22b\\'],
  ])('%j is sent as %j, and as %j in an entity tag', async (text, value, tag) => {
    const headers = await headersOf('notes', { text, version: text });
    expect(headers.get('x-text')).toBe(value);
    expect(headers.get('etag')?.slice(1, -24)).toBe(tag);
  });

  test.each([
    ['x', 8000, 8000],
    ['x', 8001, undefined],
    ['é', 1333, 7998],
    ['é', 1334, undefined],
  ])('is left out where it is too long: of %s %i times', async (text, count, length) => {
    expect((await headersOf('notes', { text: text.repeat(count) })).get('x-text')?.length).toBe(length);
  });

  test.each([
    ['2026-01-31T12:00:00+01:00', 'Sat, 31 Jan 2026 11:00:00 GMT'],
    ['2026-01-31t12:00:00.5z', 'Sat, 31 Jan 2026 12:00:00 GMT'],
    ['2026-01-31T12:00:00.25-00:30', 'Sat, 31 Jan 2026 12:30:00 GMT'],
    ['Book 1', null],
    ['1', null],
    ['2026-01-31', null],
    ['+002026-01-31T12:00:00Z', null],
    ['2026-01-31T12:00:00Z (noon)', null],
    ['9999-12-31T23:59:59-01:00', null],
  ])('%s is the date %s', async (changed, date) => {
    expect((await headersOf('notes', { changed })).get('last-modified')).toBe(date);
  });

  test.each([
    [0, 'Thu, 01 Jan 1970 00:00:00 GMT'],
    [1769860800, 'Sat, 31 Jan 2026 12:00:00 GMT'],
  ])('%i seconds are a date, too', async (count, date) => {
    expect((await headersOf('times', { count })).get('last-modified')).toBe(date);
  });

  test.each<[string | null, string | null]>([
    [null, null],
    ['', 'attachment'],
    ['\r\n\0', 'attachment'],
    ['a b.txt', `attachment; filename="a b.txt"; filename*=UTF-8''a%20b.txt`],
    ['a"\\\r\nb', `attachment; filename="a__b"; filename*=UTF-8''a%22%5Cb`],
    ["€'(1)*.csv", `attachment; filename="_'(1)*.csv"; filename*=UTF-8''%E2%82%AC%27%281%29%2a.csv`],
    ['\ud800x', `attachment; filename="x"; filename*=UTF-8''x`],
    ['x'.repeat(3990), 'attachment'],
  ])('%j as the name of a file is %j', async (text, value) => {
    expect((await headersOf('files', { text, version: 'a' })).get('content-disposition')).toBe(value);
  });
});

describe('an ETag of the data', () => {
  test('is compared as a whole by If-None-Match', async () => {
    doc = { text: 'a', version: '1.2', count: 3 };
    const tag = (await get()).headers.get('etag')!;
    const again = await get({ 'if-none-match': tag });
    expect([again.status, again.headers.get('etag'), again.headers.get('x-count')]).toEqual([304, tag, '3']);
    doc = { ...doc, text: 'b' };
    expect((await get({ 'if-none-match': tag })).status).toBe(200);
  });
  test('is compared up to its last dot by If-Match', async () => {
    doc = { text: 'a', version: '1.2' };
    const tag = (await get()).headers.get('etag')!;
    doc = { ...doc, text: 'b' };
    const read = async (ifMatch: string) => (await get({ 'if-match': ifMatch })).status;
    expect(await read(tag)).toBe(200);
    expect(await read('"0", "1.2.other-br"')).toBe(200);
    expect(await read('"1.3.x"')).toBe(412);
    expect(await read(`W/${tag}`)).toBe(412);
    doc = { ...doc, version: '1.3' };
    expect(await read(tag)).toBe(412);
  });
});

test('a page of another origin may read it, and send the headers of parameters', async () => {
  doc = { text: 'a', version: '1', count: 3 };
  const origin = 'https://app.example';
  const served = await serveSchema(schema, documents, { cors: { origins: [origin] } });
  try {
    const { headers } = await served.send('GET /v1/docs/1', { headers: { origin } });
    const exposed = headers.get('access-control-expose-headers')!.split(', ');
    expect(exposed.slice(-3)).toEqual(['Last-Modified', 'X-Count', 'X-Total-Count']);
    expect(exposed.filter((name) => name === 'ETag')).toHaveLength(1);
    expect(exposed).not.toContain('Idempotency-Replayed');
    const preflight = await served.send('OPTIONS /v1/find', {
      headers: { origin, 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers.get('access-control-allow-headers')?.split(', ').at(-1)).toBe('X-Id');
  } finally {
    served.close();
  }
});

const withHeader = (name: string) => ({
  'v1/a.graphql': `query get($id: ID!) @endpoint(method: GET, path: "/a/{id}") { doc(id: $id) { text version @header(name: "${name}") } }`,
});
test.each(['Content-Language', 'Content-Disposition', 'Page', 'X-Accept', 'Via-X', 'Last-Modified', 'Retry-After'])(
  '%s can be one',
  (name) => expect(faultsOf(schema, withHeader(name))).toEqual([]),
);
