// Results that do not match the schema of the upstream, or have unselected fields.
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { stubUpstream } from '../../support/stubUpstream.ts';
import { failuresIn, openPortico } from './support/openPortico.ts';

const SDL = /* GraphQL */ `
  scalar Money
  enum Colour {
    RED
    GREEN
  }
  interface Named {
    name: String!
  }
  type Person implements Named {
    name: String!
    age: Int
    friends: [Person!]!
  }
  type Robot implements Named {
    name: String!
    model: ID!
    colour: Colour
    parts: [Robot]
  }
  union Owner = Person | Robot
  type Thing {
    id: ID!
    count: Int
    ratio: Float
    isNew: Boolean
    price: Money
    colour: Colour
    tags: [String!]
    grid: [[Int]]
    owner: Owner
    named: Named
    related: Thing
  }
  type Query {
    thing: Thing
    things: [Thing!]!
  }
  type Mutation {
    touch: Thing!
  }
`;
const ALL = 'id count ratio isNew price colour tags grid';
const files = {
  'all.graphql': `query all @endpoint(method: GET, path: "/all") { thing { ${ALL} related { id } } }`,
  'list.graphql': 'query list @endpoint(method: GET, path: "/list") { things { id tags } }',
  'scanned.graphql': `query scanned @endpoint(method: GET, path: "/scanned") {
    things { ${ALL} kind: __typename related { id tags } }
  }`,
  'inherited.graphql': 'query inherited @endpoint(method: GET, path: "/inherited") { thing { toString: id } }',
  'ratios.graphql': 'query ratios @endpoint(method: GET, path: "/ratios", maxAge: 60) { things { ratio price } }',
  'known.graphql': `query known @endpoint(method: GET, path: "/known") {
    thing { owner { __typename ... on Person { name age } ... on Robot { model parts { model } } } }
  }`,
  'unknown.graphql': `query unknown @endpoint(method: GET, path: "/unknown") {
    thing { owner { ... on Person { age friends { name } } ... on Robot { model } } named { name ... on Robot { colour } } }
  }`,
  'expand.graphql': `query expand($related: Boolean = false @expand) @endpoint(method: GET, path: "/expand") {
    thing { id related @include(if: $related) { id } }
  }`,
  'either.graphql': `query either($person: Boolean = false @expand, $robot: Boolean = false @expand)
  @endpoint(method: GET, path: "/either") {
    thing { id owner { ... on Person { name @include(if: $person) } ... on Robot { name @include(if: $robot) } } }
  }`,
  'named.graphql': `query named @endpoint(method: GET, path: "/named") {
    thing { id @name(as: "@odata.id") owner { ... on Person { age @name(as: "__proto__") } ... on Robot { model @name(as: "__proto__") } } }
  }`,
  'touch.graphql': 'mutation touch @endpoint(method: POST, path: "/touch", status: 200) { touch { id } }',
};
const stub = await stubUpstream();
const facade = await openPortico({ upstream: stub, sdl: SDL, files });
afterAll(async () => {
  await facade.close();
  await stub.close();
});
beforeEach(() => void (facade.logged.length = 0));

const send = async (path: string, data: unknown, method = 'GET') => {
  stub.answer = () => ({ body: { data } });
  const { status, body } = await facade.send(`/v1${path}`, { method, headers: { 'x-request-id': 'mine' } });
  return { status, body };
};
const thing = {
  id: 'a',
  count: 1,
  ratio: 0.5,
  isNew: true,
  price: { any: ['thing'] },
  colour: 'RED',
  tags: ['x'],
  grid: [[1, null], null],
  related: null,
};
const BAD_GATEWAY = { error: 'The upstream service returned an invalid response; it has been logged.' };

test('properties have their names in JSON, which the upstream does not see', async () => {
  stub.answer = () => ({ body: { data: { thing: { id: 'a', owner: { model: 'm' } } } } });
  const { status, headers, body } = await facade.send('/v1/named');
  expect([status, headers.get('content-type'), JSON.stringify(body)]).toEqual([
    200,
    'application/json',
    '{"@odata.id":"a","owner":{"__proto__":"m"}}',
  ]);
  expect(stub.received.at(-1)!.body.query).not.toContain('@');
});

describe('a response of 200 without a result', () => {
  const json = 'application/json; charset=utf-8';
  test.each<[string, string | Buffer, Record<string, string>, string]>([
    ['an empty body', '', {}, 'whose body is empty'],
    ['truncated JSON', '{"data":{"thing":{"id":"hunter2', {}, 'whose body is not JSON'],
    ['a page', '<h1>hunter2</h1>', { 'content-type': 'text/html' }, '200 (text/html), whose body is not JSON'],
    [
      'a page that claims to be JSON',
      '<h1>hunter2</h1>',
      { 'content-type': json },
      `200 (${json}), whose body is not JSON`,
    ],
    ['two values', '{"data":{}}{"data":{}}', {}, 'whose body is not JSON'],
    ['UTF-16', Buffer.from('{"data":{"thing":null}}', 'utf16le'), {}, 'whose body is not JSON'],
    ['null', 'null', {}, 'whose body is no GraphQL result'],
    ['a list', '[{"data":{}}]', {}, 'whose body is no GraphQL result'],
    ['an object without data and errors', '{"hunter2":1}', {}, 'whose body is no GraphQL result'],
    ['data that is null, without errors', '{"data":null}', {}, 'whose body is no GraphQL result'],
    ['data that is a list', '{"data":[]}', {}, 'whose body is no GraphQL result'],
    ['errors that are a text', '{"data":{},"errors":"hunter2"}', {}, 'whose body is no GraphQL result'],
    ['ISO 8859-1', Buffer.from('{"data":{"thing":{"id":"é"}}}', 'latin1'), {}, 'The body of the response is not UTF-8'],
    ['another content coding', 'hunter2', { 'content-encoding': 'gzip' }, 'incorrect header check'],
    ['an unknown coding', 'hunter2', { 'content-encoding': 'gzip, zstd' }, 'The content coding zstd is not supported.'],
    [
      'four codings',
      'hunter2',
      { 'content-encoding': 'br, br, br, br' },
      'The body has 4 content codings; the maximum is 3.',
    ],
    [
      'a truncated coding',
      gzipSync('{"data":{}}').subarray(0, 20),
      { 'content-encoding': 'gzip' },
      'unexpected end of file',
    ],
  ])('is 502, and logged with what is wrong: %s', async (_, text, headers, reason) => {
    stub.answer = (_request, response) => {
      response.writeHead(200, headers).end(text);
      return undefined;
    };
    for (const target of ['/all', '/expand?expand=related']) {
      facade.logged.length = 0;
      const { status, body } = await facade.send(`/v1${target}`, { headers: { 'x-request-id': 'mine' } });
      expect({ status, body }).toEqual({ status: 502, body: BAD_GATEWAY });
      const failure = failuresIn(facade.logged, 'mine');
      expect(failure).toContain(reason);
      expect(failure).not.toContain('hunter2');
    }
  });

  test('is served where it is a result of another media type', async () => {
    stub.answer = () => ({ headers: { 'content-type': 'text/plain' }, body: { data: { thing: { id: 'a' } } } });
    expect((await facade.send('/v1/expand')).status).toBe(200);
  });
});

describe('a result that does not match the schema', () => {
  test.each<[string, unknown, string]>([
    ['null for a non-null field', { ...thing, id: null }, 'data.thing.id must be ID!, but is null'],
    ['an absent field', { ...thing, count: undefined }, 'data.thing.count must be Int, but is absent'],
    ['a number for an ID', { ...thing, id: 7 }, 'data.thing.id must be ID, but is a number'],
    ['a text for an Int', { ...thing, count: '1' }, 'data.thing.count must be Int, but is a string'],
    ['a fraction for an Int', { ...thing, count: 1.5 }, 'data.thing.count must be Int, but is a number'],
    ['a text for a Float', { ...thing, ratio: '0.5' }, 'data.thing.ratio must be Float, but is a string'],
    ['a number for a Boolean', { ...thing, isNew: 1 }, 'data.thing.isNew must be Boolean, but is a number'],
    ['an object for a scalar', { ...thing, tags: [{}] }, 'data.thing.tags[0] must be String, but is an object'],
    [
      'an unknown value of an enum',
      { ...thing, colour: 'hunter2' },
      'data.thing.colour must be Colour, but is another name',
    ],
    ['a number for an enum', { ...thing, colour: 1 }, 'data.thing.colour must be Colour, but is a number'],
    ['an item for a list', { ...thing, tags: 'x' }, 'data.thing.tags must be [String!], but is a string'],
    ['an object for a list', { ...thing, tags: {} }, 'data.thing.tags must be [String!], but is an object'],
    ['null in a list without null', { ...thing, tags: ['x', null] }, 'data.thing.tags[1] must be String!, but is null'],
    [
      'a wrong item of an inner list',
      { ...thing, grid: [[1], [2, 'x']] },
      'data.thing.grid[1][1] must be Int, but is a string',
    ],
    ['a list for an object', { ...thing, related: [] }, 'data.thing.related must be Thing, but is a list'],
    ['a text for an object', { ...thing, related: 'x' }, 'data.thing.related must be Thing, but is a string'],
    ['a wrong property below', { ...thing, related: { id: null } }, 'data.thing.related.id must be ID!, but is null'],
  ])('is 502, and logged with its path: %s', async (_, found, reason) => {
    expect(await send('/all', { thing: found })).toEqual({ status: 502, body: BAD_GATEWAY });
    const failure = failuresIn(facade.logged, 'mine');
    expect(failure).toContain(`The result of the upstream does not match its schema: ${reason}.`);
    expect(failure).not.toContain('hunter2');
  });

  test('is 502 as a list', async () => {
    expect((await send('/list', { things: null })).status).toBe(502);
    expect((await send('/list', { things: {} })).status).toBe(502);
    expect((await send('/list', { things: [{ id: 'a', tags: null }, null] })).status).toBe(502);
    expect((await send('/list', {})).status).toBe(502);
  });

  test('is 502 where a property is only inherited', async () => {
    expect((await send('/inherited', { thing: {} })).status).toBe(502);
  });

  test('is 502 where a number is too large for JSON', async () => {
    stub.answer = () => ({ body: JSON.stringify({ data: { thing } }).replace('0.5', '1e400') });
    expect((await facade.send('/v1/all')).status).toBe(502);
  });

  test('leaves the outcome of a write unknown: it has taken effect', async () => {
    expect(await send('/touch', { touch: { id: null } }, 'POST')).toEqual({
      status: 500,
      body: { error: expect.stringContaining('outcome of the request is unknown') },
    });
    expect(failuresIn(facade.logged, 'mine')).toContain('data.touch.id must be ID!, but is null');
  });
});

describe('a result that matches the schema', () => {
  test('is passed on unchanged', async () => {
    expect(await send('/all', { thing })).toEqual({ status: 200, body: thing });
    expect(await send('/all', { thing: { ...thing, price: null, tags: null, grid: [] } })).toMatchObject({
      status: 200,
    });
    expect((await send('/all', { thing: null })).status).toBe(404);
  });

  test('is a success with an empty list of errors', async () => {
    stub.answer = () => ({ body: { data: { thing }, errors: [] } });
    expect(await facade.send('/v1/all')).toMatchObject({ status: 200, body: thing });
  });

  test('loses unselected fields, at any depth', async () => {
    const more = JSON.parse(
      '{"things":[{"tags":["x"],"secret":1,"id":"a"},{"id":"b","tags":null},{"id":"c","tags":[],"__proto__":{},"toString":1}],"other":{}}',
    ) as object;
    expect(await send('/list', more)).toEqual({
      status: 200,
      body: [
        { tags: ['x'], id: 'a' },
        { id: 'b', tags: null },
        { id: 'c', tags: [] },
      ],
    });
  });
});

describe('an object of several types', () => {
  const owned = (owner: unknown) => ({ thing: { owner } });

  test('is checked by its __typename', async () => {
    const person = { __typename: 'Person', name: 'Ada', age: null };
    const robot = { __typename: 'Robot', model: 'x', parts: [null, { model: 'y' }] };
    for (const owner of [person, robot, null]) {
      expect(await send('/known', owned(owner))).toEqual({ status: 200, body: { owner } });
    }
    expect((await send('/known', owned({ ...person, model: 'x' }))).body).toEqual({ owner: person });
  });

  test.each<[unknown, string]>([
    [{ __typename: 'Person', name: 'Ada' }, 'data.thing.owner.age must be Int, but is absent'],
    [{ __typename: 'Robot', name: 'Ada', age: 1 }, 'data.thing.owner.model must be ID!, but is absent'],
    [
      { __typename: 'Thing', id: 'a' },
      'data.thing.owner.__typename must be the name of a type of Owner, but is another name',
    ],
    [{ name: 'Ada', age: 1 }, 'data.thing.owner.__typename must be the name of a type of Owner, but is absent'],
    [{ __typename: 'Robot', model: 'x', parts: [{}] }, 'data.thing.owner.parts[0].model must be ID!, but is absent'],
    [[], 'data.thing.owner'],
  ])('is 502 where it is %j', async (owner, reason) => {
    expect(await send('/known', owned(owner))).toEqual({ status: 502, body: BAD_GATEWAY });
    expect(failuresIn(facade.logged, 'mine')).toContain(reason);
  });

  test('keeps the fields that are selected on any of its types, without __typename', async () => {
    const person = { owner: { age: 1, friends: [{ name: 'Bob' }] }, named: { name: 'Ada' } };
    const robot = { owner: { model: 'x' }, named: { name: 'R2', colour: 'RED' } };
    for (const found of [person, robot, { owner: {}, named: null }]) {
      expect(await send('/unknown', { thing: found })).toEqual({ status: 200, body: found });
    }
    const more = { owner: { model: 'x', name: 'no' }, named: { name: 'R2', model: 'no' } };
    expect((await send('/unknown', { thing: more })).body).toEqual({ owner: { model: 'x' }, named: { name: 'R2' } });
    expect((await send('/unknown', { thing: { owner: { model: 7 }, named: null } })).status).toBe(502);
    expect((await send('/unknown', { thing: { owner: null, named: {} } })).status).toBe(502);
  });
});

test('a skipped field is dropped, and an included one is required', async () => {
  const whole = { id: 'a', related: { id: 'b', more: 1 } };
  expect(await send('/expand', { thing: whole })).toEqual({ status: 200, body: { id: 'a' } });
  expect(await send('/expand?expand=related', { thing: whole })).toEqual({
    status: 200,
    body: { id: 'a', related: { id: 'b' } },
  });
  expect((await send('/expand', { thing: { id: 'a' } })).status).toBe(200);
  expect((await send('/expand?expand=related', { thing: { id: 'a' } })).status).toBe(502);
});

test('a field that different conditions include on different types is required on none', async () => {
  const empty = { id: 'a', owner: {} };
  const named = { id: 'a', owner: { name: 'Ada' } };
  for (const expand of ['person', 'robot', 'person,robot']) {
    for (const found of [empty, named]) {
      expect(await send(`/either?expand=${expand}`, { thing: found })).toEqual({ status: 200, body: found });
    }
  }
  expect(await send('/either', { thing: named })).toEqual({ status: 200, body: empty });
});

describe('the text of a result', () => {
  const things = [
    { id: '1', tags: ['a"\\\n', 'ü𐀀'] },
    { id: '2', tags: null },
  ];
  const text = JSON.stringify({ data: { things } });
  const sent = JSON.stringify(things);

  test.each([
    ['as most servers write it', text],
    ['with a line break', `${text}\n`],
    ['with white space', JSON.stringify({ data: { things } }, null, 2)],
    ['with escapes of Unicode', text.replace('ü', '\\u00fc')],
    ['with a property that is not selected', text.replace('"id":"2"', '"id":"2","count":1')],
    ['with properties in another order', text.replace('"id":"2","tags":null', '"tags":null,"id":"2"')],
    ['with extensions', `${text.slice(0, -1)},"extensions":{"cost":1}}`],
    ['with an empty list of errors', `${text.slice(0, -1)},"errors":[]}`],
  ])('%s leads to the same values', async (_, written) => {
    stub.answer = () => ({ body: written });
    const { status, headers, body } = await facade.send('/v1/list');
    expect({ status, body }).toEqual({ status: 200, body: things });
    expect(headers.get('content-type')).toBe('application/json');
  });

  const letters = fc.string({ unit: fc.constantFrom('a', 'ü', '𐀀', '"', '\\', '\n', '/') });
  const nullable = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
  const tags = nullable(fc.array(letters, { maxLength: 3 }));
  const ratio = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(1e21, -0, 1.5, 1e-7, 0.000001, 0.25, 1.05));
  const listed = fc.record({
    id: letters,
    count: nullable(fc.integer({ min: -5 })),
    ratio,
    isNew: nullable(fc.boolean()),
    price: nullable(fc.oneof(letters, fc.integer())),
    colour: nullable(fc.constantFrom('RED', 'GREEN', 'RED', 'GREEN', 'BLUE')),
    tags,
    grid: nullable(fc.array(nullable(fc.array(nullable(fc.integer()))), { maxLength: 2 })),
    kind: fc.constantFrom('Thing', 'Thing', 'Thing', 'Person'),
    related: nullable(fc.record({ id: letters, tags })),
  });

  test('is what parsing, checking and writing it leads to, whatever it is', async () => {
    const added = fc.constantFrom('', '', '', ' ', '"', '}', ']', ',', '1', '0', '.0', '-', '\\', '\t', 'e');
    const found = { 200: 0, 502: 0 };
    const property = fc.asyncProperty(fc.array(listed, { maxLength: 2 }), fc.nat(), added, async (items, at, more) => {
      const start = '{"data":{"things":';
      const whole = JSON.stringify(items);
      const index = at % (whole.length + 1);
      // In UTF-8 there are no halves of a character.
      const rest = Buffer.from(`${whole.slice(0, index)}${more}${whole.slice(index)}}}`).toString();
      const replies: [number, string][] = [];
      for (const written of [start, start.replace(':', ' :')]) {
        stub.answer = (_request, response) => void response.end(written + rest);
        const response = await fetch(`${facade.url}/v1/scanned`);
        replies.push([response.status, await response.text()]);
      }
      expect(replies[0]).toEqual(replies[1]);
      found[replies[0]![0] as 200 | 502]++;
    });
    await fc.assert(property, { numRuns: 300 });
    expect(found[200]).toBeGreaterThan(30);
    expect(found[502]).toBeGreaterThan(30);
  });

  test.each<[string, string[]]>([
    ['a long text', ['x'.repeat(900_000)]],
    ['many escapes', ['\n'.repeat(500_000)]],
    ['many items', Array<string>(120_000).fill('a')],
    ['more than a mebibyte', ['x'.repeat(1024 * 1024)]],
  ])('with %s is sent, and is 502 where it does not end', async (_, long) => {
    const large = [{ id: '1', tags: long }];
    expect(await send('/list', { things: large })).toEqual({ status: 200, body: large });
    stub.answer = () => ({ body: JSON.stringify({ data: { things: large } }).slice(0, -1) });
    expect((await facade.send('/v1/list')).status).toBe(502);
  });

  test('is sent byte for byte', async () => {
    stub.answer = () => ({ body: text });
    const response = await fetch(`${facade.url}/v1/list`, { headers: { 'accept-encoding': 'identity' } });
    expect(await response.text()).toBe(sent);
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(sent)));
  });

  test.each(['0.0000001', '-0.000000999', '0.000001', '1.0000001', '12.50'])(
    'with the number %s has one body and one entity tag, however it is written',
    async (number) => {
      const responses: unknown[] = [];
      for (const start of ['{"data"', '{ "data"']) {
        stub.answer = () => ({ body: `${start}:{"things":[{"ratio":${number},"price":${number}}]}}` });
        const response = await fetch(`${facade.url}/v1/ratios`);
        responses.push([await response.text(), response.headers.get('etag')]);
      }
      const value = JSON.stringify(Number(number));
      const expected = [`[{"ratio":${value},"price":${value}}]`, expect.any(String)];
      expect(responses).toEqual([expected, responses[0]]);
    },
  );

  test('is the data of the whole response, or none', async () => {
    const errors = [{ message: 'why', path: ['things', 0, 'tags'] }];
    stub.answer = () => ({ body: `${text.slice(0, -1)},"errors":${JSON.stringify(errors)}}` });
    expect((await facade.send('/v1/list')).status).toBe(500);
  });

  test('that is null at its end is not found', async () => {
    stub.answer = () => ({ body: '{"data":{"thing":null}}' });
    expect((await facade.send('/v1/all')).status).toBe(404);
  });
});

test('the worst of more errors than a call can have arguments decides the status', async () => {
  const others = Array.from({ length: 150_000 }, () => ({ message: '' }));
  stub.answer = () => ({
    body: { data: { things: null }, errors: [...others, { message: 'no', extensions: { code: 'FORBIDDEN' } }] },
  });
  const { status, body } = await facade.send('/v1/list');
  expect([status, body]).toEqual([403, { error: 'no' }]);
});
