import { GraphQLError, type GraphQLFieldResolver, buildSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { testFaults } from './support/faults.ts';
import { serveSchema } from './support/serveSchema.ts';

const schema = buildSchema(/* GraphQL */ `
  type Query {
    thing(id: ID!): Thing
  }
  type Mutation {
    rename(id: ID!, version: Int!, name: String): Thing!
    remove(id: ID!, version: String): Thing!
    tag(tags: [String!]): Thing
  }
  type Thing {
    id: ID!
    version: Int!
  }
`);
let reads = 0;
const rename: GraphQLFieldResolver<unknown, unknown> = (_, { id, version }: { id: string; version?: unknown }) => {
  if (version === 4) throw new GraphQLError('The version is 5.', { extensions: { code: 'ConcurrentModification' } });
  return { id: `${id} ${JSON.stringify(version)}`, version: 6 };
};
const { rename: renameField, remove } = schema.getMutationType()!.getFields();
renameField!.resolve = rename;
remove!.resolve = rename;
schema.getQueryType()!.getFields()['thing']!.resolve = (_, { id }: { id: string }) =>
  id === '8' ? null : { id: String(++reads), version: 5 };

const documents = {
  'v1/conventions.json': '{"errors": {"codes": {"ConcurrentModification": 412}}}',
  'v1/get.graphql':
    'query get($id: ID!) @endpoint(method: GET, path: "/things/{id}", maxAge: 5) { thing(id: $id) { id } }',
  'v1/rename.graphql': `mutation rename($id: ID!, $version: Int! @param(in: HEADER, name: "If-Match"), $name: String @param(maxLength: 3))
    @endpoint(method: PATCH, path: "/things/{id}") { rename(id: $id, version: $version, name: $name) { id } }`,
  'v1/remove.graphql': `mutation remove($id: ID!, $version: String @param(in: HEADER, name: "if-match"))
    @endpoint(method: DELETE, path: "/things/{id}") { remove(id: $id, version: $version) { id } }`,
};
const ready = serveSchema(schema, documents);
afterAll(async () => (await ready).close());
const send = async (
  line: string,
  ifMatch?: string,
  more: { body?: unknown; headers?: Record<string, string> } = {},
) => {
  const headers = { ...(ifMatch !== undefined && { 'if-match': ifMatch }), ...more.headers };
  const { status, json } = await (await ready).send(line, { ...more, headers });
  return [status, json];
};
const patch = (ifMatch?: string, body: unknown = {}) => send('PATCH /v1/things/7', ifMatch, { body });

describe('If-Match as a parameter', () => {
  test('is the value of one strong tag, before its last dot', async () => {
    expect(await patch('"5"')).toEqual([200, { id: '7 5' }]);
    expect(await patch('"5.c2Rm"')).toEqual([200, { id: '7 5' }]);
    for (const [tag, version] of [
      ['"1.0.c2Rm"', '1.0'],
      [' "5.aB_-" ', '5'],
      ['"a,b"', 'a,b'],
      ['""', ''],
      ['"v%201%C3%BC.x"', 'v 1ü'],
      ['"100%.x"', '100%'],
      ['"%zz.x"', '%zz'],
    ]) {
      expect(await send('DELETE /v1/things/7', tag)).toEqual([200, { id: `7 ${JSON.stringify(version)}` }]);
    }
  });
  test.each<[string | undefined, number, string]>([
    [undefined, 428, 'If-Match is required: send the entity tag of the resource that is changed.'],
    ['*', 428, 'If-Match is required: send the entity tag of the resource that is changed.'],
    ['W/"5"', 412, 'If-Match must be a strong entity tag; nothing was changed.'],
    ['"5", "6"', 400, 'If-Match must be one entity tag'],
    ['""', 412, 'If-Match does not match the current entity tag; nothing was changed.'],
    ['"5", W/"6"', 400, 'If-Match must be one entity tag'],
    ...['5', '"5', 'w/"5"', ''].map((tag): [string, number, string] => [
      tag,
      400,
      'If-Match must be an entity tag such as "5"',
    ]),
    ['"x"', 412, 'If-Match does not match the current entity tag; nothing was changed.'],
    ['"2147483648"', 412, 'If-Match does not match the current entity tag; nothing was changed.'],
    ['"4"', 412, 'The version is 5.'],
  ])('%s is %i', async (ifMatch, status, error) => {
    expect(await patch(ifMatch)).toEqual([status, { error }]);
  });
  test.each([undefined, '*', 'W/"5"', '"x"', '"4"'])('comes after other problems: %s', async (ifMatch) => {
    expect(await patch(ifMatch, { name: 'long' })).toEqual([400, { error: 'name must have at most 3 characters' }]);
  });
  test('is a problem among others where it is not one entity tag', async () => {
    expect(await patch('"5", "6"', { name: 'long' })).toEqual([
      400,
      { error: 'If-Match must be one entity tag; name must have at most 3 characters' },
    ]);
  });
  test.each(['W/"5"', '"x"'])('that cannot be the version is 404 where nothing exists: %s', async (ifMatch) => {
    const missing = [404, { error: 'No Thing was found for id 8.' }];
    expect(await send('PATCH /v1/things/8', ifMatch, { body: {} })).toEqual(missing);
  });
  test('that is nullable may be missing', async () => {
    expect(await send('DELETE /v1/things/7')).toEqual([200, { id: '7 undefined' }]);
    expect(await send('DELETE /v1/things/7', '*')).toEqual([200, { id: '7 undefined' }]);
  });
  test('is not compared with the tag of the GET, which is not read', async () => {
    const before = reads;
    expect((await patch('"5"'))[0]).toBe(200);
    expect(reads).toBe(before);
    const headers = { 'if-none-match': '*' };
    expect((await send('PATCH /v1/things/7', '"5"', { body: {}, headers }))[0]).toBe(412);
    expect((await send('PATCH /v1/things/7', undefined, { body: {}, headers }))[0]).toBe(428);
    expect(reads).toBe(before);
  });
});

test('OpenAPI has the header and 428', async () => {
  const openApi = (await ready).openApi.get('/v1/openapi.json');
  const { paths } = openApi as unknown as {
    paths: Record<string, Record<string, { parameters: object[]; responses: Record<string, object> }>>;
  };
  const { patch: own, delete: other } = paths['/things/{id}']!;
  expect(own!.parameters[1]).toEqual({
    name: 'If-Match',
    in: 'header',
    required: true,
    description: 'The entity tag of the resource that is changed (RFC 9110, 13.1.1).',
    schema: { type: 'string', examples: ['"5"'] },
    example: '"5"',
  });
  expect(own!.responses['428']).toMatchObject({ description: 'Precondition Required' });
  expect(other!.responses).not.toHaveProperty('428');
});

describe('If-Match is refused', () => {
  testFaults(schema, [
    [
      'as a list',
      'mutation m(▶$tags: [String!] @param(in: HEADER, name: "If-Match")) @endpoint(method: POST, path: "/t") { tag(tags: $tags) { id } }',
      'If-Match is one entity tag, but $tags is [String!]. | Declare it without a list.',
    ],
  ]);
});
