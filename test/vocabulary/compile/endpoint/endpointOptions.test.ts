import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { cacheHints } from '../../../../src/gateway/compile/endpoint/endpointOptions.ts';
import { DocumentError } from '../../../../src/gateway/base/errors/Diagnostic.ts';
import { loadPlan } from '../../../../src/gateway/compile/loadPlan.ts';
import { compileThroughJson } from '../../support/compileThroughJson.ts';
import { folderOf } from '../../support/toy.ts';
import { compileOne } from '../support/compileDocuments.ts';
import { testFaults } from '../../support/faults.ts';

const schema = buildSchema(/* GraphQL */ `
  enum CacheControlScope {
    PUBLIC
    PRIVATE
  }
  directive @cacheControl(
    maxAge: Int
    scope: CacheControlScope
    inheritMaxAge: Boolean
  ) on FIELD_DEFINITION | OBJECT | INTERFACE | UNION
  type Query {
    text: String
    aged: String @cacheControl(maxAge: 30)
    book: Book @cacheControl(maxAge: 60)
    plain: Book
    shelf: Shelf
    mine: Book @cacheControl(maxAge: 60, scope: PRIVATE)
    root: Book @cacheControl(inheritMaxAge: true)
    rootShelf: Shelf @cacheControl(inheritMaxAge: true)
    thing: Thing @cacheControl(maxAge: 90)
    named: Named @cacheControl(maxAge: 90)
  }
  interface Named {
    name: String
  }
  type Book implements Named {
    name: String
    short: String @cacheControl(maxAge: 10)
    secret: String @cacheControl(scope: PRIVATE)
    shelf: Shelf
    other: Book
    inherited: Book @cacheControl(inheritMaxAge: true)
    listed: [Book!]! @cacheControl(inheritMaxAge: true)
    part: Part
    fresh: Shelf @cacheControl(maxAge: 0)
  }
  type Shelf implements Named @cacheControl(maxAge: 240) {
    name: String @cacheControl(maxAge: 20)
    size: Int
  }
  type Part {
    id: ID
  }
  extend type Part @cacheControl(inheritMaxAge: true)
  union Thing = Book | Shelf
`);

describe('cacheHints', () => {
  test.each<[query: string, maxAge: number, scope: string]>([
    ['{ text }', 0, 'PUBLIC'],
    ['{ aged }', 30, 'PUBLIC'],
    ['{ __typename aged }', 30, 'PUBLIC'],
    ['{ plain { name } }', 0, 'PUBLIC'],
    ['{ book { name } }', 60, 'PUBLIC'],
    ['{ book { name short } }', 10, 'PUBLIC'],
    ['{ shelf { size } }', 240, 'PUBLIC'],
    ['{ book { shelf { size } } }', 60, 'PUBLIC'],
    ['{ book { other { name } } }', 0, 'PUBLIC'],
    ['{ book { inherited { name } listed { name } part { id } } }', 60, 'PUBLIC'],
    ['{ book { fresh { size } } }', 0, 'PUBLIC'],
    ['{ book { secret } }', 60, 'PRIVATE'],
    ['{ mine { name } }', 60, 'PRIVATE'],
    ['{ book { name } text }', 0, 'PUBLIC'],
    ['{ root { name } }', 0, 'PUBLIC'],
    ['{ rootShelf { size } }', 240, 'PUBLIC'],
    ['{ thing { ... on Shelf { size } } }', 90, 'PUBLIC'],
    ['{ thing { ...F } } fragment F on Shelf { name }', 20, 'PUBLIC'],
    ['{ named { name } }', 20, 'PUBLIC'],
    ['query ($all: Boolean!) { book { short @include(if: $all) } }', 10, 'PUBLIC'],
  ])('%s may be kept for %i seconds, %s', (query, maxAge, scope) => {
    expect(cacheHints(schema, [parse(query)])).toEqual({ maxAge, scope });
  });

  test('the least of all operations holds', () => {
    expect(cacheHints(schema, [parse('{ aged }'), parse('{ book { secret } }')])).toEqual({
      maxAge: 30,
      scope: 'PRIVATE',
    });
  });
});

describe('compileIdempotencyKey', () => {
  const idempotencyKeySchema = 'type Query { sum(of: Int!): Int } type Mutation { pay(sum: Int!): Int }';
  const pay = (method: string, more = '', param = '') =>
    `mutation pay($sum: Int!${param}) @endpoint(method: ${method}, path: "/pay"${more}) { pay(sum: $sum) }`;
  const inQuery = ' @param(in: QUERY)';
  const ask = (more = '') => `query ask($of: Int!) @endpoint(method: POST, path: "/sum"${more}) { sum(of: $of) }`;

  describe('idempotencyKey', () => {
    test.each<[document: string, convention: string, presence: string | undefined]>([
      [pay('POST'), 'NONE', undefined],
      [pay('POST'), 'OPTIONAL', 'OPTIONAL'],
      [pay('POST'), 'REQUIRED', 'REQUIRED'],
      [pay('POST', ', idempotencyKey: REQUIRED'), 'OPTIONAL', 'REQUIRED'],
      [pay('POST', ', idempotencyKey: NONE'), 'REQUIRED', undefined],
      [pay('POST', ', auth: NONE'), 'REQUIRED', undefined],
      [pay('POST', ', auth: OPTIONAL'), 'REQUIRED', 'REQUIRED'],
      [pay('PATCH'), 'REQUIRED', undefined],
      [pay('PATCH', ', idempotencyKey: OPTIONAL'), 'NONE', 'OPTIONAL'],
      [pay('PUT', ', idempotencyKey: NONE'), 'REQUIRED', undefined],
      [ask(), 'REQUIRED', undefined],
    ])('%s under the convention %s is %s', (document, idempotencyKey, presence) => {
      const files = { 'conventions.json': JSON.stringify({ idempotencyKey }), 'v1/a.graphql': document };
      expect(compileOne(idempotencyKeySchema, files).idempotencyKey).toBe(presence);
    });
  });

  describe('idempotencyKey is refused', () => {
    testFaults(idempotencyKeySchema, [
      ...['PUT', 'DELETE'].map((method): [string, string, string] => [
        `for ${method}`,
        pay(method, ', idempotencyKey: ▶OPTIONAL', inQuery),
        'idempotencyKey is for POST and PATCH. Remove it.',
      ]),
      [
        'for a query',
        ask(', idempotencyKey: ▶REQUIRED'),
        'idempotencyKey is for mutations, but ask is a query. Remove it: a query changes nothing.',
      ],
      [
        'without a caller',
        pay('POST', ', auth: NONE, idempotencyKey: ▶OPTIONAL'),
        'idempotencyKey needs a caller, to whom the keys belong, but auth is NONE. Remove it, or change auth.',
      ],
      [
        'where the header is a parameter',
        'mutation pay($sum: Int! @param(in: HEADER, name: "idempotency-key")) @endpoint(method: POST, path: "/pay", idempotencyKey: ▶OPTIONAL) { pay(sum: $sum) }',
        'Idempotency-Key is a parameter already. Remove the parameter, or set idempotencyKey: NONE.',
      ],
    ]);
  });
});

describe('unsupported', () => {
  const unsupportedSchema = buildSchema('type Query { hello: String } type Subscription { hello: String }');
  const folder = folderOf({
    'v1/listen.graphql': 'subscription listen @endpoint(method: GET, path: "/hellos") { hello }',
    'v1/say.graphql': 'query say @endpoint(method: GET, path: "/say") { hello }',
  });

  test('words that are not executed yet are valid, and are listed by name and position', () => {
    const { unsupported, versions } = compileThroughJson(folder, unsupportedSchema);
    expect(unsupported.map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual([
      '1:1 A subscription is not executed yet.',
    ]);
    expect(versions[0]!.endpoints.map(({ name }) => name)).toEqual(['say']);
  });

  test('documents with such words are not served', () => {
    expect(() => loadPlan({ endpoints: folder }, unsupportedSchema)).toThrow(DocumentError);
    expect(() => loadPlan({ endpoints: folder }, unsupportedSchema)).toThrow('A subscription is not executed yet.');
  });
});
