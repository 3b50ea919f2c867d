import { buildSchema, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { cacheHints } from '../../../src/gateway/compile/endpoint/endpointOptions.ts';

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
