// What a client is told once a write has happened: nothing behind it may read as if it had not.
import { GraphQLScalarType, buildSchema } from 'graphql';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { serveSchema } from './support/serveSchema.ts';

const schema = buildSchema(/* GraphQL */ `
  scalar Any
  scalar Amount
  type Query {
    made: Made
    amount: Amount
  }
  type Mutation {
    make(what: String): Made!
    pay: Paid!
  }
  type Made {
    id: Any!
    name: String!
  }
  type Paid {
    amount: Amount!
  }
`);
let value: unknown;
let writes = 0;
const write = () => (writes++, { id: value, name: value, amount: value });
schema.getMutationType()!.getFields()['make']!.resolve = write;
schema.getMutationType()!.getFields()['pay']!.resolve = write;
schema.getQueryType()!.getFields()['made']!.resolve = write;
schema.getQueryType()!.getFields()['amount']!.resolve = () => value;
for (const name of ['Any', 'Amount']) (schema.getType(name) as GraphQLScalarType).serialize = (each) => each;

const make = (path: string, selection: string, location: string) =>
  `mutation m @endpoint(method: POST, path: "${path}", status: 201, location: "${location}") { make { ${selection} } }`;
const served = await serveSchema(schema, {
  'conventions.json': JSON.stringify({ scalars: { Any: { type: 'any' }, Amount: { type: 'integer' } } }),
  'v1/named.graphql': make('/named', 'name', '/named/{name}'),
  'v1/any.graphql': make('/any', 'id', '/any/{id}'),
  'v1/raw.graphql': make('/raw', 'name', '/bücher/книги/a b\\n/{name}'),
  'v1/pay.graphql': 'mutation m @endpoint(method: POST, path: "/pay") { pay { amount } }',
  'v1/amount.graphql': 'query amount @endpoint(method: GET, path: "/amount") { amount }',
});
afterAll(() => served.close());
beforeEach(() => {
  writes = 0;
  served.reports.length = 0;
});

describe('Location', () => {
  test.each([
    ['half a surrogate pair', 'named', '\ud800', '/v1/named/%EF%BF%BD'],
    ['what has a meaning in a path', 'named', '../é?#%', '/v1/named/..%2F%C3%A9%3F%23%25'],
    ['a number', 'any', 7, '/v1/any/7'],
    ['a template of other letters', 'raw', 'x', '/v1/b%C3%BCcher/%D0%BA%D0%BD%D0%B8%D0%B3%D0%B8/a%20b%0A/x'],
  ])('of %s is a path', async (_, path, made, location) => {
    value = made;
    const { status, headers } = await served.send(`POST /v1/${path}`, { body: {} });
    expect([status, headers.get('location'), writes]).toEqual([201, location, 1]);
  });
  test.each([
    ['an object', { a: 1 }],
    ['a list', [1, 2]],
  ])('of %s, which has no place in a path, is left out', async (_, made) => {
    value = made;
    const { status, headers, json } = await served.send('POST /v1/any', { body: {} });
    expect([status, headers.get('location'), json]).toEqual([201, null, { id: made }]);
  });
});

describe('a result that JSON cannot hold', () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  const told = {
    error: 'The request took effect, but its result cannot be represented; do not retry it.',
  };
  test.each([
    ['a bigint', '/v1/any', 1n],
    ['a cycle', '/v1/any', cycle],
    ['a number that is none', '/v1/pay', 'much'],
  ])('of a write is a 500 that says so: %s', async (_, path, made) => {
    value = made;
    const { status, headers, json } = await served.send(`POST ${path}`, { body: {} });
    expect([status, json, headers.get('retry-after'), writes]).toEqual([500, told, null, 1]);
    expect(served.reports.map(({ error }) => error.cause)).toEqual([expect.any(Error)]);
  });
  test('of a read is an internal error', async () => {
    value = 'much';
    const { status, json } = await served.send('GET /v1/amount');
    expect([status, json]).toEqual([500, { error: 'Internal server error; it has been logged.' }]);
  });
});
