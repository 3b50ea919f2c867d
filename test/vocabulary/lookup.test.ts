import { type GraphQLScalarType, buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { serveSchema } from './support/serveSchema.ts';
import { seen, toyEngine } from './support/toy.ts';

const toy = toyEngine({
  'v1/lookups/shelf.graphql': 'query shelf($id: SafeInt!) { book(id: $id) { title @export(as: "title") } }',
  'v1/get.graphql':
    'query get($title: String!) @endpoint(method: GET, path: "/echo/{id}", lookup: "shelf") { echo(text: $title) { json } }',
  'v1/order.graphql':
    'mutation add($title: String!) @endpoint(method: POST, path: "/books", lookup: "shelf") { tryBook(title: $title) @unwrap { book { title } } }',
});

describe('a lookup of the version', () => {
  test('fills variables of every endpoint that names it', async () => {
    expect(seen(await toy.send('GET /v1/echo/7'))).toEqual([200, { json: '{"text":"Book 7"}' }]);
    expect(seen(await toy.send('POST /v1/books', { body: { id: 8 } }))).toEqual([200, { title: 'Book 8' }]);
  });
  test('that finds nothing by the path is 404, and 400 by the body', async () => {
    expect(seen(await toy.send('GET /v1/echo/700'))).toEqual([404, { error: 'No Book was found for id 700.' }]);
    expect(seen(await toy.send('POST /v1/books', { body: { id: 700 } }))).toEqual([
      400,
      { error: 'id does not match an existing resource' },
    ]);
  });
});

test('a value that a lookup finds, and the type of its variable refuses, is 400', async () => {
  const schema = buildSchema('scalar Even type Query { next(n: Even): Even double(n: Even): Int }');
  (schema.getType('Even') as GraphQLScalarType).parseValue = (value) => {
    if (value === 2) return value;
    throw new Error('Even must be 2.');
  };
  schema.getQueryType()!.getFields()['next']!.resolve = () => 3;
  const { send, close, reports } = await serveSchema(schema, {
    'v1/conventions.json': '{ "scalars": { "Even": { "type": "integer" } } }',
    'v1/lookups/next.graphql': 'query next($n: Even!) { next(n: $n) @export(as: "m") }',
    'v1/a.graphql': 'query a($m: Even!) @endpoint(method: GET, path: "/a/{n}", lookup: "next") { double(n: $m) }',
  });
  const { status, json } = await send('GET /v1/a/2');
  close();
  const error = 'Variable "$m" got invalid value 3; Expected type "Even". Even must be 2.';
  expect([status, json, reports]).toEqual([400, { error }, []]);
});
