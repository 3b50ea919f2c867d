import { type GraphQLScalarType, buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { serveSchema } from './support/serveSchema.ts';
import { seen, toyEngine } from './support/toy.ts';

const toy = toyEngine({
  'v1/a.graphql': `
    query find($id: SafeInt!) { book(id: $id) { id @export(as: "shelfId") } }
    mutation add($shelfId: SafeInt!, $title: String!) @endpoint(method: POST, path: "/books/{id}/copies", status: 201, location: "/books/{id}/copies/{id2}") {
      tryBook(title: $title, shelfId: $shelfId) @unwrap { book { id2: id title } }
    }`,
});

test('a lookup fills variables of the endpoint, and its own come from the client', async () => {
  const reply = await toy.send('POST /v1/books/7/copies', { body: { title: 'x' } });
  expect([...seen(reply), reply.headers['location']]).toEqual([201, { id2: 7, title: 'x' }, '/v1/books/7/copies/7']);
  expect(toy.trace.variables.slice(-2)).toEqual([{ id: 7 }, { title: 'x', shelfId: 7 }]);
});
test('no exported variable is an input', async () => {
  expect(seen(await toy.send('POST /v1/books/7/copies', { body: { title: 'x', shelfId: 1 } }))[0]).toBe(400);
  const { requestBody } = (toy.openApi.get('/v1/openapi.json') as never)['paths']['/books/{id}/copies']['post'];
  expect(JSON.stringify(requestBody)).not.toContain('shelfId');
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
