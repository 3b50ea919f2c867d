// Numbers that no double has, and values that are not as the conventions say, from a client to an upstream and back, or to resolvers.
import { type GraphQLScalarType, buildSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { type Portico, createPortico } from '../../src/gateway/index.ts';
import { memoryStore } from '../support/memoryStore.ts';
import { folderOf } from './support/folderOf.ts';
import { listen } from './support/listen.ts';

const SDL = /* GraphQL */ `
  scalar BigInt
  scalar Whole
  scalar Decimal
  scalar Flag
  scalar Epoch
  scalar Json
  scalar JsonText
  scalar Undeclared
  type Query {
    row(
      id: ID
      big: BigInt
      whole: Whole
      decimal: Decimal
      float: Float
      json: Json
      jsons: [Json!]
      text: JsonText
      size: Size
    ): Row
    rows(first: Int, after: String, offset: Int, big: BigInt): Rows!
    list: [Row!]!
  }
  enum Size {
    S
  }
  type Mutation {
    put(id: ID, big: BigInt, whole: Whole, float: Float, json: Json, text: JsonText): Row!
    create: Created!
  }
  type Created {
    whole: Whole!
  }
  type Row {
    id: ID!
    int: Int
    float: Float
    big: BigInt
    whole: Whole
    decimal: Decimal
    flag: Flag
    epoch: Epoch
    json: Json
    text: JsonText
    other: Undeclared
    bigs: [BigInt!]
  }
  type Rows {
    nodes: [Row!]!
    pageInfo: PageInfo!
    totalCount: Whole
  }
  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }
`;
const VARIABLES =
  '$id: ID, $big: BigInt, $whole: Whole, $decimal: Decimal, $float: Float, $json: Json, $jsons: [Json!], $text: JsonText';
const ARGUMENTS = VARIABLES.replaceAll(/\$(\w+): [\w[\]!]+/g, '$1: $$$1');
const INPUTS = '$id: ID, $big: BigInt, $whole: Whole, $float: Float, $json: Json, $text: JsonText';
const SELECTION = 'id int float big whole decimal flag epoch json text other bigs';
const documents = {
  'conventions.json': JSON.stringify({
    idempotencyKey: 'OPTIONAL',
    tools: ['GET', 'POST'],
    scalars: {
      BigInt: { type: 'string' },
      Whole: { type: 'integer' },
      Decimal: { type: 'number' },
      Flag: { type: 'boolean' },
      Epoch: { type: 'string', format: 'date-time', upstream: 'unixtime' },
      Json: { type: 'any' },
      JsonText: { type: 'any', upstream: 'json' },
    },
  }),
  'v1/find.graphql': `query find(${VARIABLES}) @endpoint(method: GET, path: "/rows") { row(${ARGUMENTS}) { ${SELECTION} } }`,
  'v1/get.graphql':
    'query get($whole: Whole!) @endpoint(method: GET, path: "/wholes/{whole}") { row(whole: $whole) { id } }',
  'v1/bigs.graphql': 'query bigs @endpoint(method: GET, path: "/bigs") { row { big other bigs } }',
  'v1/page.graphql': `query page($big: BigInt) @endpoint(method: GET, path: "/pages", produces: ["application/json", "text/csv", "application/jsonl"]) {
    rows(big: $big) @paginate(styles: [CURSOR]) { nodes { big whole json } }
  }`,
  'v1/counted.graphql':
    'query counted @endpoint(method: GET, path: "/counted") { rows @paginate(styles: [OFFSET]) { nodes { id } } }',
  'v1/chosen.graphql': `query chosen($json: Json @param(values: [{ text: "a", value: { b: 1 } }])) @endpoint(method: GET, path: "/chosen") { row(json: $json) { id } }`,
  'v1/list.graphql':
    'query list @endpoint(method: GET, path: "/list", produces: ["text/csv"]) { list { big whole decimal json } }',
  'v1/header.graphql':
    'query header @endpoint(method: GET, path: "/header") { row { id whole @header(name: "X-Whole") big @template(value: "/wholes/{}") } }',
  'v1/constant.graphql': `query constant($whole: Whole = 9007199254740993 @param(values: [{ text: "most", value: 9007199254740993 }]))
    @endpoint(method: GET, path: "/constants") { row(whole: $whole) { id } }`,
  'v1/create.graphql':
    'mutation create @endpoint(method: POST, path: "/wholes", status: 201, location: "/wholes/{whole}") { create { whole } }',
  'v1/note.graphql': `mutation note($json: Json @param(in: QUERY)) @endpoint(method: POST, path: "/notes", status: 200) { put(json: $json) { id } }`,
  'v1/bounds.graphql':
    'mutation bounds($float: Float @param(min: 10, max: 9007199254740992)) @endpoint(method: POST, path: "/bounds", status: 201) { put(float: $float) { id } }',
  'v1/put.graphql': `mutation put(${INPUTS}) @endpoint(method: POST, path: "/rows", status: 201) {
    put(${INPUTS.replaceAll(/\$(\w+): [\w[\]!]+/g, '$1: $$$1')}) { id whole json }
  }`,
};

/** The text of the result of the upstream, and the text that it was sent. */
const upstream = { answer: '', sent: '', requests: 0 };
const { url: origin } = await listen(async (request, response) => {
  upstream.sent = (await request.toArray()).join('');
  upstream.requests++;
  response.writeHead(200, { 'content-type': 'application/json' }).end(upstream.answer);
}, afterAll);
const url = new URL(`${origin}/graphql`);

const reported: unknown[] = [];
function create(options: Pick<Parameters<typeof createPortico>[0], 'schema' | 'upstream'>): Portico {
  return createPortico({
    authenticate: () => ({ subject: 'ann', scopes: [] }),
    openapi: true,
    endpoints: folderOf(documents),
    idempotency: memoryStore(),
    report: ({ error }) => void reported.push(error),
    ...options,
  });
}
const facade = create({ schema: buildSchema(SDL), upstream: { url } });

const NULLS = Object.fromEntries(SELECTION.split(' ').map((name) => [name, name === 'id' ? 'a' : null]));
/** The result of a row with properties that are texts of JSON. */
function rowOf(properties: Readonly<Record<string, string>>, root = 'row'): string {
  const names = new Set([...Object.keys(NULLS), ...Object.keys(properties)]);
  const all = [...names].map((name) => `"${name}":${properties[name] ?? JSON.stringify(NULLS[name])}`);
  return `{"data":{"${root}":{${all.join(',')}}}}`;
}

const send = async (target: string, init?: RequestInit, of = facade) => {
  const [method, path] = target.includes(' ') ? target.split(' ') : ['GET', target];
  const response = await of.fetch(new Request(`http://localhost${path}`, { method: method!, ...init }));
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const post = (body: string, headers: Record<string, string> = {}, of = facade) =>
  send('POST /v1/rows', { body, headers: { 'content-type': 'application/json', ...headers } }, of);
/** The text of a variable that the upstream was sent. */
const sentVariables = () => /"variables":(.*)\}$/.exec(upstream.sent)![1]!;

const OUT = 'The upstream service returned an invalid response; it has been logged.';
const BIG = '9007199254740993';

describe('a number of the upstream', () => {
  test.each([
    ['big', BIG, `"${BIG}"`],
    ['big', `"${BIG}"`, `"${BIG}"`],
    ['big', '12', '"12"'],
    ['big', '12345678901234567890123', '"12345678901234567890123"'],
    ['bigs', `[${BIG},1]`, `["${BIG}","1"]`],
    ['whole', BIG, BIG],
    ['whole', `"${BIG}"`, BIG],
    ['whole', '"12"', '12'],
    ['whole', '9007199254740993.0', '9007199254740993.0'],
    ['whole', '"1000000000000000000000"', '1000000000000000000000'],
    ['decimal', '0.12345678901234567890', '0.12345678901234567890'],
    ['decimal', '"12.50"', '12.5'],
    ['decimal', '"1e3"', '1000'],
    ['decimal', '0.30000000000000004', '0.30000000000000004'],
    ['float', '1e23', '1e+23'],
    ['float', '3.14159265358979323846', '3.14159265358979323846'],
    ['int', '2147483647', '2147483647'],
    ['int', '-2147483648', '-2147483648'],
    ['flag', '"true"', 'true'],
    ['flag', '"false"', 'false'],
    ['epoch', '"1700000000"', '"2023-11-14T22:13:20Z"'],
    ['epoch', '1700000000.123456789', '"2023-11-14T22:13:20.123Z"'],
    ['json', `{"a":[${BIG},1.0],"__proto__":{"b":${BIG}},"a":[${BIG}]}`, `{"a":[${BIG}],"__proto__":{"b":${BIG}}}`],
    ['text', `"{\\"d\\": ${BIG}}"`, `{"d":${BIG}}`],
    ['text', `"${BIG}"`, BIG],
    ['other', BIG, BIG],
  ])('of %s: %s is sent as %s', async (name, written, expected) => {
    upstream.answer = rowOf({ [name]: written });
    const { status, text } = await send('/v1/rows');
    expect([status, text]).toEqual([200, /"data":\{"row":(.*)\}\}$/.exec(rowOf({ [name]: expected }))![1]]);
  });

  test.each<readonly [string, string]>([
    ['float', '1e400'],
    ['json', '{"a":[1e400]}'],
    ['other', '-1e400'],
    ['text', String.raw`"{\"a\":"`],
    ['text', '5'],
    ['text', '"[1e400]"'],
    ['big', '{"toJSON":1}'],
    ['whole', '{"toJSON":null}'],
    ['int', '2147483648'],
    ['int', '-2147483649'],
    ['int', BIG],
    ['int', '1.5'],
    ...['""', '"0x1F"', '"1.0"', '" 1"', '"01"', '9'.repeat(400), '2.5', 'true', '{}', '1e400'].map(
      (value) => ['whole', value] as const,
    ),
    ...['""', '"  "', '"0x1F"', '".5"', '"1e400"', '"Infinity"', 'false', 'true', '[]', '[1]', '{}'].map(
      (value) => ['decimal', value] as const,
    ),
    ...['"True"', '"1"', '"yes"', '""', '1', '0', '[]'].map((value) => ['flag', value] as const),
    ...['"0x10"', '" 1"', '""', 'true', '[]', BIG].map((value) => ['epoch', value] as const),
    ...['true', '[]', '{}', '["a"]'].map((value) => ['big', value] as const),
  ])('of %s: %s is 502', async (name, written) => {
    upstream.answer = rowOf({ [name]: written });
    const { status, text } = await send('/v1/rows');
    expect([status, JSON.parse(text)]).toEqual([502, { error: OUT }]);
  });

  test('is reported where it is no Int', async () => {
    for (const written of ['2147483648', BIG, '9007199254740993.5']) {
      upstream.answer = rowOf({ int: written });
      await send('/v1/rows');
      expect((reported.at(-1) as Error & { cause: Error }).cause.message).toContain(
        'data.row.int must be Int, but is a number',
      );
    }
  });

  test('is a text where the rest of the text is sent as it came', async () => {
    upstream.answer = `{"data":{"row":{"big":12,"other":1,"bigs":["1",${BIG}]}}}`;
    expect((await send('/v1/bigs')).text).toBe(`{"big":"12","other":1,"bigs":["1","${BIG}"]}`);
    upstream.answer = `{"data":{"row":{"big":true,"other":1,"bigs":[]}}}`;
    expect((await send('/v1/bigs')).status).toBe(502);
  });

  test.each([
    ['text/csv', `big,whole,json\r\n${BIG},${BIG},"{""d"":${BIG}}"\r\n`],
    ['application/jsonl', `{"big":"${BIG}","whole":${BIG},"json":{"d":${BIG}}}\n`],
  ])('has its digits in %s', async (accept, expected) => {
    upstream.answer = `{"data":{"rows":{"nodes":[{"big":${BIG},"whole":${BIG},"json":{"d":${BIG}}}],"_page":{"hasNextPage":false,"endCursor":null}}}}`;
    const { status, text } = await send('/v1/pages', { headers: { accept } });
    expect([status, text]).toEqual([200, expected]);
  });

  test('has its digits in a list of CSV', async () => {
    upstream.answer = `{"data":{"list":[{"big":${BIG},"whole":"${BIG}","decimal":"0.10000000000000000001","json":${BIG}}]}}`;
    expect((await send('/v1/list')).text).toBe(
      `big,whole,decimal,json\r\n${BIG},${BIG},0.10000000000000000001,${BIG}\r\n`,
    );
  });

  test.each<readonly [string, Record<string, unknown>]>([
    ['"12"', { limit: 20, offset: 0, total: 12 }],
    ['-1', { limit: 20, offset: 0, hasMore: false }],
    ...['""', 'false', '[]', '[12]', '1.5', '"0x1F"', '"1e3"', BIG].map(
      (count) => [count, { limit: 20, offset: 0, hasMore: false }] as const,
    ),
  ])('is the total of a page, or there is none: %s', async (count, pagination) => {
    upstream.answer = `{"data":{"rows":{"nodes":[],"_total":${count}}}}`;
    const { text } = await send('/v1/counted');
    expect(JSON.parse(text)).toMatchObject({ pagination });
    expect(text.includes('total')).toBe('total' in pagination);
  });

  test('has its digits in headers, templates and addresses', async () => {
    upstream.answer = rowOf({ whole: BIG, big: BIG }).replace(/,"(?!id|whole|big")\w+":null/g, '');
    const { status, headers, text } = await send('/v1/header');
    expect([status, headers.get('x-whole'), text]).toEqual([200, BIG, `{"id":"a","big":"/v1/wholes/${BIG}"}`]);
    upstream.answer = `{"data":{"create":{"whole":"${BIG}"}}}`;
    const created = await send('POST /v1/wholes');
    expect([created.status, created.headers.get('location')]).toEqual([201, `/v1/wholes/${BIG}`]);
  });

  test('beyond the range of doubles is of no importance where no client is sent it', async () => {
    upstream.answer = `${rowOf({}).slice(0, -1)},"extensions":{"cost":1e999}}`;
    expect((await send('/v1/rows')).status).toBe(200);
    upstream.answer = '{"data":null,"errors":[{"message":"No.","extensions":{"code":"FORBIDDEN","n":1e400}}]}';
    const { status, text } = await send('/v1/rows');
    expect([status, JSON.parse(text)]).toEqual([403, { error: 'No.' }]);
  });

  test('leaves the outcome of a write unknown where no double can hold it', async () => {
    upstream.answer = '{"data":{"put":{"id":"a","whole":1,"json":{"a":1e400}}}}';
    const { status, text } = await post('{}', { accept: 'application/problem+json' });
    expect([status, JSON.parse(text)]).toMatchObject([500, { code: 'OUTCOME_UNKNOWN' }]);
    upstream.answer = '{"data":{"put":{"id":"a","whole":"0x1F","json":null}}}';
    expect(JSON.parse((await post('{}')).text)).toEqual({
      error: 'The request took effect, but its result cannot be represented; do not retry it.',
    });
  });
});

describe('a number of a request', () => {
  const row = '{"data":{"put":{"id":"a","whole":1,"json":null}}}';
  test.each([
    ['json', `{"d":12345678901234567890,"e":[${BIG}]}`, `{"d":12345678901234567890,"e":[${BIG}]}`],
    ['json', '0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
    ['json', '1E30', '1e+30'],
    ['json', '0.30000000000000004', '0.30000000000000004'],
    ['json', '0.300000000000000041', '0.300000000000000041'],
    ['json', '9007199254740992', '9007199254740992'],
    ['json', '-9007199254740993', '-9007199254740993'],
    ['json', '12345678901234567000', '12345678901234567000'],
    ['json', '1000000000000000000000', '1e+21'],
    // The smallest and the largest doubles, and what is beyond them.
    ['json', '[5e-324,1e308,1e005]', '[5e-324,1e+308,100000]'],
    ['json', '[4e-324,12345678901234e-335,1e-400]', '[4e-324,12345678901234e-335,1e-400]'],
    ['json', '[-0.000,0e999999999999]', '[0,0]'],
    ['json', `{"a":${BIG},"b":1,"a":{"c":2}}`, '{"a":{"c":2},"b":1}'],
    ['json', `{"time":"10:00:00, ${BIG} 1e5",":1e999":1}`, `{"time":"10:00:00, ${BIG} 1e5",":1e999":1}`],
    [
      'json',
      `["\\u0000\\"é",${BIG},{"":null,"t":true,"f":false}]`,
      `["\\u0000\\"é",${BIG},{"":null,"t":true,"f":false}]`,
    ],
    ['json', `${'['.repeat(100)}${BIG}${']'.repeat(100)}`, `${'['.repeat(100)}${BIG}${']'.repeat(100)}`],
    ['whole', BIG, BIG],
    ['float', '0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
    ['id', BIG, `"${BIG}"`],
    ['text', `{"d":${BIG}}`, `"{\\"d\\":${BIG}}"`],
  ])('reaches the upstream with its digits: %s of %s', async (name, input, expected) => {
    upstream.answer = row;
    expect((await post(`{"${name}":${input}}`)).status).toBe(201);
    expect(sentVariables()).toBe(`{"${name}":${expected}}`);
  });

  test.each([
    ['float', '1e400', 'float must be a number'],
    ['whole', '1e400', 'whole must be an integer'],
    ['whole', '9'.repeat(400), 'whole must be an integer'],
    ['id', '9'.repeat(400), 'id must be a string'],
    ['json', '{"a":[1,-1e400]}', 'json must not have the number -1e400, which a double cannot represent'],
    ['text', '1e400', 'text must not have the number 1e400, which a double cannot represent'],
    ['big', BIG, 'big must be a string'],
  ])('is 400 where it cannot be: %s of %s', async (name, input, error) => {
    const { requests } = upstream;
    const { status, text } = await post(`{"${name}":${input}}`);
    expect([status, JSON.parse(text), upstream.requests]).toEqual([400, { error }, requests]);
  });

  test.each([1, 2, 15, 16, 17, 31, 32, 33])('is found wherever it begins: at %i', async (at) => {
    upstream.answer = row;
    const numbers = [BIG, '0.1234567890123456789', '1e-999', '123456789012345'];
    for (const number of numbers) {
      expect((await post(`{"json":[${' '.repeat(at - 1)}${number},1,2.5]}`)).status).toBe(201);
      expect(sentVariables()).toBe(`{"json":[${number},1,2.5]}`);
    }
  });

  test.each([
    '[9007199254740993',
    '[9007199254740993,]',
    '[09007199254740993]',
    '[+9007199254740993]',
    '[1.e400]',
    "['9007199254740993', 9007199254740993]",
    '[9007199254740993] x',
    '["\n", 9007199254740993]',
  ])('is 400 in text that is no JSON: %s', async (json) => {
    const { status, text } = await post(`{"json":${json}}`);
    expect([status, text]).toEqual([400, expect.stringMatching(/^\{"error":"The body is not valid JSON: .+\."\}$/)]);
  });

  test.each([
    [9, 400],
    [10, 201],
    ['9007199254740992', 201],
    ['9007199254740992.5', 400],
    [BIG, 400],
  ])('is compared with the bounds of its parameter: %s is %i', async (number, status) => {
    upstream.answer = row;
    const { status: received } = await send('POST /v1/bounds', {
      body: `{"float":${number}}`,
      headers: { 'content-type': 'application/json' },
    });
    expect(received).toBe(status);
  });

  test('is 400 in JSON that nests too deeply to be read', async () => {
    const { status, text } = await post(`${'['.repeat(100_000)}${BIG}${']'.repeat(100_000)}`);
    expect([status, text]).toEqual([400, expect.stringContaining('nested')]);
  });

  test.each([
    [`whole=${BIG}`, `{"whole":${BIG}}`],
    ['decimal=0.10000000000000000001', '{"decimal":0.10000000000000000001}'],
    [`text=${encodeURIComponent(`{"d":${BIG}}`)}`, `{"text":"{\\"d\\":${BIG}}"}`],
    ['json=[1]', '{"json":"[1]"}'],
  ])('reaches the upstream from a query: %s', async (query, variables) => {
    upstream.answer = rowOf({});
    expect((await send(`/v1/rows?${query}`)).status).toBe(200);
    expect(sentVariables()).toBe(variables);
  });

  test('reaches the upstream from a path, and is named where nothing is found', async () => {
    upstream.answer = '{"data":{"row":null}}';
    const { status, text } = await send(`/v1/wholes/${BIG}`);
    expect([status, JSON.parse(text), sentVariables()]).toEqual([
      404,
      { error: `No Row was found for whole ${BIG}.` },
      `{"whole":${BIG}}`,
    ]);
  });

  test('can be a constant of a document', async () => {
    upstream.answer = '{"data":{"row":{"id":"a"}}}';
    expect((await send('/v1/constants?whole=most')).status).toBe(200);
    expect(sentVariables()).toBe(`{"whole":${BIG}}`);
    expect((await send('/v1/openapi.json')).text).toContain('"enum":["most"]');
  });

  test('is another one for a key', async () => {
    upstream.answer = row;
    const key = { 'idempotency-key': 'digits' };
    expect((await post(`{"json":${BIG}}`, key)).status).toBe(201);
    expect((await post('{"json":9007199254740992}', key)).status).toBe(422);
    const replayed = await post(`{"json":${BIG.slice(0, -1)}3}`, key);
    expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
  });

  test('is another filter for a cursor', async () => {
    upstream.answer = `{"data":{"rows":{"nodes":[],"_page":{"hasNextPage":true,"endCursor":${JSON.stringify(BIG)}}}}}`;
    const { text } = await send(`/v1/pages?big=${BIG}`);
    const { nextCursor } = (JSON.parse(text) as { pagination: { nextCursor: string } }).pagination;
    expect((await send(`/v1/pages?big=${BIG}&cursor=${nextCursor}`)).status).toBe(200);
    expect(JSON.parse(sentVariables())).toMatchObject({ pageAfter: BIG });
    expect((await send(`/v1/pages?big=9007199254740992&cursor=${nextCursor}`)).status).toBe(400);
  });
});

describe('in this process', () => {
  const received: unknown[] = [];
  const answered: { value: Record<string, unknown> } = { value: {} };
  const resolve = (_: unknown, given: unknown) => {
    received.push(given);
    return { id: 'a', ...answered.value };
  };
  function executable(parseWhole?: (value: unknown) => unknown): Portico {
    const schema = buildSchema(SDL);
    schema.getQueryType()!.getFields()['row']!.resolve = resolve;
    schema.getMutationType()!.getFields()['put']!.resolve = resolve;
    if (parseWhole) (schema.getType('Whole') as GraphQLScalarType).parseValue = parseWhole;
    return create({ schema });
  }
  const portico = executable();
  const textOnly = (value: unknown) => {
    if (typeof value !== 'string') throw new TypeError('Not a text.');
    return value;
  };

  test.each<[string, ((value: unknown) => unknown) | undefined, unknown]>([
    ['anything', undefined, 9007199254740993n],
    ['texts', textOnly, BIG],
    ['bigints', (value) => BigInt.asIntN(64, value as bigint), 9007199254740993n],
    ['both', (value) => BigInt(value as string), 9007199254740993n],
    ['no more than doubles', Number, undefined],
    ['no more than 32 bits', (value) => BigInt.asIntN(32, BigInt(value as string)), undefined],
    [
      'nothing',
      () => {
        throw new TypeError('Whole must be small.');
      },
      undefined,
    ],
  ])('a resolver has what its integer scalar takes: %s', async (takes, parse, expected) => {
    const own = executable(parse);
    const answers = [await post(`{"whole":${BIG}}`, {}, own), await send(`/v1/rows?whole=${BIG}`, {}, own)];
    if (expected !== undefined) {
      expect(answers.map(({ status }) => status)).toEqual([201, 200]);
      expect(received.slice(-2)).toEqual([{ whole: expected }, { whole: expected }]);
      return;
    }
    const error = takes === 'nothing' ? 'whole must be small' : 'whole must be a valid Whole (it would lose digits)';
    expect(answers.map(({ status, text }) => [status, JSON.parse(text)])).toEqual([
      [400, { error }],
      [400, { error }],
    ]);
  });

  test.each([
    ['json', `{"d":[${BIG}]}`, `json must not have the number ${BIG}, which a double cannot represent`],
    [
      'float',
      '0.10000000000000000001',
      'float must not have the number 0.10000000000000000001, which a double cannot represent',
    ],
  ])('a number that no resolver can take is 400: %s', async (name, input, error) => {
    const { status, text } = await post(`{"${name}":${input}}`, {}, portico);
    expect([status, JSON.parse(text)]).toEqual([400, { error }]);
  });

  test('a double may have the 17 digits that other software writes', async () => {
    const body = '{"float":3.1400000000000001,"json":{"d":[0.10000000000000001,1]}}';
    expect((await post(body, {}, portico)).status).toBe(201);
    expect(received.at(-1)).toEqual({ float: 3.14, json: { d: [0.1, 1] } });
    expect((await send('/v1/rows?float=0.10000000000000001', {}, portico)).status).toBe(200);
    expect(received.at(-1)).toEqual({ float: 0.1 });
    expect((await send('/v1/rows?float=9007199254740993', {}, portico)).status).toBe(400);
  });

  test('a text of JSON has all digits', async () => {
    expect((await post(`{"text":{"d":${BIG}}}`, {}, portico)).status).toBe(201);
    expect(received.at(-1)).toEqual({ text: `{"d":${BIG}}` });
  });

  test('a bigint is sent with its digits', async () => {
    answered.value = { whole: 9007199254740993n, big: 9007199254740993n, json: { d: 9007199254740993n } };
    const { status, text } = await send('/v1/rows', {}, portico);
    expect([status, text]).toEqual([
      200,
      `{"id":"a","int":null,"float":null,"big":"${BIG}","whole":${BIG},"decimal":null,"flag":null,"epoch":null,"json":{"d":${BIG}},"text":null,"other":null,"bigs":null}`,
    ]);
  });

  test('an object is what its JSON is', async () => {
    const json = (value: unknown) => ({ toJSON: () => value });
    answered.value = { big: json(5), whole: json('5'), decimal: json('12.50'), flag: json(true) };
    expect(JSON.parse((await send('/v1/rows', {}, portico)).text)).toMatchObject({
      big: '5',
      whole: 5,
      decimal: 12.5,
      flag: true,
    });
  });

  test.each([
    ['Whole', { whole: '' }, 'an integer'],
    ['Decimal', { decimal: false }, 'a number'],
    ['Flag', { flag: 1 }, 'true or false'],
  ])('a %s that is not as the conventions say is 500, and reported: %j', async (type, value, expected) => {
    answered.value = value;
    expect((await send('/v1/rows', {}, portico)).status).toBe(500);
    expect((reported.at(-1) as { cause: Error }).cause.message).toBe(
      `A value of ${type} in GraphQL is not ${expected}. Change "scalars.${type}" in conventions.json.`,
    );
  });

  test('a value that JSON or a format cannot have is 500', async () => {
    for (const value of [
      { epoch: '0x10' },
      { big: [] },
      { decimal: Infinity },
      { decimal: 10n ** 400n },
      { text: '[1e400]' },
      { big: new Date(NaN) },
    ]) {
      answered.value = value;
      expect([value, (await send('/v1/rows', {}, portico)).status]).toEqual([value, 500]);
    }
  });
});

describe('tools', () => {
  const callTool = async (name: string, args: string, of = facade) => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    return (await send('POST /mcp', { body, headers }, of)).text;
  };

  test('have the digits of arguments and results', async () => {
    upstream.answer = `{"data":{"put":{"id":"a","whole":${BIG},"json":{"d":${BIG}}}}}`;
    const content = `{"id":"a","whole":${BIG},"json":{"d":${BIG}}}`;
    expect(await callTool('put', `{"json":{"d":${BIG}},"whole":${BIG}}`)).toBe(
      `{"result":{"content":[{"type":"text","text":${JSON.stringify(content)}}],"structuredContent":${content}},"jsonrpc":"2.0","id":1}`,
    );
    expect(sentVariables()).toBe(`{"whole":${BIG},"json":{"d":${BIG}}}`);
  });

  test.each([
    ['[1,2]', '[1,2]'],
    ['true', 'true'],
    ['"true"', '"true"'],
    ['12', '12'],
    [`{"a":[${BIG},null,"x,y"]}`, `{"a":[${BIG},null,"x,y"]}`],
  ])('send values of any JSON to a read: %s', async (value, expected) => {
    upstream.answer = rowOf({});
    expect(await callTool('find', `{"json":${value}}`)).toContain('structuredContent');
    expect(sentVariables()).toBe(`{"json":${expected}}`);
    expect(await callTool('find', `{"jsons":[${value}]}`)).toContain('structuredContent');
    expect(sentVariables()).toBe(`{"jsons":[${expected}]}`);
  });

  test.each([
    ['{"id":[1,2]}', 'id must be a string'],
    ['{"float":true}', 'float must be a number'],
    ['{"json":{"a":1e300,"b":[1e-400]},"float":{}}', 'float must be a number'],
  ])('refuse a value of another type: %s', async (args, error) => {
    expect(await callTool('find', args)).toContain(JSON.stringify(JSON.stringify({ error })).slice(1, -1));
  });

  test.each([
    ['{"id":10115}', '{"id":"10115"}'],
    ['{"float":"1.5"}', '{"float":1.5}'],
    ['{"big":5}', '{"big":"5"}'],
  ])('send a number or its text for a parameter: %s', async (args, expected) => {
    upstream.answer = rowOf({});
    expect(await callTool('find', args)).toContain('structuredContent');
    expect(sentVariables()).toBe(expected);
  });

  test('are other requests with other values of any JSON', async () => {
    const keyed = (json: string) => callTool('note', `{"json":${json},"idempotencyKey":"one"}`);
    upstream.answer = '{"data":{"put":{"id":"a"}}}';
    expect(await keyed('"true"')).toContain('structuredContent');
    expect(await keyed('true')).toContain('isError');
    expect(await keyed('"true"')).toContain('structuredContent');
  });

  test('state the types of all inputs', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const { result } = JSON.parse((await send('POST /mcp', { body, headers })).text) as {
      result: { tools: { name: string; inputSchema: { properties: Record<string, object> } }[] };
    };
    const types = ['string', 'number', 'boolean', 'object', 'array', 'null'];
    const { properties } = result.tools.find(({ name }) => name === 'find')!.inputSchema;
    expect(properties).toMatchObject({
      json: { type: types },
      jsons: { type: 'array', items: { type: types } },
      text: { type: types },
    });
    const chosen = result.tools.find(({ name }) => name === 'chosen')!.inputSchema;
    expect(chosen.properties).toEqual({ json: { type: 'string', enum: ['a'] } });
    const untyped = result.tools.flatMap(({ inputSchema }) =>
      Object.values(inputSchema.properties).filter(
        (property) => !('type' in property || 'anyOf' in property || '$ref' in property),
      ),
    );
    expect(untyped).toEqual([]);
  });
});

test('OpenAPI declares a parameter of any JSON as a text', async () => {
  const { paths } = JSON.parse((await send('/v1/openapi.json')).text) as {
    paths: Record<string, { get: { parameters: { name: string; schema: object }[] } }>;
  };
  const schemas = Object.fromEntries(paths['/rows']!.get.parameters.map(({ name, schema }) => [name, schema]));
  expect(schemas).toMatchObject({
    json: { type: 'string' },
    jsons: { type: 'array', items: { type: 'string' } },
    text: { type: 'string' },
  });
});
