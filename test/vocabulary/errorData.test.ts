// What errors as data say besides their message: their own HTTP status, and values for the placeholders of the conventions.
import { buildSchema, graphqlSync } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { openFacade, stubUpstream } from './support/upstreams.ts';
import { serveSchema } from './support/serveSchema.ts';

const sdl = /* GraphQL */ `
  type Query {
    ok: Boolean
  }
  type Mutation {
    pay(amount: Int!): Payment
  }
  type Payment {
    id: ID
    errors: [Fault!]!
  }
  type Fault {
    message: String!
    code: String
    statusCode: Int
    balance: Int
    reason: Reason
    since: DateTime
    limits: [Int!]
    note: String
  }
  enum Reason {
    TOO_LOW
    CLOSED
  }
  scalar DateTime
`;
const conventions = {
  enums: { '*': 'kebab-case' },
  scalars: { DateTime: { type: 'integer', format: 'unixtime', upstream: 'date-time' } },
  errors: {
    body: {
      error: '{message}',
      reason: '{data.reason?}',
      since: '{data.since}',
      errors: [{ message: '{message}', balance: '{data.balance?}', limits: '{data.limits?}' }],
    },
    codes: { BROKE: { status: 402, message: 'You have {data.balance} of {data.limits}' }, GONE: 410 },
  },
};
const document = `mutation pay($amount: Int! @param(min: 0)) @endpoint(method: POST, path: "/pay") {
  pay(amount: $amount) @unwrap {
    id
    errors @error(status: 422) { message code status: statusCode balance reason since limits }
  }
}`;
const schema = buildSchema(sdl);
let errors: object[] = [];
schema.getMutationType()!.getFields()['pay']!.resolve = () => ({ id: '1', errors });
const served = await serveSchema(schema, {
  'conventions.json': JSON.stringify(conventions),
  'v1/pay.graphql': document,
});
afterAll(() => served.close());

/** The body of an error, with what the template always has. */
const bodyOf = (error: string, more: object, problem: object = {}) => ({
  error,
  since: null,
  ...more,
  errors: [{ message: error, ...problem }],
});

async function pay(amount: number) {
  const { status, headers, json } = await served.send('POST /v1/pay', { body: { amount } });
  return { status, headers, body: json, logged: served.reports.splice(0).map(({ error }) => String(error.cause)) };
}

describe('an error as data', () => {
  test.each<[string, object[], number]>([
    ['is that of the error', [{ statusCode: 409, code: 'GONE' }], 409],
    ['is the first one of several errors', [{ statusCode: null }, { statusCode: 404 }, { statusCode: 403 }], 404],
    ['is that of the code where it is null', [{ statusCode: null, code: 'GONE' }], 410],
    ['is that of @error where there is neither', [{ statusCode: null }], 422],
  ])('the status %s', async (_, list, status) => {
    errors = list.map((each) => ({ message: 'no', ...each }));
    expect(await pay(1)).toMatchObject({ status, logged: [] });
  });
  test.each([399, 600, 200, -1])('the status %i is none of an error, and is logged', async (statusCode) => {
    errors = [{ message: 'no', statusCode, code: 'GONE' }];
    const { status, logged } = await pay(1);
    expect([status, logged]).toEqual([
      410,
      [expect.stringContaining(`The status ${statusCode} of an error as data is not from 400 to 599.`)],
    ]);
  });
  test('placeholders have values as the wire has them', async () => {
    errors = [{ message: 'no', reason: 'TOO_LOW', since: '2023-11-14T22:13:20Z', balance: 0, limits: [1, 2] }];
    expect(await pay(1)).toMatchObject({
      status: 422,
      body: bodyOf('no', { reason: 'too-low', since: 1700000000 }, { balance: 0, limits: [1, 2] }),
    });
    errors = [{ message: 'no', code: 'BROKE', balance: 0, limits: [1] }];
    const text = 'You have 0 of [1]';
    expect(await pay(1)).toMatchObject({ status: 402, body: bodyOf(text, {}, { balance: 0, limits: [1] }) });
  });
  test('placeholders of each problem are its own, and those of the error those of the first', async () => {
    errors = [
      { message: 'a', balance: 1, reason: 'CLOSED' },
      { message: 'b', balance: 2, reason: 'TOO_LOW' },
    ];
    expect((await pay(1)).body).toEqual({
      error: 'a; b',
      reason: 'closed',
      since: null,
      errors: [
        { message: 'a', balance: 1 },
        { message: 'b', balance: 2 },
      ],
    });
  });
  test('placeholders have no value for errors without data', async () => {
    expect((await pay(-1)).body).toEqual({
      error: 'amount must be an integer between 0 and 2147483647',
      since: null,
      errors: [{ message: 'must be an integer between 0 and 2147483647' }],
    });
  });
  test('data that is too large is no value', async () => {
    errors = [{ message: 'no', limits: Array.from({ length: 30_000 }, () => 7) }];
    expect((await pay(1)).body).toEqual(bodyOf('no', {}));
  });
});

test('an upstream is asked for the values of placeholders, and decides the status', async () => {
  const stub = await stubUpstream();
  stub.answer = ({ body: { query, variables = {} } }) => ({
    body: graphqlSync({ schema, source: query, variableValues: variables }),
  });
  const files = { 'conventions.json': JSON.stringify(conventions), 'pay.graphql': document };
  const facade = await openFacade({ upstream: stub, sdl, files });
  errors = [{ message: 'no', reason: 'TOO_LOW', since: '2023-11-14T22:13:20Z', balance: 0, statusCode: 409 }];
  const headers = { 'content-type': 'application/json' };
  const { status, body } = await facade.send('/v1/pay', { method: 'POST', headers, body: '{"amount":1}' });
  await Promise.all([facade.close(), stub.close()]);
  expect([status, body]).toEqual([409, bodyOf('no', { reason: 'too-low', since: 1700000000 }, { balance: 0 })]);
});

test('OpenAPI has every status of errors, and any value for their data', () => {
  const { paths, components } = served.openApi.get('/v1/openapi.json') as never as {
    paths: Record<string, Record<string, { responses: Record<string, object> }>>;
    components: { schemas: Record<string, object> };
  };
  const { responses } = paths['/pay']!['post']!;
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['402', '410', '422', '4XX', '5XX']));
  expect(responses).toMatchObject({
    '4XX': { description: 'The status is that of the error.', content: { 'application/json': {} } },
    '5XX': { description: 'The status is that of the error.', content: { 'application/json': {} } },
  });
  const described = { description: 'A value of the error.' };
  expect(components.schemas['Error']).toMatchObject({
    required: ['error', 'since', 'errors'],
    properties: { reason: described, since: described, errors: { items: { properties: { balance: described } } } },
  });
});

const rules = {
  body: {
    error: '{message}',
    code: '{code}',
    type: '{type}',
    text: 'by {data.constructor}',
    own: '{data.__proto__?}',
  },
  codes: {
    BROKE: {
      type: 'https://example.com/{data.note}',
      message: 'You have {data.balance} of {data.limits?}, {data.note}.',
    },
    '*': { status: 422, type: 'https://example.com/errors/{code}' },
  },
};
const write = `mutation pay($amount: Int!) @endpoint(method: POST, path: "/pay") {
  pay(amount: $amount) @unwrap { id errors @error(status: 402) { message code balance limits note } }
}`;
const long = await serveSchema(schema, {
  'conventions.json': JSON.stringify({ errors: rules }),
  'v1/pay.graphql': write,
});
afterAll(() => long.close());

describe('texts that are long', () => {
  const send = async (list: object[], accept = '*/*') => {
    errors = list.map((each) => ({ message: 'no', ...each }));
    return long.send('POST /v1/pay', { body: { amount: 1 }, headers: { accept } });
  };
  /** The first 200 characters. */
  const cut = (text: string) => `${text.slice(0, 199)}…`;

  test.each([
    ['are sent while they fit', 23_000, 'N'.repeat(23_000)],
    ['are cut where they do not', 25_000, cut('N'.repeat(200))],
    ['are cut where they do not, however long', 4_000_000, cut('N'.repeat(200))],
  ])('%s: %i', async (_, length, note) => {
    const { status, json } = await send([{ code: 'BROKE', balance: 12, note: 'N'.repeat(length) }]);
    const texts = {
      error: `You have 12 of , ${note}.`,
      code: 'BROKE',
      type: `https://example.com/${note}`,
      text: null,
    };
    expect([status, json]).toEqual([402, texts]);
  });
  test('and lists are no value where they do not fit', async () => {
    const { json } = await send([{ code: 'BROKE', balance: 12, note: 'x', limits: Array(30_000).fill(7) }]);
    expect(json).toMatchObject({ error: 'You have 12 of , x.', type: 'https://example.com/x' });
  });
  test('of one problem leave those of the next ones', async () => {
    const { json } = await send([
      { code: 'BROKE', balance: 1, note: 'N'.repeat(24_000) },
      { code: 'BROKE', balance: 2, note: 'M'.repeat(24_000) },
    ]);
    expect(json).toMatchObject({
      error: `You have 1 of , ${'N'.repeat(24_000)}.; You have 2 of , ${cut('M'.repeat(200))}.`,
    });
  });
  test.each(['*/*', 'application/problem+json'])('are those of a code, too: %s', async (accept) => {
    const { status, json, text } = await send([{ code: 'C'.repeat(4_000_000) }], accept);
    const code = cut('C'.repeat(200));
    expect(status).toBe(402);
    expect(json).toMatchObject({ code, type: `https://example.com/errors/${code}` });
    expect(Buffer.byteLength(text)).toBeLessThan(64 * 1024);
  });
  test('what every object inherits is no value', async () => {
    const { json } = await send([{ balance: 3 }]);
    expect(json).toEqual({ error: 'no', code: 'BAD_USER_INPUT', type: expect.anything(), text: null });
  });
});
