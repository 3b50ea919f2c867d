// What counts as an error as data, and its status, code, message and problems.
import { buildSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { serveSchema } from './support/serveSchema.ts';

const schema = buildSchema(/* GraphQL */ `
  scalar Any
  type Query {
    act: Payload
    outcome: Outcome
  }
  type Payload {
    id: ID
    errors: [Entry]
    one: Entry
    texts: [String]
    warning: String
    done: Boolean
    e: String
    b: Any
  }
  type Entry {
    message: String
    field: Any
    code: String
  }
  union Outcome = Entry | Denied | Banned
  type Denied {
    message: String
  }
  type Banned {
    message: String
  }
`);
let data: object = {};
for (const field of Object.values(schema.getQueryType()!.getFields())) field.resolve = () => ({ id: 1, ...data });

const get = (name: string, selection: string) =>
  `query ${name} @endpoint(method: GET, path: "/${name}") { act { id ${selection} } }`;
const STATUSES: [number, string, object][] = [
  [400, 'BAD_USER_INPUT', {}],
  [401, 'UNAUTHENTICATED', { 'www-authenticate': 'Bearer' }],
  [404, 'NOT_FOUND', {}],
  [409, 'CONFLICT', {}],
  [418, 'BAD_USER_INPUT', {}],
  [499, 'BAD_USER_INPUT', {}],
  [500, 'INTERNAL_SERVER_ERROR', {}],
  [503, 'UNAVAILABLE', { 'retry-after': '1' }],
  [599, 'INTERNAL_SERVER_ERROR', {}],
];
const ready = serveSchema(schema, {
  'conventions.json': JSON.stringify({
    errors: { codes: { TAKEN: 409, ODD: { status: 410 }, LIMIT: { code: 'limit' } } },
    scalars: { Any: { type: 'any' } },
  }),
  'v1/act.graphql': get(
    'act',
    'errors @error(status: 422) { message field code } one @error(status: 422) { message field } texts @error(status: 422) warning @error(status: 409) done @error(status: 409)',
  ),
  'v1/outcome.graphql': `query outcome @endpoint(method: GET, path: "/outcome") { outcome {
    ... on Entry { code } ... on Denied @error(status: 403) { message } ... on Banned @error(status: 403) { message } } }`,
  'v1/plain.graphql': get('plain', 'done @error(status: 422)'),
  'v1/entries.graphql': get('entries', 'errors @error(status: 422) { code message }'),
  'v1/taken.graphql': get('taken', 'errors @error(status: 422, code: "TAKEN") { code message }'),
  'v1/flag.graphql': get('flag', 'done @error(status: 422, code: "TAKEN")'),
  'v1/filled.graphql': get('filled', 'b e @error(status: 422, message: "{e} of {b}")'),
  'v1/beside.graphql': get('beside', 'b done @error(status: 422, message: "{b}")'),
  'v1/optional.graphql': get('optional', 'b done @error(status: 422, message: "no {b? }way")'),
  ...Object.fromEntries(
    STATUSES.map(([status]) => [`v1/s${status}.graphql`, get(`s${status}`, `e @error(status: ${status})`)]),
  ),
});
afterAll(async () => (await ready).close());

/** The problem document that a value becomes, or the body of a success. */
async function send(path: string, value: object) {
  data = value;
  const { status, headers, json } = await (
    await ready
  ).send(`GET /v1/${path}`, { headers: { accept: 'application/problem+json, application/json;q=0.5' } });
  return { status, headers, json };
}

test.each<[string, object]>([
  ['absent', {}],
  ['null', { errors: null }],
  ['an empty list', { errors: [] }],
  ['a list of nulls', { errors: [null] }],
  ['a list of empty texts', { texts: [null, ''], warning: '' }],
  ['true', { done: true }],
])('%s is no error', async (_, value) => {
  expect(await send('act', value)).toMatchObject({ status: 200, json: { id: '1' } });
});

test.each<[string, string, object, object]>([
  [
    'a text',
    'act',
    { warning: 'careful' },
    { status: 409, code: 'CONFLICT', detail: 'careful', errors: [{ message: 'careful' }] },
  ],
  ['false', 'act', { done: false }, { status: 409, detail: 'Conflict' }],
  [
    'objects',
    'act',
    {
      errors: [
        { message: 'is bad', field: ['input', 'title'], code: 'TASTE' },
        null,
        { message: 'is late', field: 'date', code: null },
      ],
    },
    {
      status: 422,
      code: 'TASTE',
      detail: 'is bad; is late',
      errors: [
        { field: 'input.title', message: 'is bad', code: 'TASTE' },
        { field: 'date', message: 'is late' },
      ],
    },
  ],
  ['an object', 'act', { one: { message: 'x', field: 7 } }, { status: 422, errors: [{ message: 'x' }] }],
  [
    'the first field that has errors',
    'act',
    { errors: [{ message: 'a' }], warning: 'b' },
    { status: 422, detail: 'a', errors: [{ message: 'a' }] },
  ],
  ['a type', 'outcome', { __typename: 'Banned', message: 'no' }, { status: 403, code: 'FORBIDDEN', detail: 'no' }],
])('%s is an error', async (_, path, value, problem) => {
  const { status, json } = await send(path, value);
  expect([status, json]).toEqual([(problem as { status: number }).status, expect.objectContaining(problem)]);
});

test.each(STATUSES)(
  'an error of status %i without a code has the code %s, and the headers of its status',
  async (status, code, own) => {
    const found = await send(`s${status}`, { e: 'x' });
    expect([found.status, found.json]).toEqual([status, expect.objectContaining({ status, code })]);
    const headers = Object.fromEntries(
      ['www-authenticate', 'retry-after'].flatMap((name) => {
        const value = found.headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
    );
    expect(headers).toEqual(own);
  },
);

test.each<[string, object, string]>([
  ['plain', { done: false }, 'Unprocessable Entity'],
  ['entries', { errors: [{ code: 'X' }, { message: 'b' }] }, 'Unprocessable Entity; b'],
  ['filled', { e: 'x', b: 7 }, 'x of 7'],
  ['filled', { e: 'x', b: null }, 'x of '],
  ['beside', { done: false, b: ['y'] }, '["y"]'],
  ['optional', { done: false }, 'no way'],
])('the message of %s with %j is %j', async (path, value, detail) => {
  expect(await send(path, value)).toMatchObject({ status: 422, json: { detail } });
});

describe('the code', () => {
  test.each<[string, string, object, number, string]>([
    ['of an entry decides', 'entries', { errors: [{ message: 'x', code: 'TAKEN' }] }, 409, 'TAKEN'],
    [
      'of an entry that has a status decides',
      'entries',
      { errors: [{ message: 'x', code: 'NEW' }, { code: 'ODD' }] },
      410,
      'NEW',
    ],
    ['of an entry decides before that of the marker', 'taken', { errors: [{ message: 'x', code: 'NEW' }] }, 422, 'NEW'],
    ['of the marker decides', 'flag', { done: false }, 409, 'TAKEN'],
    ['of the table decides nothing', 'entries', { errors: [{ code: 'NOT_FOUND' }] }, 422, 'NOT_FOUND'],
    ['without a status decides nothing', 'entries', { errors: [{ code: 'LIMIT' }] }, 422, 'limit'],
  ])('%s', async (_, path, value, status, code) => {
    expect(await send(path, value)).toMatchObject({ status, json: { status, code } });
  });
});
