import { parse } from 'graphql';
import { describe, expect, it, test } from 'vitest';
import { describeUnreadAccess, findUnreadAccessOf } from '../../../../src/gateway/server.ts';

const FEDERATION = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@policy", { name: "@authenticated", as: "@caller" }])
`;

// That the same is found in a schema is in `test/library/createPortico.test.ts`.
describe('finds in the SDL of a subgraph', () => {
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
    ['no directive of the host that is called @policy', 'type Query { a: Int @policy(name: "p") b: Int @policy }', {}],
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
    const found = findUnreadAccessOf(parse(sdl));
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

const FED = 'url: "https://specs.apollo.dev/federation/v2.9"';
const POLICY = 'url: "https://specs.apollo.dev/policy/v0.1"';
// What the names in this SDL stand for: of each of them a field has the directive, with an argument that only @policy has.
const NAMES = [
  'rule',
  'scopes',
  'fed__policy',
  'fed__authenticated',
  'federation__policy',
  'federation__requiresScopes',
];
const OF_FEDERATION = { federation__policy: 'policy', federation__requiresScopes: 'requiresScopes' };
test.each<[string, Record<string, string>]>([
  ['', {}],
  [`@link(${FED})`, OF_FEDERATION],
  [`@link(${FED}, as: "fed")`, { fed__policy: 'policy', fed__authenticated: 'authenticated' }],
  [`@link(${FED}, import: [{ name: "@policy", as: "@rule" }])`, { ...OF_FEDERATION, rule: 'policy' }],
  [`@link(${FED}, import: { name: "@policy", as: "@rule" })`, { ...OF_FEDERATION, rule: 'policy' }],
  [`@link(${FED}, import: [{ name: "@key", as: "@rule" }, null, 5])`, OF_FEDERATION],
  [`@link(${POLICY}, as: "rule")`, { rule: 'policy' }],
  [`@link(url: "https://example.com/specs/policy/v0.1/", as: "rule")`, { rule: 'policy' }],
  [`@core(feature: "https://specs.apollo.dev/requiresScopes/v0.1", as: "scopes")`, { scopes: 'requiresScopes' }],
  [`@linked(${POLICY}, as: "rule")`, { rule: 'policy' }],
  ['@link(url: "https://specs.apollo.dev/join/v0.5", import: [{ name: "@policy", as: "@rule" }])', {}],
  ['@link(url: 5) @link @contact(name: "us")', {}],
])('reads the names that a schema gives the directives: %s', (directives, expected) => {
  const fields = NAMES.map((name) => `${name}: Int @${name}(policies: [["p"]])`);
  const { policies, renamed } = findUnreadAccessOf(
    parse(`schema ${directives} { query: Query } type Query { ${fields.join(' ')} }`),
  );
  const found = [
    ...policies.map((coordinate) => [coordinate.slice('Query.'.length), 'policy']),
    ...renamed.map((text) => /\(@(\w+) for @(\w+)\)/.exec(text)!.slice(1)),
  ];
  expect(Object.fromEntries(found)).toEqual(expected);
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

  it('with ten coordinates, and the number of the others', () => {
    const listed = coordinates(10).join(', ');
    expect(describeUnreadAccess({ policies: coordinates(10), renamed: [] })).toContain(`restricts ${listed} with`);
    expect(describeUnreadAccess({ policies: coordinates(12), renamed: [] })).toContain(
      `restricts ${listed} and 2 more with`,
    );
  });
});
