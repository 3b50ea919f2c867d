import { describe, expect, test } from 'vitest';
import { type Documents, seen, toyEngine } from './support/toy.ts';

const conventions = (own: object) => ({ 'v1/conventions.json': JSON.stringify(own) });
const GET = `query get($text: String) @endpoint(method: GET, path: "/{tenant}/echo", ignore: ["tenant", "a.b"]) {
  echo(text: $text) { json }
}`;
const POST = `mutation m($filter: Filter! @param(name: "data.filter"))
  @endpoint(method: POST, path: "/order", ignore: ["data.filter.orElse.kind", "links.self.href"]) {
  order(filter: $filter) { json }
}`;
const PUT = `mutation add($filter: Filter!) @endpoint(method: PUT, path: "/order", body: "filter", ignore: ["id"]) {
  order(filter: $filter) { json }
}`;

describe('an ignored name', () => {
  const toy = toyEngine({
    'v1/a.graphql': GET,
    'v1/b.graphql': POST,
    'v1/c.graphql': PUT,
    ...conventions({ ignore: ['$alt', 'data.type', 'text', 'and.x'] }),
  });

  test('of the query or the path is accepted and not read', async () => {
    expect(seen(await toy.send('GET /acme/echo?a.b=1&a.b&$alt=%FF&text=x'))).toEqual([200, { json: '{"text":"x"}' }]);
    expect(toy.trace.variables.at(-1)).toEqual({ text: 'x' });
    expect(seen(await toy.send('GET /acme/echo?data.type=1&tenant=1'))).toEqual([
      400,
      {
        error:
          'data.type is not a known parameter; known parameters are "text"; ' +
          'tenant is not a known parameter; known parameters are "text"',
      },
    ]);
  });
  test('of the body descends, and takes the objects with it that nothing else is in', async () => {
    const body = {
      data: { type: { any: [] }, filter: { orElse: { kind: 1, genre: 'FACT' } } },
      links: { self: { href: null } },
      $alt: 1,
    };
    const json = JSON.stringify({ orElse: { genre: 'FACT' } });
    expect(seen(await toy.send('POST /order?$alt=json', { body }))).toEqual([200, { json }]);
    const near = { data: { filter: { kind: 1 } }, links: { self: {}, other: 1 } };
    expect(seen(await toy.send('POST /order', { body: near }))).toEqual([
      400,
      {
        error:
          'data.filter.kind is not a known property; known properties are "and", "orElse", "genre"; ' +
          'links is not a known property; known properties are "data"',
      },
    ]);
  });
  const KNOWN = 'known properties are "ids", "book"';
  test.each<[ignored: string[], body: object, expected: unknown]>([
    [['id', 'link'], { id: 1, link: {}, ids: ['a'] }, { ids: ['a'] }],
    [['id'], { ids: ['a'] }, { ids: ['a'] }],
    [['meta.id', 'meta.tag'], { meta: { id: 1, tag: 2 }, ids: ['a'] }, { ids: ['a'] }],
    [['meta.a.id'], { meta: { a: { id: 1 } }, ids: ['a'] }, { ids: ['a'] }],
    [['meta.id'], { meta: [{ id: 1 }] }, `meta is not a known property; ${KNOWN}`],
    [['meta.id'], { meta: { id: 1, x: 2 } }, `meta is not a known property; ${KNOWN}`],
    [['meta.id'], { meta: 1 }, `meta is not a known property; ${KNOWN}`],
    [['book.filter.id'], { book: { filter: { id: 1 } } }, { filter: {} }],
    [['book.filter.meta.id'], { book: { filter: { meta: { id: 1 }, genre: 'FACT' } } }, { filter: { genre: 'FACT' } }],
    [['constructor.name'], { ids: ['a'] }, { ids: ['a'] }],
  ])('%j of the body %j leave %j', async (ignored, body, expected) => {
    const own = toyEngine({
      'v1/a.graphql': `mutation m($ids: [ID!], $filter: Filter @param(name: "book.filter"))
        @endpoint(method: POST, path: "/a", ignore: ${JSON.stringify(ignored)}) { fill(ids: $ids, filter: $filter, pages: 1) { json } }`,
    });
    const reply = seen(await own.send('POST /a', { body }));
    if (typeof expected === 'string') expect(reply).toEqual([400, { error: expected }]);
    else expect([reply[0], own.trace.variables]).toEqual([200, [expected]]);
  });
  test('descends in the items of a list, and is ignored in a body that is one variable', async () => {
    const body = { id: 7, and: [{ x: 1, genre: 'FACT' }, null, {}] };
    const items = { id: 7, and: [{ x: 1, genre: 'FACT' }, {}] };
    expect(seen(await toy.send('PUT /order', { body: items }))).toEqual([
      200,
      { json: '{"and":[{"genre":"FACT"},{}]}' },
    ]);
    expect(seen(await toy.send('PUT /order', { body }))).toEqual([400, { error: 'and.1 must not be null' }]);
    expect(seen(await toy.send('PUT /order', { body: [{ id: 1 }] }))).toEqual([
      400,
      { error: 'body must be a JSON object' },
    ]);
    expect((await toy.send('PUT /order', { body: { $alt: 1 } })).status).toBe(400);
  });
});

describe('unknown', () => {
  const documents = { 'v1/a.graphql': GET, 'v1/b.graphql': POST };
  const ignoring = (unknown: object) => toyEngine({ ...documents, ...conventions({ unknown }) });

  test('parameters of the query are ignored, but not values of known ones', async () => {
    const toy = ignoring({ query: 'ignore' });
    expect((await toy.send('GET /acme/echo?x=1&y')).status).toBe(200);
    expect((await toy.send('POST /order', { body: { x: 1, data: { filter: {} } } })).status).toBe(400);
  });
  test('properties are ignored, however deep', async () => {
    const toy = ignoring({ body: 'ignore' });
    const body = { x: 1, data: { y: 2, filter: { z: 3, orElse: { genre: 'FACT', z: 4 } } } };
    expect(seen(await toy.send('POST /order', { body }))).toEqual([200, { json: '{"orElse":{"genre":"FACT"}}' }]);
    expect((await toy.send('GET /acme/echo?x=1')).status).toBe(400);
  });
});

describe('OpenAPI', () => {
  const documentOf = (documents: Documents) =>
    toyEngine(documents).openApi.get('/v1/openapi.json') as unknown as {
      paths: Record<string, Record<string, { parameters: unknown; requestBody: { content: Record<string, unknown> } }>>;
    };
  const bodyOf = (documents: Documents, method: string) =>
    documentOf(documents).paths['/order']![method]!.requestBody.content['application/json'] as { schema: object };

  test('has parameters of any type, and texts as placeholders', () => {
    expect(documentOf({ 'v1/a.graphql': GET }).paths['/{tenant}/echo']!['get']!.parameters).toMatchObject([
      { name: 'text' },
      { name: 'tenant', in: 'path', required: true, description: 'Has no effect.', schema: { type: 'string' } },
      { name: 'a.b', in: 'query', required: false, description: 'Has no effect.', schema: {} },
    ]);
  });
  test('has properties without a type, in objects that have no others', () => {
    expect(bodyOf({ 'v1/b.graphql': POST }, 'post').schema).toMatchObject({
      required: ['data'],
      additionalProperties: false,
      properties: {
        data: {
          properties: {
            filter: {
              type: 'object',
              properties: {
                orElse: { type: ['object', 'null'], additionalProperties: false, properties: { kind: {}, genre: {} } },
              },
            },
          },
        },
        links: {
          additionalProperties: false,
          properties: { self: { additionalProperties: false, properties: { href: {} } } },
        },
      },
    });
    expect(bodyOf({ 'v1/c.graphql': PUT }, 'put').schema).toMatchObject({ properties: { id: {}, genre: {} } });
    const plain = bodyOf({ 'v1/c.graphql': PUT.replace(', ignore: ["id"]', '') }, 'put');
    expect(plain.schema).toEqual({ $ref: '#/components/schemas/Filter' });
  });
});
