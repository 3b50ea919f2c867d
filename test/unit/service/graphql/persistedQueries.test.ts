// Operations by their hash, over HTTP: automatic persisted queries, as Apollo Client sends them.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startToyServer, type ToyServer } from '../../gateway/server/toyServer.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

let server: ToyServer;
beforeAll(async () => {
  server = await startToyServer();
});
beforeEach(() => {
  server.log.length = 0;
  server.ran.length = 0;
});
afterAll(() => server.close());

async function post(body: unknown, scope = 'none') {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${scope}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

async function get(parameters: Record<string, string>, scope = 'none') {
  const url = `${server.url}/graphql?${new URLSearchParams(parameters)}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${scope}` } });
  return { status: response.status, body: (await response.json()) as unknown };
}

const persisted = (sha256Hash: unknown, version: unknown = 1) => ({ persistedQuery: { version, sha256Hash } });
const byHash = (query: string, others: object = {}) => ({ ...others, extensions: persisted(hashOf(query)) });
const register = (query: string, others: object = {}) => ({ query, ...byHash(query, others) });

const NOT_FOUND = {
  status: 200,
  body: { errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }] },
};
const refused = (status: number, code: string, message: string) => ({
  status,
  body: { errors: [{ message, extensions: { code } }] },
});

describe('a query by its hash', () => {
  it('is not found until it is sent with its hash, and runs then', async () => {
    const query = 'query ($name: String) { first: hello(name: $name) }';
    const ran = (name: string) => ({ status: 200, body: { data: { first: `Hello ${name}` } } });
    expect(await post(byHash(query, { variables: { name: 'a' } }))).toEqual(NOT_FOUND);
    expect(server.ran).toEqual([]);
    expect(await post(register(query, { variables: { name: 'b' } }))).toEqual(ran('b'));
    expect(await post(byHash(query, { variables: { name: 'c' } }))).toEqual(ran('c'));
  });

  it('runs by GET, which registers too', async () => {
    const query = '{ second: hello }';
    const extensions = JSON.stringify(persisted(hashOf(query)));
    const ran = { status: 200, body: { data: { second: 'Hello undefined' } } };
    expect(await get({ extensions })).toEqual(NOT_FOUND);
    expect(await get({ query, extensions })).toEqual(ran);
    expect(await get({ extensions })).toEqual(ran);
    expect(await post(byHash(query))).toEqual(ran);
  });

  it('may be one of several of its document', async () => {
    const query = 'query A { a: hello } query B { b: hello }';
    await post(register(query, { operationName: 'A' }));
    expect(await post(byHash(query, { operationName: 'B' }))).toEqual({
      status: 200,
      body: { data: { b: 'Hello undefined' } },
    });
  });

  it('is no mutation by GET', async () => {
    const query = 'mutation { written: write }';
    expect((await post(register(query), 'secret:write')).status).toBe(200);
    const answer = await get({ extensions: JSON.stringify(persisted(hashOf(query))) }, 'secret:write');
    expect([answer.status, server.ran]).toEqual([405, ['write']]);
  });

  it('needs the scopes of each caller', async () => {
    const query = '{ third: secret }';
    const forbidden = refused(403, 'FORBIDDEN', 'The scope "secret:read" is required.');
    expect(await post(register(query))).toEqual(forbidden);
    expect(await post(byHash(query), 'secret:read')).toEqual(NOT_FOUND);
    await post(register(query), 'secret:read');
    expect(await post(byHash(query))).toEqual(forbidden);
    expect(await post(byHash(query), 'secret:read')).toEqual({ status: 200, body: { data: { third: 'secret' } } });
  });

  it('has its cost computed for the variables of each request', async () => {
    const query = 'query ($n: Int) { list(first: $n) { list(first: $n) { hello } } }';
    expect((await post(register(query, { variables: { n: 1 } }))).status).toBe(200);
    expect((await post(byHash(query, { variables: { n: 1 } }))).status).toBe(200);
    expect(await post(byHash(query, { variables: { n: 1000 } }))).toEqual(
      refused(400, 'BAD_USER_INPUT', expect.stringMatching(/^The query cost \d+ exceeds the maximum/) as string),
    );
  });

  it.each([
    ['nesting', `{ ${'self { '.repeat(20)} hello ${'} '.repeat(20)} }`],
    ['aliases', `{ ${Array.from({ length: 60 }, (_, n) => `a${n}: hello`).join(' ')} }`],
    ['names', '{ nobody }'],
  ])('is not registered with invalid %s', async (_, query) => {
    expect((await post(register(query))).status).toBe(400);
    expect(await post(byHash(query))).toEqual(NOT_FOUND);
  });

  it('is forgotten when too many others were used since', async () => {
    const [rare, common] = ['{ rare: hello }', '{ common: hello }'];
    await post(register(rare));
    await post(register(common));
    for (let n = 0; n < 5; n++) {
      await post(register(`{ hello } # ${n} ${'x'.repeat(900_000)}`));
      expect((await post(byHash(common))).status).toBe(200);
    }
    expect(await post(byHash(rare))).toEqual(NOT_FOUND);
  });
});

describe('extensions.persistedQuery', () => {
  const hash = hashOf('{ hello }');
  it.each([
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
    const malformed = refused(
      400,
      'BAD_REQUEST',
      'extensions.persistedQuery must be {"version": 1, "sha256Hash": "…"} with 64 lowercase hexadecimal digits.',
    );
    expect(await post({ query: '{ hello }', extensions })).toEqual(malformed);
    expect(await post({ extensions })).toEqual(malformed);
    expect(await get({ query: '{ hello }', extensions: JSON.stringify(extensions) })).toEqual(malformed);
    expect([server.ran, server.log.filter(({ level }) => level === 'error')]).toEqual([[], []]);
  });

  it.each(['{ hello(name: "other") }', ''])('is refused with the hash of another query: %j', async (query) => {
    expect(await post({ query, extensions: persisted(hash) })).toEqual(
      refused(400, 'BAD_REQUEST', 'extensions.persistedQuery.sha256Hash is not the SHA-256 of the query.'),
    );
    expect(server.ran).toEqual([]);
  });

  it('may be null', async () => {
    expect((await post({ query: '{ hello }', extensions: { persistedQuery: null } })).status).toBe(200);
  });
});
