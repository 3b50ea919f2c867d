import { type GraphQLSchema, buildASTSchema, parse } from 'graphql';
import { describe, expect, it, test } from 'vitest';
import {
  describeUnreadAccess,
  findUnreadAccess,
  findUnreadAccessOf,
} from '../../../../src/gateway/guard/access/findUnreadAccess.ts';

const build = (sdl: string): GraphQLSchema => buildASTSchema(parse(sdl), { assumeValidSDL: true });
const FEDERATION = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@policy", { name: "@authenticated", as: "@caller" }])
`;

describe.each([
  ['a schema', (sdl: string) => findUnreadAccess(build(sdl))],
  ['the SDL of a subgraph', (sdl: string) => findUnreadAccessOf(parse(sdl))],
])('finds in %s', (_, find) => {
  test.each<[string, string, { policies?: string[]; renamed?: string[] }]>([
    ['nothing where nothing is restricted', 'type Query { a: T } type T { b: Int }', {}],
    [
      'nothing where the directives have their own names',
      'type Query { a: Int @authenticated b: T @requiresScopes(scopes: [["b"]]) } type T @authenticated { c: Int }',
      {},
    ],
    [
      '@policy on types and fields',
      `type Query { a: Int @policy(policies: [["p"]]) b: I c: E } type T @policy(policies: [["p"]]) { d: Int }
       interface I { i: Int @policy(policies: [["p"]]) } enum E @policy(policies: [["p"]]) { F }`,
      { policies: ['Query.a', 'I.i', 'T', 'E'] },
    ],
    [
      '@policy on an extension',
      'type Query { a: T } type T { b: Int } extend type T @policy(policies: [["p"]])',
      { policies: ['T'] },
    ],
    [
      '@policy under another name, with or without its argument',
      'extend schema @link(url: "https://specs.apollo.dev/policy/v0.1", as: "rule") type Query { a: Int @rule b: Int @rule(policies: []) }',
      { policies: ['Query.a', 'Query.b'] },
    ],
    ['no directive of the host that is called @policy', 'type Query { a: Int @policy(name: "p") b: Int @policy }', {}],
    [
      'other directives under another name, with both names',
      `${FEDERATION} type Query { a: Int @caller b: Int @federation__requiresScopes(scopes: [["b"]]) c: Int @other }`,
      {
        renamed: ['Query.a (@caller for @authenticated)', 'Query.b (@federation__requiresScopes for @requiresScopes)'],
      },
    ],
    [
      'each element once',
      `${FEDERATION} type Query { a: Int @policy(policies: [["p"]]) @policy(policies: [["q"]]) b: Int @caller @caller }`,
      { policies: ['Query.a'], renamed: ['Query.b (@caller for @authenticated)'] },
    ],
    [
      'only what a link of the schema itself renames',
      'type Query @link(url: "https://specs.apollo.dev/policy/v0.1", as: "rule") { a: Int @rule }',
      {},
    ],
  ])('%s', (_promise, sdl, { policies = [], renamed = [] }) => {
    const found = find(sdl);
    expect({ policies: found.policies.toSorted(), renamed: found.renamed }).toEqual({
      policies: policies.toSorted(),
      renamed,
    });
  });
});

test('an operation among the SDL of a subgraph restricts nothing', () => {
  const document = parse('type Query { a: Int @policy(policies: [["p"]]) } { a }');
  expect(findUnreadAccessOf(document)).toEqual({ policies: ['Query.a'], renamed: [] });
});

describe('refuses a schema', () => {
  const coordinates = (count: number) => Array.from({ length: count }, (_, index) => `Query.f${index}`);

  it('with policies first, which no import can repair', () => {
    expect(
      describeUnreadAccess({ policies: ['Query.a', 'T'], renamed: ['Query.b (@caller for @authenticated)'] }),
    ).toBe(
      'restricts Query.a, T with @policy, which only a federation router evaluates; use @requiresScopes, or check the caller in resolvers.',
    );
  });

  it('with a directive under another name', () => {
    expect(describeUnreadAccess({ policies: [], renamed: ['Query.b (@caller for @authenticated)'] })).toBe(
      'restricts Query.b (@caller for @authenticated) under another name; @link must import the directive under its own.',
    );
  });

  it('with ten coordinates, and the number of the others', () => {
    const listed = coordinates(10).join(', ');
    expect(describeUnreadAccess({ policies: coordinates(10), renamed: [] })).toContain(`restricts ${listed} with`);
    expect(describeUnreadAccess({ policies: coordinates(12), renamed: [] })).toContain(
      `restricts ${listed} and 2 more with`,
    );
  });

  it('in no other case', () => expect(describeUnreadAccess({ policies: [], renamed: [] })).toBeUndefined());
});
