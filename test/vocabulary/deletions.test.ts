// What null means where nothing is sent: that there was nothing to delete, or nothing at all.
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { serveSchema } from './support/serveSchema.ts';

test.each<[returns: string, value: unknown, method: string, more: string, status: number]>([
  ['Boolean', null, 'DELETE', '', 404],
  ['Boolean', false, 'DELETE', '', 204],
  ['Boolean', true, 'DELETE', '', 204],
  ['ID', null, 'DELETE', '', 404],
  ['ID', 'a', 'DELETE', '', 204],
  ['Boolean', null, 'DELETE', '@error(status: 409)', 404],
  ['Boolean', false, 'DELETE', '@error(status: 409)', 409],
  ['Boolean', true, 'DELETE', '@error(status: 409)', 204],
  ['String', null, 'DELETE', '@error(status: 409)', 204],
  ['Payload', { done: null }, 'DELETE', '@unwrap { done }', 404],
  ['Payload', { id: null }, 'DELETE', '@unwrap { id }', 404],
  ['Payload', { text: null }, 'DELETE', '@unwrap { text }', 204],
  ['Void', null, 'DELETE', '', 204],
  ['String', null, 'DELETE', '', 204],
  ['[ID]', null, 'DELETE', '', 404],
  ...['POST', 'PUT', 'PATCH'].flatMap((method): [string, unknown, string, string, number][] => [
    ['Boolean', null, method, '', 204],
    ['ID', null, method, '', 204],
    ['Boolean', null, method, '@error(status: 409)', 204],
  ]),
])('a root field %s that is %j, by %s with "%s", is %i', async (returns, value, method, more, status) => {
  const sdl = `scalar Void type Query { a: Int } type Payload { done: Boolean id: ID text: String }
    type Mutation { drop(id: ID!): ${returns} }`;
  const schema = buildSchema(sdl);
  schema.getMutationType()!.getFields()['drop']!.resolve = () => value;
  const { close, send, openApi } = await serveSchema(schema, {
    'v1/drop.graphql': `mutation drop($id: ID!) @endpoint(method: ${method}, path: "/a/{id}", status: 204) { drop(id: $id) ${more} }`,
  });
  try {
    expect(JSON.stringify(openApi.get('/v1/openapi.json'))).toContain('"404"');
    const reply = await send(`${method} /v1/a/7`);
    expect(reply.status).toBe(status);
    if (status === 404) expect(reply.json).toEqual({ error: expect.stringMatching(/^No \w+ was found for id 7\.$/) });
  } finally {
    close();
  }
});

test('a DELETE takes If-Match: * where null says that nothing was there', async () => {
  const schema = buildSchema('type Query { a: Int } type Mutation { drop(id: ID!): Boolean, clear(id: ID!): String }');
  schema.getMutationType()!.getFields()['drop']!.resolve = () => true;
  const { close, send } = await serveSchema(schema, {
    'v1/drop.graphql':
      'mutation drop($id: ID!) @endpoint(method: DELETE, path: "/a/{id}", status: 204) { drop(id: $id) }',
    'v1/clear.graphql':
      'mutation clear($id: ID!) @endpoint(method: DELETE, path: "/b/{id}", status: 204) { clear(id: $id) }',
  });
  try {
    expect((await send('DELETE /v1/a/7', { headers: { 'if-match': '*' } })).status).toBe(204);
    expect((await send('DELETE /v1/b/7', { headers: { 'if-match': '*' } })).status).toBe(412);
  } finally {
    close();
  }
});
