import { buildSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { serveSchema } from './support/serveSchema.ts';
import { toyEngine } from './support/toy.ts';

test('an enum in a location is written as in a path', async () => {
  const toy = toyEngine({
    'conventions.json': JSON.stringify({ enums: { '*': 'lowercase' } }),
    'v1/a.graphql': `mutation m($genre: Genre!) @endpoint(method: POST, path: "/{genre}/books", status: 201, location: "/{genre}/books/{id}") {
      addTo(genre: $genre) { id } }`,
  });
  expect((await toy.send('POST /v1/fact/books', { body: {} })).headers['location']).toBe('/v1/fact/books/1');
});

describe('after a write', () => {
  const schema = buildSchema(/* GraphQL */ `
    scalar Any
    type Query {
      made: Made
    }
    type Mutation {
      make: Made!
    }
    type Made {
      id: Any!
      name: String!
    }
  `);
  let value: unknown;
  let writes = 0;
  schema.getMutationType()!.getFields()['make']!.resolve = () => (writes++, { id: value, name: value });
  const make = (path: string, selection: string, location: string) =>
    `mutation m @endpoint(method: POST, path: "${path}", status: 201, location: "${location}") { make { ${selection} } }`;
  const ready = serveSchema(schema, {
    'conventions.json': JSON.stringify({ scalars: { Any: { type: 'any' } } }),
    'v1/named.graphql': make('/named', 'name', '/named/{name}'),
    'v1/any.graphql': make('/any', 'id', '/any/{id}'),
    'v1/raw.graphql': make('/raw', 'name', '/bücher/книги/a b\\n/{name}'),
  });
  afterAll(async () => (await ready).close());

  test.each([
    ['half a surrogate pair', 'named', '\ud800', '/v1/named/%EF%BF%BD'],
    ['what has a meaning in a path', 'named', '../é?#%', '/v1/named/..%2F%C3%A9%3F%23%25'],
    ['a number', 'any', 7, '/v1/any/7'],
    ['a template of other letters', 'raw', 'x', '/v1/b%C3%BCcher/%D0%BA%D0%BD%D0%B8%D0%B3%D0%B8/a%20b%0A/x'],
    ['an object, which has no place in a path, is left out', 'any', { a: 1 }, null],
    ['a list, which has no place in a path, is left out', 'any', [1, 2], null],
  ])('Location of %s', async (_, path, made, location) => {
    [value, writes] = [made, 0];
    const { status, headers } = await (await ready).send(`POST /v1/${path}`, { body: {} });
    expect([status, headers.get('location'), writes]).toEqual([201, location, 1]);
  });
});
