import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { findMissingScopes } from '../../../../src/gateway/guard/access/checkScopes.ts';
import {
  type RequirementsOptions,
  collectRequirements,
} from '../../../../src/gateway/guard/access/collectRequirements.ts';

const schema = buildSchema(/* GraphQL */ `
  directive @authenticated on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM
  directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM

  directive @note(if: Boolean) on FIELD

  type Query {
    managed: User @requiresScopes(scopes: [["managed:read"]])
    person: Person
    shop: Shop
    user(id: Int): User
    users: UserConnection
    order: Order
    node: Node
    audited: Audited
    search: [Result]
    report: String @requiresScopes(scopes: [["report:read"], ["admin", "all"]])
    public: Public
    _entities: [_Entity]!
  }
  type Mutation {
    createUser(name: String): User @requiresScopes(scopes: [["users:write"]])
    createOrder: Order @requiresScopes(scopes: [["orders:write"]])
    touch: User
    createNode: Node @requiresScopes(scopes: [["nodes:write"]])
    rotateSecret: Secret @requiresScopes(scopes: [["secret:write"]])
    createPayload: Payload @requiresScopes(scopes: [["users:write"]])
  }
  type User implements Node @authenticated @requiresScopes(scopes: [["users:read"]]) {
    id: Int
    email: String @requiresScopes(scopes: [["email:read"]])
    manager: User
    orders: OrderConnection
    secret: Secret
  }
  type UserConnection @requiresScopes(scopes: [["users:read"]]) {
    nodes: [User]
    totalCount: Int
  }
  type OrderConnection {
    nodes: [Order]
    edges: [OrderEdge]
  }
  type OrderEdge {
    node: Order
  }
  type Order implements Node & Audited @requiresScopes(scopes: [["orders:read"]]) {
    id: Int
    user: User
    audit: String @requiresScopes(scopes: [["audit:read"]])
  }
  type Public implements Node {
    id: Int
  }
  type Person implements Contact {
    mail: String @requiresScopes(scopes: [["mail:read"]])
  }
  type Shop implements Contact {
    mail: String
  }
  interface Contact {
    mail: String
  }
  type Payload {
    user: User
  }
  interface Node {
    id: Int
  }
  interface Audited @requiresScopes(scopes: [["audited:read"]]) {
    audit: String
  }
  union Result = User | Order | Public
  union _Entity = User | Order
  scalar Secret @requiresScopes(scopes: [["secret:read"]])
  extend type Public @requiresScopes(scopes: [["public:read"]])
`);

const restrictedRoots = buildSchema(/* GraphQL */ `
  directive @authenticated on OBJECT
  directive @requiresScopes(scopes: [[String!]!]!) on OBJECT
  type Query @requiresScopes(scopes: [["read"]]) {
    name: String
  }
  type Mutation @authenticated {
    rename: String
  }
`);

it.each([
  ['{ name }', [[['read']]]],
  ['{ ...F } fragment F on Query { name }', [[['read']]]],
  ['mutation { rename }', [[[]]]],
  ['{ __typename }', []],
])('counts the type of the root: %s', (source, expected) => {
  const requirements = collectRequirements(restrictedRoots, parse(source));
  expect(findMissingScopes(requirements, null, {})).toEqual(expected);
});

/** What a caller without any scope lacks: alternatives by `|`, scopes of one alternative by `+`, needs sorted. */
function needs(source: string, variables: Record<string, unknown> = {}, options: RequirementsOptions = {}): string[] {
  const document = parse(source);
  expect(validate(schema, document)).toEqual([]);
  const missing = findMissingScopes(collectRequirements(schema, document, options), new Set(), variables);
  return [...new Set(missing.map((need) => need.map((all) => all.join('+')).join('|')))].sort();
}

const cases: [promise: string, source: string, needs: string[], variables?: Record<string, unknown>][] = [
  ['counts the type that a field returns', '{ user { id } }', ['users:read']],
  ['counts a type although nothing of it is selected', '{ user { __typename } }', ['users:read']],
  ['counts the field itself, with its alternatives', '{ report }', ['report:read|admin+all']],
  ['counts a field on top of its type', '{ user { email } }', ['email:read', 'users:read']],
  [
    'counts the type of a field of a query that has a scope of its own',
    '{ managed { id } }',
    ['managed:read', 'users:read'],
  ],
  ['ignores directives other than @include and @skip', '{ user @note(if: false) { id } }', ['users:read']],
  [
    'counts a fragment for each type that it is spread on',
    '{ shop { ...C } person { ...C } } fragment C on Contact { mail }',
    ['mail:read'],
  ],
  ['counts a scalar', '{ user { secret } }', ['secret:read', 'users:read']],
  ['counts a directive that stands on an extension', '{ public { id } }', ['public:read']],
  ['counts an aliased field', '{ a: user { b: email } }', ['email:read', 'users:read']],
  ['counts through connections', '{ user { orders { nodes { id } } } }', ['orders:read', 'users:read']],
  ['counts through edges', '{ user { orders { edges { node { id } } } } }', ['orders:read', 'users:read']],
  ['counts a connection of which only the count is read', '{ users { totalCount } }', ['users:read']],
  ['counts each of several root fields', '{ user { id } order { id } }', ['orders:read', 'users:read']],
  ['needs nothing for introspection', '{ __schema { types { name } } __type(name: "User") { name } __typename }', []],

  [
    'counts inside fragments',
    '{ user { ...F } } fragment F on User { orders { nodes { ...O } } } fragment O on Order { id }',
    ['orders:read', 'users:read'],
  ],
  ['counts inside inline fragments without a type', '{ user { ... { email } } }', ['email:read', 'users:read']],
  ['counts the type condition in a union', '{ search { ... on Order { id } } }', ['orders:read']],
  [
    'counts the type condition although nothing of it is selected',
    '{ _entities { ... on User { __typename } } }',
    ['users:read'],
  ],
  [
    'counts every type condition of _entities',
    '{ _entities { ... on User { id } ...O } } fragment O on Order { id }',
    ['orders:read', 'users:read'],
  ],
  ['counts nothing for a union of which only the type name is read', '{ search { __typename } }', []],
  ['counts every type behind an interface', '{ node { id } }', ['orders:read', 'public:read', 'users:read']],
  [
    'counts an interface, and the fields of the types behind it',
    '{ audited { audit } }',
    ['audit:read', 'audited:read', 'orders:read'],
  ],
  [
    'counts only the types that a type condition leaves',
    '{ node { ... on User { ...N } } } fragment N on Node { id }',
    ['users:read'],
  ],
  [
    'counts an interface that is a type condition',
    '{ order { ... on Audited { audit } } }',
    ['audit:read', 'audited:read', 'orders:read'],
  ],
  [
    'counts a fragment anew where it meets other types',
    '{ order { ...N } public { ...N } } fragment N on Node { ... on Audited { audit } }',
    ['audit:read', 'audited:read', 'orders:read', 'public:read'],
  ],

  ['leaves out @include(if: false)', '{ user @include(if: false) { id } public { id } }', ['public:read']],
  ['leaves out @skip(if: true)', '{ public { id } ... @skip(if: true) { user { id } } }', ['public:read']],
  [
    'counts @include(if: true) and @skip(if: false)',
    '{ user @include(if: true) @skip(if: false) { id } }',
    ['users:read'],
  ],
  [
    'counts what a variable includes',
    'query ($x: Boolean!) { user { orders @include(if: $x) { nodes { id } } } }',
    ['orders:read', 'users:read'],
    { x: true },
  ],
  [
    'leaves out what a variable does not include',
    'query ($x: Boolean!) { user { orders @include(if: $x) { nodes { id } } } }',
    ['users:read'],
    { x: false },
  ],
  [
    'leaves out what a default does not include',
    'query ($x: Boolean = false) { user { orders @include(if: $x) { nodes { id } } } }',
    ['users:read'],
  ],
  [
    'counts what a default includes',
    'query ($x: Boolean = true) { user { orders @include(if: $x) { nodes { id } } } }',
    ['orders:read', 'users:read'],
  ],
  [
    'lets a variable outweigh its default',
    'query ($x: Boolean = false) { user { orders @include(if: $x) { nodes { id } } } }',
    ['orders:read', 'users:read'],
    { x: true },
  ],
  [
    'leaves out what a variable skips',
    'query ($x: Boolean!) { user { email @skip(if: $x) } }',
    ['users:read'],
    { x: true },
  ],
  [
    'counts what a variable does not skip',
    'query ($x: Boolean!) { user { email @skip(if: $x) } }',
    ['email:read', 'users:read'],
    { x: false },
  ],
  [
    'needs all conditions on the way',
    'query ($x: Boolean!, $y: Boolean!) { user { orders @include(if: $x) { nodes @include(if: $y) { user { email } } } } }',
    ['users:read'],
    { x: true, y: false },
  ],
  [
    'needs both conditions of one selection',
    'query ($x: Boolean!, $y: Boolean!) { public { id } user @include(if: $x) @skip(if: $y) { id } }',
    ['public:read'],
    { x: true, y: true },
  ],
  [
    'counts a fragment that one of two spreads includes',
    'query ($x: Boolean!, $y: Boolean!) { user { ...F @include(if: $x) ...F @include(if: $y) } } fragment F on User { email }',
    ['email:read', 'users:read'],
    { x: false, y: true },
  ],
  [
    'counts what a variable without a usable value includes',
    'query ($x: Boolean!) { user @include(if: $x) { id } }',
    ['users:read'],
    { x: null },
  ],

  [
    'lets a write read back what it wrote',
    'mutation { createUser { id manager { id } } }',
    ['users:read', 'users:write'],
  ],
  ['needs no read scope for the written resource', 'mutation { createUser { id } }', ['users:write']],
  [
    'needs no read scope for the written resource in fragments',
    'mutation { createUser { ...F ... on User { id } ... { id } } } fragment F on User { id }',
    ['users:write'],
  ],
  [
    'counts a field of the written resource that has a scope',
    'mutation { createUser { email } }',
    ['email:read', 'users:write'],
  ],
  [
    'counts what is expanded from the written resource',
    'mutation { createOrder { id user { id } } }',
    ['orders:write', 'users:read'],
  ],
  [
    'counts connections of the written resource',
    'mutation { createUser { orders { nodes { id } } } }',
    ['orders:read', 'users:write'],
  ],
  [
    'counts the written type where it is nested further',
    'mutation { createOrder { user { orders { nodes { id } } } } }',
    ['orders:read', 'orders:write', 'users:read'],
  ],
  [
    'counts a fragment again outside the written resource',
    'mutation { createUser { ...F manager { ...F } } } fragment F on User { id }',
    ['users:read', 'users:write'],
  ],
  ['waives the types behind a written interface', 'mutation { createNode { id ... on User { id } } }', ['nodes:write']],
  ['counts the resource inside a payload', 'mutation { createPayload { user { id } } }', ['users:read', 'users:write']],
  ['waives nothing for a mutation without a scope of its own', 'mutation { touch { id } }', ['users:read']],
  [
    'takes the default of a variable that is named as what every object has',
    'query ($constructor: Boolean = true) { user @skip(if: $constructor) { id } }',
    [],
  ],
  [
    'waives in a fragment on the mutation type',
    'mutation { ...M } fragment M on Mutation { createUser { id } }',
    ['users:write'],
  ],
];

describe('collectRequirements', () => {
  it.each(cases)('%s', (_, source, expected, variables) => {
    expect(needs(source, variables)).toEqual(expected);
  });

  it.each<[string, string[], Record<string, unknown>?]>([
    ['mutation { createUser { __typename } }', ['users:write']],
    ['mutation { createUser { kind: __typename ... on User { __typename } } }', ['users:write']],
    ['mutation { createUser { id } }', ['users:read', 'users:write']],
    ['mutation { createUser { ... { id } } }', ['users:read', 'users:write']],
    ['mutation { createUser { ...F } } fragment F on Node { id }', ['users:read', 'users:write']],
    ['mutation { ...M } fragment M on Mutation { createUser { id } }', ['users:read', 'users:write']],
    ['mutation { createUser { email } }', ['email:read', 'users:read', 'users:write']],
    ['mutation { createNode { __typename } }', ['nodes:write']],
    ['mutation { createNode { id } }', ['nodes:write', 'orders:read', 'public:read', 'users:read']],
    ['mutation { createNode { ... on User { id } } }', ['nodes:write', 'users:read']],
    ['mutation { createPayload { user { __typename } } }', ['users:read', 'users:write']],
    ['mutation { createPayload { __typename } }', ['users:write']],
    ['mutation { rotateSecret }', ['secret:read', 'secret:write']],
    ['mutation { touch { __typename } }', ['users:read']],
    ['mutation ($b: Boolean!) { createUser { id @include(if: $b) __typename } }', ['users:write'], { b: false }],
    [
      'mutation ($b: Boolean!) { createUser { id @include(if: $b) __typename } }',
      ['users:read', 'users:write'],
      { b: true },
    ],
    ['{ user { id } }', ['users:read']],
  ])('counts the type of what was written where its scope does not cover it: %s', (source, expected, variables) => {
    expect(needs(source, variables, { coversWritten: false })).toEqual(expected);
  });

  it('waives the scalar that a mutation returns where its scope covers it', () => {
    expect(needs('mutation { rotateSecret }')).toEqual(['secret:write']);
  });

  it('reads the operation that is named', () => {
    const source = 'query A { user { id } } query B { order { id } }';
    expect(needs(source, {}, { operationName: 'A' })).toEqual(['users:read']);
    expect(needs(source, {}, { operationName: 'B' })).toEqual(['orders:read']);
  });

  it('requires nothing where there is no such operation', () => {
    for (const [source, operationName] of [
      ['fragment F on User { id }', undefined],
      ['query A { user { id } }', 'B'],
    ] as const) {
      const requirements = collectRequirements(schema, parse(source), { operationName });
      expect(requirements).toEqual({ always: new Set(), parts: [] });
    }
  });

  it('counts always what depends on a variable that is not known yet', () => {
    const source =
      'query ($a: Boolean = false, $b: Boolean = false) { user @include(if: $a) { id } order @skip(if: $b) { id } }';
    const missing = (known: string[]) =>
      findMissingScopes(collectRequirements(schema, parse(source), { known: new Set(known) }), new Set(), {
        b: true,
      }).flat(2);
    expect(missing(['a', 'b'])).toEqual([]);
    expect(missing(['a'])).toEqual(['orders:read']);
    expect(missing(['b'])).toEqual(['users:read']);
  });

  it('costs no more than the length of the document when fragments double at every level', () => {
    const levels = Array.from(
      { length: 60 },
      (_, n) => `fragment F${n} on User { a: manager { ...F${n + 1} } b: manager { ...F${n + 1} } }`,
    );
    const document = parse(`{ user { ...F0 } } ${levels.join(' ')} fragment F60 on User { email }`);
    const missing = findMissingScopes(collectRequirements(schema, document), new Set(['users:read']), {});
    expect(missing).toEqual([[['email:read']]]);
  });
});

describe('@authenticated requires a caller', () => {
  const restricted = buildSchema(/* GraphQL */ `
    directive @authenticated on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM
    directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION | OBJECT
    type Query {
      open: Open
      viewer: Open @authenticated
      member: Member
      members: [Member!]
      thing: Thing
      search: [Result]
      mood: Mood
      key: Key
      report: Open @authenticated @requiresScopes(scopes: [["report:read"]])
    }
    type Mutation {
      join: Member @requiresScopes(scopes: [["members:write"]])
      leave: Member
      like: Scoped @authenticated
    }
    interface Thing {
      id: ID
    }
    interface Hidden @authenticated {
      id: ID
    }
    union Result = Open | Member
    type Open implements Thing & Hidden {
      id: ID
      note: String @authenticated
    }
    type Member implements Thing {
      id: ID
    }
    type Scoped @requiresScopes(scopes: [["scoped:read"]]) {
      id: ID
    }
    extend type Member @authenticated
    enum Mood @authenticated {
      GOOD
    }
    scalar Key @authenticated
  `);
  /** What an anonymous caller lacks: that there is a caller, or scopes. */
  const lacks = (source: string, variables = {}, scopes: ReadonlySet<string> | null = null) => {
    const document = parse(source);
    expect(validate(restricted, document)).toEqual([]);
    const missing = findMissingScopes(collectRequirements(restricted, document), scopes, variables);
    return [...new Set(missing.map((alternatives) => alternatives.flat().join() || 'caller'))].sort();
  };

  it.each<[string, string, string[], object?]>([
    ['not where there is none', '{ open { id } }', []],
    ['on a field', '{ viewer { id } }', ['caller']],
    ['on a field of an object', '{ open { note } }', ['caller']],
    ['on an extension of the type', '{ member { id } }', ['caller']],
    ['on the type of a list', '{ members { __typename } }', ['caller']],
    ['on an enum', '{ mood }', ['caller']],
    ['on a scalar', '{ key }', ['caller']],
    ['on a type behind an interface', '{ thing { id } }', ['caller']],
    ['not on a type behind an interface of which nothing is selected', '{ thing { ... on Open { id } } }', []],
    ['on a type condition', '{ search { ... on Open { id } ... on Member { __typename } } }', ['caller']],
    ['on an interface as a type condition', '{ open { ... on Hidden { id } } }', ['caller']],
    ['in a fragment', '{ search { ...F } } fragment F on Open { note }', ['caller']],
    ['not on top of scopes', '{ report { id } }', ['report:read']],
    ['where it is included', 'query ($x: Boolean = false) { open { note @include(if: $x) } }', ['caller'], { x: true }],
    ['not where it is not included', 'query ($x: Boolean = false) { open { note @include(if: $x) } }', []],
    ['not on what a mutation with scopes has written', 'mutation { join { id } }', ['members:write']],
    ['on what another mutation returns', 'mutation { leave { id } }', ['caller']],
    ['on a mutation, whose scopes it does not cover', 'mutation { like { id } }', ['caller', 'scoped:read']],
  ])('%s', (_, source, expected, variables) => {
    expect(lacks(source, variables)).toEqual(expected);
  });

  it('and no scopes', () => {
    expect(lacks('{ viewer { note } mood thing { id } }', {}, new Set())).toEqual([]);
  });
});
