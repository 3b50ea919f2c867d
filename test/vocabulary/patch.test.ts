// A PATCH is a JSON Merge Patch (RFC 7396); RFC 5789 names its media types in Accept-Patch.
import { buildSchema } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { serveSchema } from './support/serveSchema.ts';

const schema = buildSchema('type Query { a: String } type Mutation { change(id: ID!, name: String): String }');
schema.getMutationType()!.getFields()['change']!.resolve = (_, { name }) => String(name);
const change = (path: string, more = '') =>
  `mutation m($id: ID!, $name: String) @endpoint(method: PATCH, path: "${path}"${more}) { change(id: $id, name: $name) }`;
const served = await serveSchema(schema, {
  'v1/a.graphql': change('/things/{id}'),
  'v1/b.graphql': change('/api/{id}', ', consumes: ["application/vnd.api+json"]').replace('m(', 'n('),
  'v1/c.graphql': 'mutation p($id: ID!) @endpoint(method: POST, path: "/posts/{id}") { change(id: $id) }',
});
afterAll(() => served.close());

const MERGE = 'application/json, application/merge-patch+json';

test.each([
  ['/v1/things/1', MERGE, 'PATCH, OPTIONS'],
  ['/v1/api/1', 'application/vnd.api+json', 'PATCH, OPTIONS'],
  ['/v1/posts/1', null, 'POST, OPTIONS'],
])('OPTIONS %s has Accept-Patch: %s', async (path, types, allow) => {
  const { status, headers, text } = await served.send(`OPTIONS ${path}`);
  expect([status, text, headers.get('accept-patch'), headers.get('allow')]).toEqual([204, '', types, allow]);
});

test.each([
  ['PATCH /v1/things/1', MERGE],
  ['PATCH /v1/api/1', 'application/vnd.api+json'],
  ['POST /v1/posts/1', null],
])('the 415 of %s has Accept-Patch: %s', async (line, types) => {
  const { status, headers } = await served.send(line, { headers: { 'content-type': 'text/plain' }, body: 'name=a' });
  expect([status, headers.get('accept-patch')]).toEqual([415, types]);
});

test('the 415 of a content coding has Accept-Encoding beside it, and a 400 neither', async () => {
  const namesOf = async (headers: Record<string, string>) => {
    const { headers: own, status } = await served.send('PATCH /v1/things/1', { headers, body: '{' });
    return [status, own.get('accept-encoding'), own.get('accept-patch')];
  };
  expect(await namesOf({ 'content-encoding': 'br' })).toEqual([415, 'identity', MERGE]);
  expect(await namesOf({})).toEqual([400, null, null]);
});

test('OpenAPI states the media types', () => {
  const { paths } = served.openApi.get('/v1/openapi.json') as {
    paths: Record<string, Record<string, { requestBody?: { content: object } }>>;
  };
  const typesOf = (path: string) => Object.keys(paths[path]!['patch']!.requestBody!.content);
  expect(typesOf('/things/{id}')).toEqual(MERGE.split(', '));
  expect(typesOf('/api/{id}')).toEqual(['application/vnd.api+json']);
});
