// Operations by their hash: automatic persisted queries, as Apollo Client sends them.
import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { startForSpec } from '../support/startForSpec.ts';

const portico = await startForSpec();
afterAll(() => portico.close());

const SCOPE = 'products:read';
async function send(method: 'GET' | 'POST', parts: object, scope = SCOPE) {
  const text = ([name, value]: [string, unknown]) => [name, typeof value === 'string' ? value : JSON.stringify(value)];
  const parameters = new URLSearchParams(Object.fromEntries(Object.entries(parts).map(text)) as Record<string, string>);
  const { status, json } = await (method === 'GET'
    ? portico.get(`/graphql?${parameters}`, { scope })
    : portico.post('/graphql', parts, { scope }));
  return { status, body: json };
}
const post = (parts: object, scope?: string) => send('POST', parts, scope);

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const persisted = (sha256Hash: unknown, version: unknown = 1) => ({ persistedQuery: { version, sha256Hash } });
const byHash = (query: string, others: object = {}) => ({ ...others, extensions: persisted(hashOf(query)) });
const register = (query: string, others: object = {}) => ({ query, ...byHash(query, others) });

const refused = (status: number, code: string, message: unknown) => ({
  status,
  body: { errors: [{ message, extensions: { code } }] },
});
const NOT_FOUND = refused(200, 'PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');

/** A name that no other run has registered a query with. */
const UNIQUE = `q${process.pid}_${Date.now()}_`;
let names = 0;
const newQuery = () => {
  const name = `${UNIQUE}${names++}`;
  return { name, query: `{ ${name}: product(id: 1) { id } }` };
};

describe('a query by its hash', () => {
  test.each(['GET', 'POST'] as const)(
    'is not found until it is sent by %s with its hash, and runs then',
    async (method) => {
      const { name, query } = newQuery();
      const ran = { status: 200, body: { data: { [name]: { id: 1 } } } };
      expect(await send(method, byHash(query))).toEqual(NOT_FOUND);
      expect(await send(method, register(query))).toEqual(ran);
      expect(await send('GET', byHash(query))).toEqual(ran);
      expect(await post(byHash(query))).toEqual(ran);
    },
  );

  test('may be one of several of its document, and has its own variables', async () => {
    const query = `query ${UNIQUE}A { __typename } query B($id: SafeInt!) { product(id: $id) { id } }`;
    await post(register(query, { operationName: `${UNIQUE}A` }));
    const second = byHash(query, { operationName: 'B', variables: { id: 2 } });
    expect(await post(second)).toEqual({ status: 200, body: { data: { product: { id: 2 } } } });
  });

  test('is no mutation by GET', async () => {
    const query = `mutation ${UNIQUE} { deleteUser(id: 9007199254740991) { __typename } }`;
    expect((await post(register(query), 'users:write')).status).toBe(200);
    expect((await send('GET', byHash(query), 'users:write')).status).toBe(405);
  });

  test('needs the scopes of each caller, and is not registered without them', async () => {
    const { query } = newQuery();
    const forbidden = refused(403, 'FORBIDDEN', 'The scope "products:read" is required.');
    expect(await post(register(query), 'users:read')).toEqual(forbidden);
    expect(await post(byHash(query))).toEqual(NOT_FOUND);
    await post(register(query));
    expect(await post(byHash(query), 'users:read')).toEqual(forbidden);
    expect((await post(byHash(query))).status).toBe(200);
  });

  test('has its cost computed for the variables of each request', async () => {
    const query = `query ${UNIQUE}C($n: Int) { orders(first: $n) { nodes { user { orders(first: $n) { nodes { items { quantity } } } } } } }`;
    const scope = 'orders:read users:read';
    expect((await post(register(query, { variables: { n: 1 } }), scope)).status).toBe(200);
    expect((await post(byHash(query, { variables: { n: 1 } }), scope)).status).toBe(200);
    expect(await post(byHash(query, { variables: { n: 100 } }), scope)).toEqual(
      refused(400, 'BAD_USER_INPUT', expect.stringMatching(/^The query cost \d+ exceeds the maximum/)),
    );
  });

  test.each([
    ['aliases', `{ ${Array.from({ length: 31 }, (_, n) => `a${n}: product(id: 1) { id }`).join(' ')} }`],
    ['names', '{ nobody }'],
  ])('is not registered with invalid %s', async (_, query) => {
    expect((await post(register(query))).status).toBe(400);
    expect(await post(byHash(query))).toEqual(NOT_FOUND);
  });

  test('is forgotten when too many others were used since', async () => {
    const [rare, common] = [newQuery().query, newQuery().query];
    await post(register(rare));
    await post(register(common));
    for (let n = 0; n < 5; n++) {
      await post(register(`{ __typename } # ${n} ${'x'.repeat(900_000)}`));
      expect((await post(byHash(common))).status).toBe(200);
    }
    expect(await post(byHash(rare))).toEqual(NOT_FOUND);
  });
});

describe('extensions.persistedQuery', () => {
  const hash = hashOf('{ __typename }');

  test.each([
    ['another version', persisted(hash, 2)],
    ['a version that is a text', persisted(hash, '1')],
    ['no hash', { persistedQuery: { version: 1 } }],
    ['a hash of other digits', persisted(hash.toUpperCase())],
    ['a hash that is not SHA-256', persisted('abc')],
    ['a hash that is no text', persisted({ toString: 1, valueOf: 1 })],
    ['a list', { persistedQuery: [hash] }],
    ['a text', { persistedQuery: hash }],
    ['a Boolean', { persistedQuery: false }],
  ])('is refused with %s', async (_, extensions) => {
    const message =
      'extensions.persistedQuery must be {"version": 1, "sha256Hash": "…"} with 64 lowercase hexadecimal digits.';
    for (const parts of [{ query: '{ __typename }', extensions }, { extensions }]) {
      expect(await post(parts)).toEqual(refused(400, 'BAD_REQUEST', message));
      expect(await send('GET', parts)).toEqual(refused(400, 'BAD_REQUEST', message));
    }
  });

  test.each(['{ other: __typename }', ''])('is refused with the hash of another query: %j', async (query) => {
    expect(await post({ query, extensions: persisted(hash) })).toEqual(
      refused(400, 'BAD_REQUEST', 'extensions.persistedQuery.sha256Hash is not the SHA-256 of the query.'),
    );
  });

  test('may be null', async () => {
    expect((await post({ query: '{ __typename }', extensions: { persistedQuery: null } })).status).toBe(200);
  });
});
