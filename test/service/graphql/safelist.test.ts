import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SettingsError } from '../../../src/gateway/base/settings/Settings.ts';
import { readSafelist } from '../../../src/service/graphql/safelist.ts';
import { type ToyServer, startToyServer } from '../support/toyServer.ts';

const schema = buildSchema('type Query { hello(name: String): String self: Query }');
const folder = mkdtempSync(path.join(tmpdir(), 'portico-safelist-'));

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const file = path.join(folder, 'operations.json');

function read(content: unknown) {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readSafelist(file, schema);
}

function problemsOf(content: unknown): readonly string[] {
  try {
    read(content);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as SettingsError).problems.map((problem) => problem.replace(`GRAPHQL_SAFELIST: ${file}`, 'FILE'));
  }
  return [];
}

const manifest = (...operations: unknown[]) => ({ format: 'apollo-persisted-query-manifest', version: 1, operations });
const HELLO = 'query Hello($name: String) {\n  hello(name: $name)\n}';
const SELF = 'query Self { self { ...S } } fragment S on Query { hello }';

describe('safelist', () => {
  afterAll(() => rmSync(folder, { recursive: true }));

  describe('readSafelist', () => {
    it('reads a manifest of Apollo', () => {
      const operations = [HELLO, SELF].map((body) => ({ id: hashOf(body), name: 'x', type: 'query', body }));
      expect([...read(manifest(...operations))]).toEqual([
        [hashOf(HELLO), HELLO],
        [hashOf(SELF), SELF],
      ]);
    });

    it('reads an object of hash and document, as Relay and GraphQL Code Generator write it', () => {
      expect([...read({ [hashOf(HELLO)]: HELLO, [hashOf(SELF)]: SELF })]).toEqual([
        [hashOf(HELLO), HELLO],
        [hashOf(SELF), SELF],
      ]);
    });

    it('reads a document of several operations, and introspection', () => {
      const several = 'query A { hello } query B { __schema { queryType { name } } }';
      expect(read({ [hashOf(several)]: several }).size).toBe(1);
    });

    const FORMATS =
      'FILE must contain operations: {"format": "apollo-persisted-query-manifest", "version": 1, ' +
      '"operations": [{"id", "body"}]}, or {"<SHA-256>": "<document>"}.';
    it.each([
      ['a list', [HELLO]],
      ['null', 'null'],
      ['a text', '"x"'],
      ['no operation', {}],
      ['no operation in its manifest', manifest()],
      ['another version', { ...manifest({ id: hashOf(HELLO), body: HELLO }), version: 2 }],
      ['another format', { ...manifest({ id: hashOf(HELLO), body: HELLO }), format: 'x' }],
      ['no list of operations', { format: 'apollo-persisted-query-manifest', version: 1 }],
      ['an operation without a body', manifest({ id: hashOf(HELLO) })],
      ['an operation without an id', manifest({ body: HELLO })],
      ['an operation that is null', manifest(null)],
      ['a document that is no text', { [hashOf(HELLO)]: { body: HELLO } }],
    ])('refuses %s', (_, content) => {
      expect(problemsOf(content)).toEqual([FORMATS]);
    });

    it('refuses a file that is not JSON', () => {
      expect(problemsOf('{')).toEqual([expect.stringMatching(/^FILE is not valid JSON: .+\.$/)]);
    });

    it('refuses a file that does not exist', () => {
      const missing = path.join(folder, 'missing.json');
      expect(() => readSafelist(missing, schema)).toThrow(
        new SettingsError([`GRAPHQL_SAFELIST: ${missing} cannot be read. ENOENT: no such file or directory.`]),
      );
    });

    it('lists every problem, each with the name of its operation', () => {
      const unknown = 'query Unknown {\n  helo\n}';
      const deep = `query Deep { ${'self { '.repeat(12)} hello ${'} '.repeat(12)} }`;
      const anonymous = '{ nobody }';
      const long = `query Long { ${'hello '.repeat(6000)} }`;
      const entry = (body: string, name?: string) => ({ id: hashOf(body), body, ...(name && { name }) });
      expect(
        problemsOf(
          manifest(
            { id: 'd41d8cd98f00b204e9800998ecf8427e', body: HELLO },
            entry(SELF),
            entry(unknown),
            { ...entry(SELF), id: hashOf(HELLO) },
            entry(deep),
            entry(anonymous),
            entry('query Torn {', 'Torn'),
            entry(long, 'Long'),
            entry('mutation Write { write }'),
            entry('{a'.repeat(50_000), 'Nested'),
          ),
        ),
      ).toEqual([
        `FILE: Hello: the id must be the SHA-256 of the document, ${hashOf(HELLO)}, not "d41d8cd98f00b204e9800998ecf8427e".`,
        'FILE: Unknown: Cannot query field "helo" on type "Query". Did you mean "hello" or "self"? (line 2, column 3).',
        `FILE: Self: the id must be the SHA-256 of the document, ${hashOf(SELF)}, not "${hashOf(HELLO)}".`,
        expect.stringMatching(/^FILE: Deep: Query depth limit of 12 exceeded/),
        `FILE: ${hashOf(anonymous)}: Cannot query field "nobody" on type "Query" (line 1, column 3).`,
        'FILE: Torn: Syntax Error: Expected Name, found <EOF> (line 1, column 13).',
        expect.stringMatching(/^FILE: Long: Syntax Error: .* 5000 tokens/),
        'FILE: Write: The schema has no mutation type (line 1, column 1).',
        expect.stringMatching(/^FILE: Nested: .*/),
      ]);
    });

    it('lists at most fifty problems', () => {
      const problems = problemsOf(
        Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`md5-${n}`, `{ a${n}: hello }`])),
      );
      expect([problems.length, problems.at(-1)]).toEqual([51, 'FILE: 10 more problems.']);
    });
  });
});

// Operations by their hash, over HTTP: automatic persisted queries, as Apollo Client sends them.

let server: ToyServer;

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

describe('persistedQueries', () => {
  beforeAll(async () => {
    server = await startToyServer();
  });

  beforeEach(() => {
    server.log.length = 0;
    server.ran.length = 0;
  });

  afterAll(() => server.close());

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
});
