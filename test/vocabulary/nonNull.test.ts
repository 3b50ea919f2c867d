// @nonNull: a parameter that may be absent, but not null, although the field of the schema is optional.
import { buildSchema } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { testFaults } from './support/faults.ts';
import { serveSchema } from './support/serveSchema.ts';

const SDL = /* GraphQL */ `
  type Query {
    echo(a: String): String
  }
  type Mutation {
    change(id: ID!, input: Changes): String
    rename(name: String!): String
  }
  input Changes {
    name: String
    note: String
  }
`;
const schema = buildSchema(SDL);
schema.getMutationType()!.getFields()['change']!.resolve = (_, { input }) => JSON.stringify(input ?? null);
const document = `mutation change($id: ID!, $name: String @nonNull @param(minLength: 1), $note: String)
  @endpoint(method: PATCH, path: "/things/{id}", unwrap: false) { change(id: $id, input: { name: $name, note: $note }) }`;
const served = await serveSchema(schema, { 'v1/a.graphql': document });
afterAll(() => served.close());

test.each([
  [{}, 200, { change: 'null' }],
  [{ note: null }, 200, { change: '{"note":null}' }],
  [{ name: 'a' }, 200, { change: '{"name":"a"}' }],
  [{ name: null, note: null }, 400, { error: 'name must not be null' }],
  [{ name: '' }, 400, { error: 'name must not be empty' }],
])('a PATCH of %j is %i', async (body, status, json) => {
  const response = await served.send('PATCH /v1/things/1', { body });
  expect([response.status, response.json]).toEqual([status, json]);
});

const change = (variable: string) =>
  `mutation m($id: ID!, ${variable}) @endpoint(method: PATCH, path: "/t/{id}") { change(id: $id, input: { name: $a }) }`;

testFaults(SDL, [
  [
    'on a type without null',
    change('$a: String! ▶@nonNull'),
    '$a is never null: @nonNull has no effect. | Remove @nonNull.',
  ],
  [
    'on a variable that is used where null is not allowed',
    'mutation m($a: String = "x" ▶@nonNull) @endpoint(method: POST, path: "/t") { rename(name: $a) }',
    '$a is never null: @nonNull has no effect. | Remove @nonNull.',
  ],
  [
    'beside a default of null',
    change('$a: String = null ▶@nonNull'),
    'The default of $a is null, which @nonNull refuses. | Remove the default or @nonNull.',
  ],
  [
    'in a query',
    'query q($a: String ▶@nonNull) @endpoint(method: GET, path: "/t") { echo(a: $a) }',
    '$a is not in the body, so it is never null: @nonNull has no effect. | Remove @nonNull.',
  ],
]);
