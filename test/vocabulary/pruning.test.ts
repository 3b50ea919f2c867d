// Absent parameters over a schema in the manner of Hasura: what its resolvers get, however the operation is executed.
import { rmSync } from 'node:fs';
import { buildSchema, execute, parse } from 'graphql';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createEngine } from '../../src/gateway/serve/createEngine.ts';
import { prepareOperation } from '../../src/gateway/execute/prepareOperation.ts';
import { stubUpstream } from '../parts/execute/remote/stubUpstream.ts';
import { openFacade } from '../library/facade/support/openFacade.ts';
import { compileThroughJson } from './support/compileThroughJson.ts';
import { serveSchema } from './support/serveSchema.ts';
import { folderOf, seen, toyEngine } from './support/toy.ts';

const SDL = `
  input notebook_bool_exp { _and: [notebook_bool_exp!], _not: notebook_bool_exp, name: text_exp, owner: text_exp, archived: boolean_exp }
  input text_exp { _eq: String, _in: [String] }
  input boolean_exp { _eq: Boolean }
  input notebook_set { name: String, owner: String, tags: [String] }
  type notebook { id: ID! }
  type Query {
    notebook(where: notebook_bool_exp, ids: [ID], limit: Int): [notebook!]!
    notebook_id(where: notebook_bool_exp!): ID!
  }
  type Mutation {
    delete_notebook(where: notebook_bool_exp!): notebook
    update_notebook(id: ID!, set: notebook_set!, where: notebook_bool_exp): notebook
  }
`;
const documents = {
  'list.graphql': `query list($name: String, $owner: String, $a: ID, $b: ID, $limit: Int) @endpoint(method: GET, path: "/notebooks") {
    notebook(where: { _and: [{ name: { _eq: $name } }, { owner: { _eq: $owner } }] }, ids: [$a, $b], limit: $limit) { id } }`,
  'constant.graphql': `query constant($name: String) @endpoint(method: GET, path: "/current") {
    notebook(where: { name: { _eq: $name }, archived: { _eq: false } }) { id } }`,
  'remove.graphql': `mutation remove($owner: String!, $name: String, $names: String)
    @endpoint(method: DELETE, path: "/notebooks", status: 200) {
      delete_notebook(where: { owner: { _eq: $owner }, _not: { name: { _eq: $name, _in: [$names] } } }) { id } }`,
  'change.graphql': `mutation change($id: ID!, $name: String, $tag: String, $owner: String)
    @endpoint(method: PATCH, path: "/notebooks/{id}") {
      update_notebook(id: $id, set: { name: $name, tags: [$tag] }, where: { owner: { _eq: $owner } }) { id } }`,
  'find.graphql': `query find($name: String) { notebook_id(where: { _not: { name: { _eq: $name } } }) @export(as: "id") }
    mutation take($id: ID!, $owner: String!) @endpoint(method: POST, path: "/take", status: 200) {
      update_notebook(id: $id, set: { owner: $owner }) { id } }`,
};

/** What the root fields were called with. */
const calls: [field: string, args: unknown][] = [];
function resolvable() {
  const schema = buildSchema(SDL);
  for (const type of [schema.getQueryType()!, schema.getMutationType()!]) {
    for (const field of Object.values(type.getFields())) {
      field.resolve = (_, args: object) => {
        calls.push([field.name, JSON.parse(JSON.stringify(args))]);
        return field.name === 'notebook_id' ? '7' : field.name === 'notebook' ? [{ id: '1' }] : { id: '1' };
      };
    }
  }
  return schema;
}

const inVersion = Object.fromEntries(Object.entries(documents).map(([name, text]) => [`v1/${name}`, text]));
const served = await serveSchema(resolvable(), inVersion);
const folder = folderOf(inVersion);
const schema = resolvable();
const engine = createEngine({
  plan: compileThroughJson(folder, schema),
  schema,
  prepare: prepareOperation(schema),
  report: () => {},
  settings: { basePath: '' },
});
rmSync(folder, { recursive: true });
const upstreamSchema = resolvable();
const stub = await stubUpstream();
const facade = await openFacade({ upstream: stub, sdl: SDL, files: documents });
beforeEach(() => {
  calls.length = 0;
  stub.received.length = 0;
});
afterAll(async () => {
  served.close();
  await facade.close();
  await stub.close();
});

type Send = (line: string, body?: unknown) => Promise<number>;
const executions: Readonly<Record<string, Send>> = {
  'graphql-js': async (line, body) => (await served.send(line, body === undefined ? {} : { body })).status,
  'graphql-jit': async (line, body) => {
    const [method = '', target = ''] = line.split(' ');
    const reply = await engine.handle({
      method,
      target,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      requestId: 'request-1',
      signal: new AbortController().signal,
      readBody: async () => Buffer.from(JSON.stringify(body)),
    });
    return reply.status;
  },
  'an upstream': async (line, body) => {
    const [method = '', target = ''] = line.split(' ');
    stub.answer = ({ body: { query, variables: variableValues } }) => ({
      body: execute({ schema: upstreamSchema, document: parse(query), variableValues }),
    });
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return (await facade.send(target, { method, ...(body !== undefined && json) })).status;
  },
};
type Case = [line: string, body: object | undefined, ...calls: [field: string, args: object][]];
const cases: Case[] = [
  ['GET /v1/notebooks', undefined, ['notebook', {}]],
  ['GET /v1/notebooks?name=a', undefined, ['notebook', { where: { _and: [{ name: { _eq: 'a' } }] } }]],
  [
    'GET /v1/notebooks?owner=b&name=a&b=2&limit=1',
    undefined,
    ['notebook', { where: { _and: [{ name: { _eq: 'a' } }, { owner: { _eq: 'b' } }] }, ids: ['2'], limit: 1 }],
  ],
  ['GET /v1/current', undefined, ['notebook', { where: { archived: { _eq: false } } }]],
  ['DELETE /v1/notebooks?owner=b', undefined, ['delete_notebook', { where: { owner: { _eq: 'b' } } }]],
  [
    'DELETE /v1/notebooks?owner=b&names=n',
    undefined,
    ['delete_notebook', { where: { owner: { _eq: 'b' }, _not: { name: { _in: ['n'] } } } }],
  ],
  ['PATCH /v1/notebooks/5', {}, ['update_notebook', { id: '5', set: {} }]],
  [
    'PATCH /v1/notebooks/5',
    { name: null, owner: null },
    ['update_notebook', { id: '5', set: { name: null }, where: { owner: { _eq: null } } }],
  ],
  ['PATCH /v1/notebooks/5', { tag: 't' }, ['update_notebook', { id: '5', set: { tags: ['t'] } }]],
  [
    'POST /v1/take',
    { owner: 'b' },
    ['notebook_id', { where: {} }],
    ['update_notebook', { id: '7', set: { owner: 'b' } }],
  ],
];

describe.each(Object.entries(executions))('with %s', (_, send) => {
  test.each(cases)('%s with %j', async (line, body, ...expected) => {
    for (let time = 0; time < 2; time++) {
      calls.length = 0;
      expect(await send(line, body)).toBe(200);
      expect(calls).toEqual(expected);
    }
  });
});

test('an upstream gets the pruned document, without variables that it does not use', async () => {
  await executions['an upstream']!('GET /v1/notebooks?b=2');
  expect(stub.received.map(({ body }) => body)).toEqual([
    {
      query: 'query list($b:ID$limit:Int){notebook(ids:[$b]limit:$limit){id}}',
      operationName: 'list',
      variables: { b: '2' },
    },
  ]);
});

test('a variable that is absent has no value, whatever its name', async () => {
  const toy = toyEngine({
    'v1/a.graphql': `mutation m($constructor: Genre) @endpoint(method: POST, path: "/a") {
      fill(filter: { genre: $constructor }, pages: 1) { json } }`,
  });
  expect(seen(await toy.send('POST /v1/a', { body: {} }))).toEqual([200, { json: '{"pages":1}' }]);
});
