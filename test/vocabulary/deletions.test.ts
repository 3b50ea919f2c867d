// What null means where nothing is sent: that there was nothing to delete, or nothing at all.
import { expect, test } from 'vitest';
import { ask } from './support/ask.ts';
import { describedOperation } from './support/described.ts';

const drop = (method: string, field: string, more = '') =>
  `mutation ${field}($id: ID!) @endpoint(method: ${method}, path: "/${field}/{id}", status: 204) { ${field}(id: $id) ${more} }`;

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
  ['Payload', { id: null }, 'POST', '@unwrap { id }', 204],
  ['Payload', null, 'POST', '@unwrap { id }', 404],
  ['Void', null, 'DELETE', '', 204],
  ['String', null, 'DELETE', '', 204],
  ['[ID]', null, 'DELETE', '', 404],
  ...['POST', 'PUT', 'PATCH'].flatMap((method): [string, unknown, string, string, number][] => [
    ['Boolean', null, method, '', 204],
    ['ID', null, method, '', 204],
    ['Boolean', null, method, '@error(status: 409)', 204],
  ]),
])('a root field %s that is %j, by %s with "%s", is %i', async (returns, value, method, more, status) => {
  const schema = `scalar Void type Query { a: Int } type Payload { done: Boolean id: ID text: String }
    type Mutation { drop(id: ID!): ${returns} }`;
  const document = drop(method, 'drop', more);
  expect(describedOperation(schema, document).responses).toHaveProperty('404');
  const reply = await ask(schema, document, `${method} /v1/drop/7`, { root: { drop: value } });
  expect(reply.status).toBe(status);
  if (status === 404) expect(reply.body).toEqual({ error: expect.stringMatching(/^No \w+ was found for id 7\.$/) });
});

test('a DELETE takes If-Match: * where null says that nothing was there', async () => {
  const schema = 'type Query { a: Int } type Mutation { drop(id: ID!): Boolean, clear(id: ID!): String }';
  const documents = { 'v1/drop.graphql': drop('DELETE', 'drop'), 'v1/clear.graphql': drop('DELETE', 'clear') };
  const statusOf = async (field: string) =>
    (await ask(schema, documents, `DELETE /v1/${field}/7`, { root: { drop: true }, headers: { 'if-match': '*' } }))
      .status;
  expect([await statusOf('drop'), await statusOf('clear')]).toEqual([204, 412]);
});
