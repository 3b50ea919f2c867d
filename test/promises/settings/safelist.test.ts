// A safelist: /graphql executes the operations of a file and no other, whoever sends them and however.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startAlone } from '../support/startForSpec.ts';
import { runProgram } from '../support/startProgram.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const READ_USER = 'query ReadUser($id: SafeInt!) {\n  user(id: $id) {\n    id\n  }\n}';
const LIST_ORDERS = `query ListOrders($first: Int) {
  users(first: $first) { nodes { orders(first: $first) { nodes { items { product { name } } } } } }
}`;
const WRITE_USER = 'mutation WriteUser { deleteUser(id: 9007199254740991) { id } }';
const INTROSPECTION = '{ __schema { queryType { name } } }';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-safelist-'));
const file = path.join(folder, 'operations.json');
afterAll(() => rmSync(folder, { recursive: true }));
const entries = [READ_USER, LIST_ORDERS, WRITE_USER, INTROSPECTION].map((body) => [hashOf(body), body]);
writeFileSync(file, JSON.stringify(Object.fromEntries(entries)));

const persisted = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } });
const NOT_IN_LIST = {
  errors: [
    {
      message: 'The operation is not on the safelist of this server, which executes only listed operations.',
      extensions: { code: 'PERSISTED_QUERY_NOT_IN_LIST' },
    },
  ],
};

describe('a safelist', async () => {
  const portico = await startAlone({ GRAPHQL_SAFELIST: file });
  afterAll(() => portico.close());
  const post = async (body: object, scope?: string) => {
    const { status, json } = await portico.post('/graphql', body, { ...(scope !== undefined && { scope }) });
    return { status, json };
  };
  const get = async (parameters: Record<string, string>) => {
    const { status, json } = await portico.get(`/graphql?${new URLSearchParams(parameters)}`);
    return { status, json };
  };
  const user = { status: 200, json: { data: { user: { id: 1 } } } };

  test('lets its operations run, by hash and in full', async () => {
    const variables = { id: 1 };
    expect(await post({ extensions: persisted(hashOf(READ_USER)), variables })).toEqual(user);
    expect(await post({ query: READ_USER, variables })).toEqual(user);
    expect(await post({ query: READ_USER, extensions: persisted(hashOf(READ_USER)), variables })).toEqual(user);
    const parameters = { variables: JSON.stringify(variables) };
    expect(await get({ extensions: JSON.stringify(persisted(hashOf(READ_USER))), ...parameters })).toEqual(user);
    expect(await get({ query: READ_USER, ...parameters })).toEqual(user);
  });

  test.each([
    ['in full', { query: '{ user(id: 1) { id } }' }],
    ['by its hash', { extensions: persisted(hashOf('{ user(id: 1) { id } }')) }],
    [
      'with its hash, to register it',
      { query: '{ user(id: 1) { id } }', extensions: persisted(hashOf('{ user(id: 1) { id } }')) },
    ],
    ['that is listed with other white space', { query: `${READ_USER}\n` }],
    ['that is no GraphQL', { query: '}' }],
    ['that names a listed one', { query: '{ user(id: 1) { name } }', operationName: 'ReadUser' }],
  ])('refuses an operation %s', async (_, body) => {
    expect(await post(body)).toEqual({ status: 403, json: NOT_IN_LIST });
    expect(await post(body)).toEqual({ status: 403, json: NOT_IN_LIST });
  });

  test.each([
    [
      'the hash of another operation',
      { query: '{ user(id: 1) { name } }', extensions: persisted(hashOf(READ_USER)) },
      'extensions.persistedQuery.sha256Hash is not the SHA-256 of the query.',
    ],
    ['a request without an operation', { variables: { id: 1 } }, expect.any(String)],
  ])('refuses %s with 400', async (_, body, message) => {
    expect(await post(body)).toEqual({
      status: 400,
      json: { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] },
    });
  });

  test('requires a token, and the scopes of the caller, and lets no mutation run by GET', async () => {
    expect((await portico.post('/graphql', { query: READ_USER }, { scope: null })).status).toBe(401);
    expect((await get({ query: WRITE_USER })).status).toBe(405);
    expect(await post({ extensions: persisted(hashOf(READ_USER)), variables: { id: 1 } }, 'orders:read')).toEqual({
      status: 403,
      json: { errors: [{ message: 'The scope "users:read" is required.', extensions: { code: 'FORBIDDEN' } }] },
    });
  });

  test('limits the cost', async () => {
    const list = (first: number) => post({ extensions: persisted(hashOf(LIST_ORDERS)), variables: { first } });
    expect(await list(1)).toMatchObject({ status: 200 });
    expect(await list(100)).toEqual({
      status: 400,
      json: {
        errors: [
          {
            message: expect.stringMatching(/^The query cost \d+ exceeds the maximum of 100000;/),
            extensions: { code: 'BAD_USER_INPUT' },
          },
        ],
      },
    });
  });

  test('allows the introspection that it lists', async () => {
    expect(await post({ query: INTROSPECTION })).toEqual({
      status: 200,
      json: { data: { __schema: { queryType: { name: 'Query' } } } },
    });
    expect(await post({ query: `${INTROSPECTION} ` })).toEqual({ status: 403, json: NOT_IN_LIST });
  });

  test('leaves no GraphiQL, and REST as it is', async () => {
    const { status, body } = await portico.get('/graphiql');
    expect([status, body]).toEqual([404, expect.not.stringContaining('<html')]);
    expect((await portico.get('/docs')).body).not.toContain('graphiql');
    expect((await portico.get('/v1/users/1')).status).toBe(200);
  });
});

test('every problem of a safelist is reported at startup, with the name of its operation', async () => {
  const deep = `query Deep { user(id: 1) { ${'orders { nodes { user { '.repeat(4)} id ${'} } }'.repeat(4)} } }`;
  const long = `query Long { ${'__typename '.repeat(6000)} }`;
  const entry = (body: string, name?: string) => ({ id: hashOf(body), body, ...(name && { name }) });
  const operations = [
    { id: 'd41d8cd98f00b204e9800998ecf8427e', body: READ_USER },
    entry(LIST_ORDERS),
    entry('query Unknown {\n  usr\n}'),
    { ...entry(LIST_ORDERS), id: hashOf(READ_USER) },
    entry(deep),
    entry('{ nobody }'),
    entry('query Torn {', 'Torn'),
    entry(long, 'Long'),
    entry('subscription Watch { users }'),
    entry('{a'.repeat(50_000), 'Nested'),
  ];
  const invalid = path.join(folder, 'invalid.json');
  writeFileSync(invalid, JSON.stringify({ format: 'apollo-persisted-query-manifest', version: 1, operations }));
  const { code, stderr } = await runProgram(['serve'], { DATA_DIR: folder, GRAPHQL_SAFELIST: invalid });
  expect([
    code,
    stderr
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/^.*invalid\.json: /, '')),
  ]).toEqual([
    2,
    [
      `ReadUser: the id must be the SHA-256 of the document, ${hashOf(READ_USER)}, not "d41d8cd98f00b204e9800998ecf8427e".`,
      'Unknown: Cannot query field "usr" on type "Query". Did you mean "user" or "users"? (line 2, column 3).',
      `ListOrders: the id must be the SHA-256 of the document, ${hashOf(LIST_ORDERS)}, not "${hashOf(READ_USER)}".`,
      'Deep: Query depth limit of 12 exceeded, found 14.',
      `${hashOf('{ nobody }')}: Cannot query field "nobody" on type "Query" (line 1, column 3).`,
      'Torn: Syntax Error: Expected Name, found <EOF> (line 1, column 13).',
      expect.stringMatching(/^Long: Syntax Error: .* 5000 tokens/),
      'Watch: The schema has no subscription type (line 1, column 1).',
      'Nested: The document is nested too deeply.',
    ],
  ]);
});
