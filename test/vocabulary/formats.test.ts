// Bodies that are not JSON, over HTTP: CSV, JSON Lines, text and bytes.
import fc from 'fast-check';
import { buildSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { memoryStore } from '../support/memoryStore.ts';
import { serveSchema } from './support/serveSchema.ts';

const schema = buildSchema(/* GraphQL */ `
  scalar Bytes
  scalar Amount
  scalar JSON
  type Query {
    people(first: Int, after: String, offset: Int): People!
    all: [Person]
    beings: [Being!]!
    numbers: [Int]
    title(id: ID): String
    size: Int
    mood: Mood
    file(id: ID): File
  }
  type Mutation {
    stamp(text: String!): String
  }
  enum Mood {
    GOOD
    NOT_GOOD
  }
  type People {
    nodes: [Person]
    pageInfo: PageInfo!
    totalCount: Int!
  }
  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }
  type Person {
    id: ID!
    name: String
    age: Int
    score: Float
    amount: Amount
    isNew: Boolean
    mood: Mood
    more: JSON
    boss: Person
    home: Address
  }
  type Address {
    street: String
    city: City
  }
  type City {
    name: String!
  }
  type Robot {
    id: ID!
    serial: Int!
    owner: Person
  }
  union Being = Person | Robot
  type File {
    name: String
    content: Bytes
  }
`);
const ada = {
  id: '1',
  name: 'Ada, "Countess"',
  age: 36,
  score: 1.5,
  amount: '-12.30',
  isNew: false,
  mood: 'NOT_GOOD',
  more: { a: [1, 'x'] },
  boss: null,
  home: { street: 'Low\r\nRoad', city: { name: 'Ley' } },
};
const bob = {
  id: '2',
  name: '=1+1',
  age: -3,
  score: null,
  amount: '',
  isNew: true,
  mood: 'GOOD',
  more: 'ü\n',
  boss: ada,
  home: null,
};
let people: (object | null)[] = [ada, null, bob];
let file: object | null = { name: 'a "b"\\\r\nü.png', content: Buffer.from([0, 255, 10]).toString('base64') };
const resolvers: Record<string, (source: unknown, args: Record<string, unknown>) => unknown> = {
  people: () => ({
    nodes: people,
    pageInfo: { hasNextPage: people.length > 0, endCursor: 'c' },
    totalCount: people.length,
  }),
  all: () => people,
  beings: () => [
    { __typename: 'Person', ...ada },
    { __typename: 'Robot', id: '9', serial: 7, owner: bob },
  ],
  numbers: () => [1, null, 3],
  title: (_, { id }) => (id === 'none' ? null : `Titel ü ${String(id ?? '')}`),
  size: () => 7,
  mood: () => 'NOT_GOOD',
  file: (_, { id }) => (id === 'broken' ? { name: null, content: 'no base64!' } : file),
};
for (const [name, resolve] of Object.entries(resolvers)) schema.getQueryType()!.getFields()[name]!.resolve = resolve;
schema.getMutationType()!.getFields()['stamp']!.resolve = (_, { text }: { text: string }) => text.toUpperCase();

const CSV = ', produces: ["application/json", "text/csv", "application/jsonl"]';
const conventions = {
  scalars: {
    Bytes: { type: 'string', format: 'byte' },
    Amount: { type: 'string' },
    JSON: { type: 'any' },
  },
  enums: { '*': 'kebab-case' },
};
const documents = {
  'v1/people.graphql': `query people($home: Boolean! = false @expand, $boss: Boolean! = false @expand(name: "chief"))
    @endpoint(method: GET, path: "/people"${CSV}) {
      people @paginate { nodes @fields {
        id name years: age score amount isNew mood more
        home @include(if: $home) { street city @unwrap { name } }
        ... @include(if: $boss) { boss { ... @wrap(as: "of") { name } link: __typename @template(value: "/people/{id}/boss") id } }
      } }
    }`,
  'v1/all.graphql': `query all @endpoint(method: GET, path: "/all", maxAge: 60${CSV}) {
      all { id name @name(as: "=name") home @spread { street } }
    }`,
  'v1/beings.graphql': `query beings @endpoint(method: GET, path: "/beings"${CSV}) {
      beings { ... on Person { id name mood } ... on Robot { id serial name: __typename owner { id } } }
    }`,
  'v1/numbers.graphql':
    'query numbers @endpoint(method: GET, path: "/numbers", produces: ["application/jsonl"]) { numbers }',
  'v1/one.graphql':
    'query one @endpoint(method: GET, path: "/one", produces: ["text/csv"]) { all { home { street } } }',
  'v1/title.graphql':
    'query title($id: ID) @endpoint(method: GET, path: "/title", maxAge: 5, produces: ["text/plain", "application/json"]) { title(id: $id) }',
  'v1/size.graphql': 'query size @endpoint(method: GET, path: "/size", produces: ["text/plain"]) { size }',
  'v1/mood.graphql':
    'query mood @endpoint(method: GET, path: "/mood", produces: ["text/plain; charset=utf-8"]) { mood }',
  'v1/file.graphql': `query file($id: ID) @endpoint(method: GET, path: "/file", maxAge: 5, produces: ["image/png", "application/json"]) {
      file(id: $id) @unwrap { name @header(name: "Content-Disposition") content } }`,
  'v1/stamp.graphql':
    'mutation stamp($text: String!) @endpoint(method: POST, path: "/stamp", idempotencyKey: OPTIONAL, produces: ["text/plain"]) { stamp(text: $text) }',
};
const ready = serveSchema(
  schema,
  { 'conventions.json': JSON.stringify(conventions), ...documents },
  { idempotency: memoryStore() },
);
afterAll(async () => (await ready).close());
const get = async (target: string, accept?: string, headers: Record<string, string> = {}) =>
  (await ready).send(`GET /v1${target}`, { headers: { ...(accept !== undefined && { accept }), ...headers } });
const lines = async (target: string, accept = 'text/csv') => (await get(target, accept)).text.split(/(?<=\n)/);

/** The fields of the records of a text, by the grammar of RFC 4180, section 2; null for one that is empty and not quoted. */
function readCsv(text: string): (string | null)[][] {
  const records: (string | null)[][] = [];
  let record: (string | null)[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  while (field.lastIndex < text.length) {
    const [, quoted, plain, end] = field.exec(text)!;
    record.push(quoted?.replaceAll('""', '"') ?? (plain === '' ? null : plain!));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

describe('CSV', () => {
  test('of a page is its items, with the headers of the page', async () => {
    const { status, headers, text } = await get('/people?limit=3', 'text/csv');
    expect(status).toBe(200);
    expect(text).toBe(
      'id,name,years,score,amount,isNew,mood,more\r\n' +
        '1,"Ada, ""Countess""",36,1.5,-12.30,false,not-good,"{""a"":[1,""x""]}"\r\n' +
        '2,=1+1,-3,,"",true,good,"ü\n"\r\n',
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'private, no-store',
      vary: 'Accept',
      link: expect.stringContaining('rel="next"'),
    });
  });
  test('has columns for the expanded parts of a request, and for those that @fields lists', async () => {
    expect((await lines('/people?expand=home'))[0]).toBe(
      'id,name,years,score,amount,isNew,mood,more,home.street,home.city\r\n',
    );
    expect(await lines('/people?expand=home,chief&fields=name,home.city,boss')).toEqual([
      'id,name,home.city,boss.of.name,boss.link,boss.id\r\n',
      '1,"Ada, ""Countess""",Ley,,,\r\n',
      '2,=1+1,,"Ada, ""Countess""",/v1/people/1/boss,1\r\n',
    ]);
    expect((await lines('/people?fields=name,home'))[0]).toBe('id,name\r\n');
  });
  test('of a union has the columns of all its types', async () => {
    expect(await lines('/beings')).toEqual([
      'id,name,mood,serial,owner.id\r\n',
      '1,"Ada, ""Countess""",not-good,,\r\n',
      '9,Robot,,7,2\r\n',
    ]);
  });
  test('quotes texts with line breaks, and what stands for an empty line', async () => {
    expect((await get('/one', '*/*')).text).toBe('home.street\r\n"Low\r\nRoad"\r\n""\r\n');
    people = [];
    expect((await get('/one')).text).toBe('home.street\r\n');
    expect((await get('/people', 'text/csv')).text).toBe('id,name,years,score,amount,isNew,mood,more\r\n');
    people = [ada, null, bob];
  });
  test('escapes what may be a formula, but no number, where the conventions say so', async () => {
    const escaping = await serveSchema(schema, {
      'conventions.json': JSON.stringify({ ...conventions, page: { csvFormulas: 'escape' } }),
      ...documents,
    });
    const bodyOf = async (target: string) =>
      (await escaping.send(`GET /v1${target}`, { headers: { accept: 'text/csv' } })).text;
    const cells = {
      '=1': "'=1",
      '+1': "'+1",
      '-1': "'-1",
      '@a': "'@a",
      '\ta': "'\ta",
      '\ra': '"\'\ra"',
      '\na': '"\'\na"',
      '＝1': "'＝1",
      '＋1': "'＋1",
      '－1': "'－1",
      '＠a': "'＠a",
      'a=1': 'a=1',
    };
    for (const [name, cell] of Object.entries(cells)) {
      people = [{ ...bob, name }];
      expect(await bodyOf('/people?fields=name,years')).toBe(`id,name,years\r\n2,${cell},-3\r\n`);
    }
    people = [ada, null, bob];
    expect(await bodyOf('/all')).toBe('id,\'=name,street\r\n1,"Ada, ""Countess""","Low\r\nRoad"\r\n2,\'=1+1,\r\n');
    expect((await bodyOf('/people?fields=years,amount')).split('\r\n')).toEqual([
      'id,years,amount',
      "1,36,'-12.30",
      '2,-3,""',
      '',
    ]);
    escaping.close();
  });
  test('has any text so that it can be read', async () => {
    const text = fc.option(fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[",\r\n =a]*$/)));
    const more = fc.option(fc.dictionary(fc.string(), text));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ name: text, age: fc.option(fc.integer()), more })), async (rows) => {
        people = rows.map((row, id) => ({ id, ...row, age: row.age && Math.trunc(row.age / 2) }));
        const values = (people as (typeof rows)[number][]).map(({ name, age, more: json }, id) => [
          String(id),
          name,
          age === null ? null : String(age),
          json === null ? null : JSON.stringify(json),
        ]);
        const { text: csv } = await get('/people?fields=name,years,more', 'text/csv');
        expect(readCsv(csv)).toEqual([['id', 'name', 'years', 'more'], ...values]);
      }),
    );
    people = [ada, null, bob];
  });
  test('is chosen by Accept, and JSON is as it was', async () => {
    const type = async (accept?: string) => (await get('/all', accept)).headers.get('content-type');
    expect(await type()).toBe('application/json');
    expect(await type('*/*')).toBe('application/json');
    expect(await type('text/*, application/json;q=0.9')).toMatch(/^text\/csv/);
    expect(await type('application/jsonl')).toBe('application/jsonl');
    expect((await get('/all')).json).toMatchObject([
      { id: '1', street: 'Low\r\nRoad' },
      null,
      { id: '2', street: null },
    ]);
    const { status, json } = await get('/all', 'text/html');
    expect([status, json]).toEqual([
      406,
      {
        error:
          'Not acceptable; available media types: application/json, text/csv, application/jsonl, application/vnd.portico.v1+json',
      },
    ]);
  });
  test('has an entity tag of its own, and errors that are JSON', async () => {
    const json = (await get('/all')).headers.get('etag')!;
    const csv = (await get('/all', 'text/csv')).headers.get('etag')!;
    expect(csv).not.toBe(json);
    expect((await get('/all', 'text/csv', { 'if-none-match': json })).status).toBe(200);
    const known = await get('/all', 'text/csv', { 'if-none-match': csv });
    expect([known.status, known.text, known.headers.get('content-type')]).toEqual([304, '', null]);
    const head = await (await ready).send('HEAD /v1/all', { headers: { accept: 'text/csv' } });
    expect([head.text, head.headers.get('etag')]).toEqual(['', csv]);
    const wrong = await get('/people?limit=no', 'text/csv');
    expect([wrong.status, wrong.json]).toEqual([400, { error: expect.stringContaining('limit must be an integer') }]);
  });
});

describe('JSON Lines', () => {
  test('are one JSON text for each item', async () => {
    expect(await lines('/numbers', 'application/jsonl')).toEqual(['1\n', 'null\n', '3\n']);
    const { headers, text } = await get('/people?fields=more,mood&limit=1', 'application/jsonl');
    expect(text).toBe('{"id":"1","mood":"not-good","more":{"a":[1,"x"]}}\n{"id":"2","mood":"good","more":"ü\\n"}\n');
    expect(headers.get('content-type')).toBe('application/jsonl');
  });
  test('of an empty list are nothing', async () => {
    people = [];
    const { status, headers, text } = await get('/all', 'application/jsonl');
    expect([status, headers.get('content-length'), text]).toEqual([200, '0', '']);
    people = [ada, null, bob];
  });
});

describe('text', () => {
  test('is the value of a scalar', async () => {
    const { status, headers, text } = await get('/title?id=1');
    expect([status, headers.get('content-type'), text]).toEqual([200, 'text/plain; charset=utf-8', 'Titel ü 1']);
    expect((await get('/title?id=1', 'application/json')).text).toBe('"Titel ü 1"');
    expect((await get('/size')).text).toBe('7');
    expect((await get('/mood')).text).toBe('not-good');
  });
  test('of null is 404', async () => {
    const { status, json } = await get('/title?id=none');
    expect([status, json]).toEqual([404, { error: 'No String was found for id none.' }]);
  });
  test('of a mutation is replayed', async () => {
    const keyed = await serveSchema(
      schema,
      { 'v1/stamp.graphql': documents['v1/stamp.graphql'] },
      { idempotency: memoryStore(), authenticate: () => ({ subject: 'me', scopes: [] }) },
    );
    const post = () => keyed.send('POST /v1/stamp', { body: { text: 'a' }, headers: { 'idempotency-key': 'k' } });
    const [first, second] = [await post(), await post()];
    expect([first.status, first.text, second.text]).toEqual([200, 'A', 'A']);
    expect(second.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    keyed.close();
  });
});

describe('bytes', () => {
  test('are those of base64, and a file with the name of a header', async () => {
    const send = async (headers: Record<string, string> = {}) => get('/file', 'image/png', headers);
    const { status, headers, text } = await send();
    expect([status, text]).toEqual([200, '\0�\n']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '3',
      'content-disposition': `attachment; filename="a _b___.png"; filename*=UTF-8''a%20%22b%22%5C%C3%BC.png`,
    });
    expect((await send({ 'if-none-match': headers.get('etag')! })).status).toBe(304);
    const json = await get('/file', 'application/json');
    expect([json.text, json.headers.get('content-disposition')]).toEqual(['"AP8K"', null]);
  });
  test('without a name are a file, and without a value 404', async () => {
    file = { name: null, content: '' };
    const { text, headers } = await get('/file');
    expect([text, headers.get('content-disposition'), headers.get('content-length')]).toEqual(['', 'attachment', '0']);
    file = null;
    expect((await get('/file')).status).toBe(404);
  });
  test('that are no base64 are a failure of the service', async () => {
    expect((await get('/file?id=broken')).status).toBe(500);
    expect(String((await ready).reports.at(-1)!.error.cause)).toContain('A value of the format byte is not base64.');
  });
});

test('OpenAPI has the types, and a contract breaks where one is taken away', async () => {
  const { openApi } = await ready;
  const { paths } = openApi.get('/v1/openapi.json') as { paths: Record<string, Record<string, Record<string, never>>> };
  const success = (path: string) => paths[path]!['get']!['responses']!['200'] as { content: object; headers: object };
  expect(success('/numbers').content).toMatchObject({ 'application/jsonl': { schema: { type: 'string' } } });
  expect(success('/file').content).toMatchObject({ 'image/png': { schema: { type: 'string', format: 'binary' } } });
  expect(success('/file').headers).toHaveProperty('Content-Disposition');
});
