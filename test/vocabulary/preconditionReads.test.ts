// A write with a precondition that it cannot honour reads the resource by the GET of its path, to tell what is missing from what
// has changed.
import { GraphQLError, buildSchema } from 'graphql';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ask } from './support/ask.ts';
import { serveSchema } from './support/serveSchema.ts';

const schema = buildSchema(/* GraphQL */ `
  type Query {
    thing(id: Int, genre: String): Thing
    always(id: Int): Thing!
  }
  type Mutation {
    change(id: Int): Thing
    put(id: Int): Thing!
  }
  type Thing {
    id: Int
  }
`);
let executed: string[] = [];
let find: () => unknown = () => ({ id: 7 });
const fieldsOf = (type: 'Query' | 'Mutation') =>
  Object.entries((type === 'Query' ? schema.getQueryType()! : schema.getMutationType()!).getFields());
for (const [name, field] of fieldsOf('Query')) {
  field.resolve = (_, values) => {
    executed.push(`${name} ${JSON.stringify(values)}`);
    return find();
  };
}
for (const [name, field] of fieldsOf('Mutation')) field.resolve = () => (executed.push(name), { id: 7 });

const get = (name: string, path: string, parameters: string, selection: string) =>
  `query get${name}${parameters} @endpoint(method: GET, path: "${path}") { ${selection} { id } }`;
const put = (name: string, path: string, field = 'change') =>
  path.includes('{')
    ? `mutation put${name}($id: Int!) @endpoint(method: PUT, path: "${path}") { ${field}(id: $id) { id } }`
    : `mutation put${name} @endpoint(method: PUT, path: "${path}") { ${field} { id } }`;
const both = (name: string, path: string, parameters: string, selection: string, field?: string) => ({
  [`v1/get${name}.graphql`]: get(name, path, parameters, selection),
  [`v1/put${name}.graphql`]: put(name, path, field),
});
const ready = serveSchema(schema, {
  ...both('Thing', '/things/{id}', '($id: Int!, $genre: String)', 'thing(id: $id, genre: $genre)'),
  ...both('Limited', '/limited/{id}', '($id: Int! @param(max: 6))', 'thing(id: $id)'),
  ...both('Required', '/required/{id}', '($id: Int!, $genre: String!)', 'thing(id: $id, genre: $genre)'),
  'v1/putAlone.graphql': put('Alone', '/alone/{id}'),
  ...both('Maybe', '/maybe', '', 'thing', 'put'),
  ...both('AlwaysOf', '/always/{id}', '($id: Int!)', 'always(id: $id)', 'put'),
  'v1/getFound.graphql': `query find { thing { id @export(as: "id") } } ${get('Found', '/found', '($id: Int!)', 'always(id: $id)')}`,
  'v1/putFound.graphql': put('Found', '/found', 'put'),
});
afterAll(async () => (await ready).close());
beforeEach(() => {
  executed = [];
  find = () => ({ id: 7 });
});
const failing = (code: string) => () => {
  throw new GraphQLError('why', { extensions: { code } });
};
async function send(path: string, headers: Record<string, string>): Promise<[number, unknown]> {
  const { status, json } = await (await ready).send(`PUT /v1/${path}`, { body: {}, headers });
  return [status, (json as { error?: string }).error];
}
const MATCH = { 'if-match': '"x"' };
const NO_VERSION = 'If-Match: this endpoint has no version to compare; nothing was changed.';
const ANY = 'If-Match: this endpoint cannot require that the resource exists; nothing was changed.';

test('it is read with the values of the path and no query, and nothing is written', async () => {
  expect(await send('things/7', MATCH)).toEqual([412, NO_VERSION]);
  expect(executed).toEqual(['thing {"id":7}']);
});

test.each([
  ['the path has no GET', 'alone/7'],
  ['the GET requires a query', 'required/7'],
  ['the GET refuses the path', 'limited/7'],
])('nothing is read where %s', async (_, path) => {
  expect(await send(path, MATCH)).toEqual([412, NO_VERSION]);
  expect(executed).toEqual([]);
});

test.each<[string, () => unknown, number, string]>([
  ['NOT_FOUND', failing('NOT_FOUND'), 404, 'why'],
  ['FORBIDDEN', failing('FORBIDDEN'), 403, 'why'],
  ['CONFLICT', failing('CONFLICT'), 409, 'why'],
  ['BAD_REQUEST', failing('BAD_REQUEST'), 400, 'why'],
  ['UNAVAILABLE', failing('UNAVAILABLE'), 503, 'why'],
  ['BAD_USER_INPUT, after which nothing is known', failing('BAD_USER_INPUT'), 412, NO_VERSION],
  [
    'a defect',
    () => {
      throw new TypeError('bug');
    },
    500,
    'Internal server error; it has been logged.',
  ],
])('the read finds %s', async (_, found, status, error) => {
  find = found;
  expect(await send('things/7', MATCH)).toEqual([status, error]);
  expect(executed).toEqual(['thing {"id":7}']);
});

test.each<[string, string, Record<string, string>, number, string | undefined]>([
  ['what may be missing is refused', 'maybe', { 'if-match': '*' }, 412, ANY],
  ['what a lookup finds is refused', 'found', { 'if-match': '*' }, 412, ANY],
  ['what has a value in its path is refused', 'always/7', { 'if-match': '*' }, 412, ANY],
])('%s', async (_, path, headers, status, error) => {
  expect(await send(path, headers)).toEqual([status, error]);
});

test.each([
  ['read', 412],
  ['other', 403],
])('the caller of the read has its scopes: with "%s" the write is %i', async (authorization, status) => {
  const guarded = `directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION
    type Query { thing: Thing @requiresScopes(scopes: [["read"]]) } type Mutation { change: Thing } type Thing { id: Int }`;
  const documents = {
    'v1/get.graphql': 'query get @endpoint(method: GET, path: "/thing") { thing { id } }',
    'v1/put.graphql': 'mutation put @endpoint(method: PUT, path: "/thing") { change { id } }',
  };
  const root = { thing: { id: 7 } };
  const reply = await ask(guarded, documents, 'PUT /v1/thing', {
    root,
    body: {},
    headers: { ...MATCH, authorization },
  });
  expect([reply.status, reply.executed]).toEqual([status, status === 412 ? ['query get { thing { id } }'] : []]);
});
