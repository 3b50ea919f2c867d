import { execute, parse, printType } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { Subgraph } from '../../../src/service/domain/Subgraph.ts';
import { shareReads } from '../../../src/service/domain/shareReads.ts';
import { buildSubgraph } from '../../../src/service/federation/buildSubgraph.ts';
import { mergeSubgraphs } from '../../../src/service/federation/mergeSubgraphs.ts';

/** Authors exist up to 9; the second subgraph refers to more. */
function authors(batches: number[][] = []): Subgraph {
  const read = shareReads(async (ids: readonly number[]) => {
    batches.push([...ids]);
    return ids.map((id) => (id < 10 ? { id, name: `author ${id}` } : null));
  });
  return {
    name: 'authors',
    typeDefs: parse(/* GraphQL */ `
      extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@requiresScopes"])
      type Query {
        author(id: Int!): Author
      }
      "Somebody who writes."
      type Author @key(fields: "id") @requiresScopes(scopes: [["authors:read"]]) {
        "Counted from 0."
        id: Int!
        name: String!
      }
    `),
    resolvers: {
      Query: { author: (_: unknown, { id }: { id: number }) => read(id, {}) },
      Author: { __resolveReference: ({ id }: { id: number }) => read(id, {}) },
    },
  };
}

/** The author of a book has the id of the book; an anthology has several authors. */
function books(types = ''): Subgraph {
  return {
    name: 'books',
    typeDefs: parse(/* GraphQL */ `
      extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@requiresScopes"])
      type Query {
        books(numbers: [Int!]!): [Book!]!
      }
      type Book @key(fields: "number") {
        number: Int!
        author: Author
        authors: [Author]!
        noOne: Author
        failing: Author
      }
      type Author @key(fields: "id") @requiresScopes(scopes: [["authors:read"]]) {
        id: Int!
        "What the author wrote."
        books: [Book!]!
      }
      ${types}
    `),
    resolvers: {
      Query: { books: (_: unknown, { numbers }: { numbers: number[] }) => numbers.map((number) => ({ number })) },
      Book: {
        __resolveReference: ({ number }: { number: number }) => ({ number }),
        author: ({ number }: { number: number }) => ({ id: number }),
        authors: async ({ number }: { number: number }) => [{ id: number }, null, { id: number + 1 }],
        noOne: () => null,
        failing: () => {
          throw new Error('no author today');
        },
      },
      Author: { books: ({ id }: { id: number }) => [{ number: id }] },
    },
  };
}

async function run(query: string, batches: number[][] = [], order = [authors(batches), books()]) {
  const result = await execute({ schema: mergeSubgraphs(order), document: parse(query) });
  return JSON.parse(JSON.stringify(result)) as unknown;
}

describe('a reference to an entity of another subgraph', () => {
  test('is resolved by the owner, and carries the fields of both', async () => {
    expect(await run('{ books(numbers: [1]) { author { id name books { number author { name } } } } }')).toEqual({
      data: { books: [{ author: { id: 1, name: 'author 1', books: [{ number: 1, author: { name: 'author 1' } }] } }] },
    });
  });

  test('is resolved in one batch with all others', async () => {
    const batches: number[][] = [];
    await run('{ books(numbers: [1, 2, 3, 2]) { author { name } authors { name } } }', batches);
    expect(batches).toEqual([[1, 2, 3, 4]]);
  });

  test('is null where the entity does not exist, and affects nothing else', async () => {
    expect(await run('{ books(numbers: [9, 10]) { author { id name } authors { name } } }')).toEqual({
      data: {
        books: [
          { author: { id: 9, name: 'author 9' }, authors: [{ name: 'author 9' }, null, null] },
          { author: null, authors: [null, null, null] },
        ],
      },
    });
  });

  test('is null where there is no reference', async () => {
    expect(await run('{ books(numbers: [1]) { noOne { id } } }')).toEqual({ data: { books: [{ noOne: null }] } });
  });

  test('fails as its resolver fails', async () => {
    expect(await run('{ books(numbers: [1]) { failing { id } } }')).toMatchObject({
      data: { books: [{ failing: null }] },
      errors: [{ message: 'no author today', path: ['books', 0, 'failing'] }],
    });
  });

  test('is resolved whichever subgraph comes first', async () => {
    expect(await run('{ books(numbers: [1]) { author { name } } }', [], [books(), authors()])).toEqual({
      data: { books: [{ author: { name: 'author 1' } }] },
    });
  });
});

describe('the merged types', () => {
  test.each([
    ['the owner first', [authors(), books()]],
    ['the owner last', [books(), authors()]],
  ])("have the owner's descriptions and the fields of all, with %s", (_, subgraphs) => {
    const type = mergeSubgraphs(subgraphs).getType('Author')!;
    expect(type.description).toBe('Somebody who writes.');
    expect(printType(type)).toContain('"Counted from 0."');
    expect(printType(type)).toContain('books: [Book!]!');
  });

  test('have the authorization directives, once, and their definitions', () => {
    const schema = mergeSubgraphs([authors(), books()]);
    const directives = schema.getType('Author')!.astNode!.directives!.map(({ name }) => name.value);
    expect(directives).toEqual(['requiresScopes']);
    expect(schema.getDirective('requiresScopes')).toBeDefined();
    expect(schema.getDirective('authenticated')).toBeDefined();
  });

  test('have no federation directives', () => {
    const schema = mergeSubgraphs([authors(), books()]);
    expect(schema.getDirectives().map(({ name }) => name)).not.toContain('key');
    expect(schema.astNode?.directives ?? []).toEqual([]);
    expect(schema.extensionASTNodes).toEqual([]);
  });
});

const mistakes: [promise: string, Subgraph[], message: string][] = [
  [
    'an entity that two subgraphs own',
    [authors(), { ...authors(), name: 'writers' }],
    'Exactly one subgraph must have a __resolveReference for the entity Author.',
  ],
  [
    'an entity that no subgraph owns',
    [books()],
    'Exactly one subgraph must have a __resolveReference for the entity Author.',
  ],
  [
    'a type whose definitions ask for different scopes',
    [authors(), books('extend type Author @requiresScopes(scopes: [["books:read"]])')],
    '@requiresScopes(scopes: [["books:read"]]) must be on the definition of Author in the owning subgraph, or else in the first.',
  ],
  [
    'a policy, which no router evaluates here',
    [authors(), books('extend type Author { salary: Int @policy(policies: [["hr"]]) }')],
    'The subgraph books restricts Author.salary with @policy, which only a federation router evaluates; use @requiresScopes, or check the caller in resolvers.',
  ],
  [
    'a directive that a merged schema could not honour',
    [authors(), books('extend type Author { id2: Int @external }')],
    'Unknown directive "@external"',
  ],
];

test.each(mistakes)('refuses %s', (_, subgraphs, message) => {
  expect(() => mergeSubgraphs(subgraphs)).toThrow(message);
});

const staff = (link: string, fields: string): Subgraph => ({
  name: 'staff',
  typeDefs: parse(`
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", ${link})
    type Query { salaries: [Int!]! }
    extend type Query { ${fields} }
  `),
  resolvers: {},
});

const POLICY =
  'The subgraph staff restricts Query.salary with @policy, which only a federation router evaluates; use @requiresScopes, or check the caller in resolvers.';
const RENAMED =
  'The subgraph staff restricts Query.salary (@signedIn for @authenticated) under another name; @link must import the directive under its own.';

// A caller can reach a subgraph without the router.
test.each([
  ['@policy', 'import: ["@policy"]', 'salary: Int @policy(policies: [["hr"]])', POLICY],
  ['@signedIn', 'import: [{ name: "@authenticated", as: "@signedIn" }]', 'salary: Int @signedIn', RENAMED],
])('a subgraph alone refuses %s', (_, link, fields, message) => {
  expect(() => buildSubgraph(staff(link, fields))).toThrow(new Error(message));
});
