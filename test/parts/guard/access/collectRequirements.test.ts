// What an operation requires of its caller, by `@requiresScopes` and `@authenticated` in its schema, and how it is refused.
import { type GraphQLSchema, buildSchema, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { ServiceError, checkScopes, collectRequirements } from '../../../../src/gateway/server.ts';

type Options = Parameters<typeof collectRequirements>[2];
type Variables = Record<string, unknown>;

/** How an operation is refused to a caller with these scopes, null for nobody; undefined where it is allowed. */
function refusalOf(
  schema: GraphQLSchema,
  source: string,
  scopes: readonly string[] | null = [],
  variables: Variables = {},
  options: Options = {},
): ServiceError | undefined {
  const document = parse(source);
  const caller = scopes && { subject: '', scopes: new Set(scopes), claims: {}, authorization: '' };
  try {
    checkScopes(collectRequirements(schema, document, options), caller, variables);
    return undefined;
  } catch (error) {
    return error as ServiceError;
  }
}

/** The scopes that a caller without any lacks, sorted. */
function needs(schema: GraphQLSchema, source: string, variables?: Variables, options?: Options): string {
  expect(validate(schema, parse(source))).toEqual([]);
  const refusal = refusalOf(schema, source, [], variables, options);
  const [, scopes = ''] = /scope="(.*)"$/.exec(refusal?.headers['www-authenticate'] ?? '') ?? [];
  return scopes.split(' ').sort().join(' ');
}

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
    both: Int @requiresScopes(scopes: [["one", "two"]])
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

type Row = [source: string, needs: string, variables?: Variables];

function testNeeds(promise: string, rows: Row[], options?: Options): void {
  test.each<Row>(rows)(`${promise}: %s needs %j`, (source, expected, variables) => {
    expect(needs(schema, source, variables, options)).toBe(expected);
  });
}

describe('an operation needs', () => {
  testNeeds('what a field and its type require', [
    ['{ user { id } }', 'users:read'],
    ['{ user { __typename } }', 'users:read'],
    ['{ a: user { b: email } }', 'email:read users:read'],
    ['{ managed { id } }', 'managed:read users:read'],
    ['{ user { secret } }', 'secret:read users:read'],
    ['{ public { id } }', 'public:read'],
    ['{ user @note(if: false) { id } }', 'users:read'],
    ['{ user { id } order { id } }', 'orders:read users:read'],
    ['{ __schema { types { name } } __type(name: "User") { name } __typename }', ''],
  ]);
  testNeeds('what is further down', [
    ['{ user { orders { nodes { id } } } }', 'orders:read users:read'],
    ['{ user { orders { edges { node { id } } } } }', 'orders:read users:read'],
    ['{ users { totalCount } }', 'users:read'],
    ['{ user { ... { email } } }', 'email:read users:read'],
    [
      '{ user { ...F } } fragment F on User { orders { nodes { ...O } } } fragment O on Order { id }',
      'orders:read users:read',
    ],
  ]);
  testNeeds('what types behind an interface or a union require', [
    ['{ search { __typename } }', ''],
    ['{ search { ... on Order { id } } }', 'orders:read'],
    ['{ _entities { ... on User { __typename } } }', 'users:read'],
    ['{ _entities { ... on User { id } ...O } } fragment O on Order { id }', 'orders:read users:read'],
    ['{ node { id } }', 'orders:read public:read users:read'],
    ['{ node { ... on User { ...N } } } fragment N on Node { id }', 'users:read'],
    ['{ audited { audit } }', 'audit:read audited:read orders:read'],
    ['{ order { ... on Audited { audit } } }', 'audit:read audited:read orders:read'],
    ['{ shop { ...C } person { ...C } } fragment C on Contact { mail }', 'mail:read'],
    [
      '{ order { ...N } public { ...N } } fragment N on Node { ... on Audited { audit } }',
      'audit:read audited:read orders:read public:read',
    ],
  ]);
  testNeeds('what @include and @skip leave', [
    ['{ user @include(if: false) { id } public { id } }', 'public:read'],
    ['{ public { id } ... @skip(if: true) { user { id } } }', 'public:read'],
    ['{ user @include(if: true) @skip(if: false) { id } }', 'users:read'],
    ['query ($x: Boolean!) { user { email @include(if: $x) } }', 'email:read users:read', { x: true }],
    ['query ($x: Boolean!) { user { email @include(if: $x) } }', 'users:read', { x: false }],
    ['query ($x: Boolean!) { user { email @skip(if: $x) } }', 'users:read', { x: true }],
    ['query ($x: Boolean!) { user { email @skip(if: $x) } }', 'email:read users:read', { x: false }],
    ['query ($x: Boolean = false) { user { email @include(if: $x) } }', 'users:read'],
    ['query ($x: Boolean = false) { user { email @include(if: $x) } }', 'users:read', { x: undefined }],
    ['query ($x: Boolean = true) { user { email @include(if: $x) } }', 'email:read users:read'],
    ['query ($x: Boolean = false) { user { email @include(if: $x) } }', 'email:read users:read', { x: true }],
    ['query ($x: Boolean!) { user @include(if: $x) { id } }', 'users:read', { x: null }],
    ['query ($constructor: Boolean = true) { user @skip(if: $constructor) { id } }', ''],
    [
      'query ($x: Boolean!, $y: Boolean!) { user { manager @include(if: $x) { id email @include(if: $y) } } }',
      'users:read',
      { x: true, y: false },
    ],
    [
      'query ($x: Boolean!, $y: Boolean!) { public { id } user @include(if: $x) @skip(if: $y) { id } }',
      'public:read',
      { x: true, y: true },
    ],
    [
      'query ($x: Boolean!, $y: Boolean!) { user { ...F @include(if: $x) ...F @include(if: $y) } } fragment F on User { email }',
      'email:read users:read',
      { x: false, y: true },
    ],
  ]);
  testNeeds('no scope of the type of what was written', [
    ['mutation { createUser { id } }', 'users:write'],
    ['mutation { createUser { ...F ... on User { id } ... { id } } } fragment F on User { id }', 'users:write'],
    ['mutation { ...M } fragment M on Mutation { createUser { id } }', 'users:write'],
    ['mutation { createNode { id ... on User { id } } }', 'nodes:write'],
    ['mutation { rotateSecret }', 'secret:write'],
  ]);
  testNeeds('what is further down in what was written, or has no scope of writing', [
    ['mutation { createUser { id manager { id } } }', 'users:read users:write'],
    ['mutation { createUser { email } }', 'email:read users:write'],
    ['mutation { createOrder { id user { id } } }', 'orders:write users:read'],
    ['mutation { createUser { orders { nodes { id } } } }', 'orders:read users:write'],
    ['mutation { createOrder { user { orders { nodes { id } } } } }', 'orders:read orders:write users:read'],
    ['mutation { createUser { ...F manager { ...F } } } fragment F on User { id }', 'users:read users:write'],
    ['mutation { createPayload { user { id } } }', 'users:read users:write'],
    ['mutation { touch { id } }', 'users:read'],
  ]);
  testNeeds(
    'the type of what was written, where the scope does not cover it',
    [
      ['mutation { createUser { __typename } }', 'users:write'],
      ['mutation { createUser { kind: __typename ... on User { __typename } } }', 'users:write'],
      ['mutation { createUser { id } }', 'users:read users:write'],
      ['mutation { createUser { ... { id } } }', 'users:read users:write'],
      ['mutation { createUser { ...F } } fragment F on Node { id }', 'users:read users:write'],
      ['mutation { ...M } fragment M on Mutation { createUser { id } }', 'users:read users:write'],
      ['mutation { createNode { __typename } }', 'nodes:write'],
      ['mutation { createNode { id } }', 'nodes:write orders:read public:read users:read'],
      ['mutation { createPayload { user { __typename } } }', 'users:read users:write'],
      ['mutation { createPayload { __typename } }', 'users:write'],
      ['mutation { rotateSecret }', 'secret:read secret:write'],
      ['mutation { touch { __typename } }', 'users:read'],
      ['mutation ($b: Boolean!) { createUser { id @include(if: $b) } }', 'users:write', { b: false }],
      ['mutation ($b: Boolean!) { createUser { id @include(if: $b) } }', 'users:read users:write', { b: true }],
      ['{ user { id } }', 'users:read'],
    ],
    { coversWritten: false },
  );

  test.each([
    ['query A { user { id } } query B { order { id } }', 'A', 'users:read'],
    ['query A { user { id } } query B { order { id } }', 'B', 'orders:read'],
    ['query A { user { id } }', 'B', ''],
  ])('what the operation of its name does: of %s, %s needs %j', (source, operationName, expected) => {
    expect(needs(schema, source, {}, { operationName })).toBe(expected);
  });

  test.each([
    [['a', 'b'], ''],
    [['a'], 'orders:read'],
    [['b'], 'users:read'],
  ])('always what depends on a variable that is not known yet: where %j are, %j', (known, expected) => {
    const source =
      'query ($a: Boolean = false, $b: Boolean = false) { user @include(if: $a) { id } order @skip(if: $b) { id } }';
    expect(needs(schema, source, { b: true }, { known: new Set(known) })).toBe(expected);
  });

  test.each([
    ['{ name }', 'read'],
    ['{ ...F } fragment F on Query { name }', 'read'],
    ['{ __typename }', ''],
  ])('what the type of the root requires: %s', (source, expected) => {
    const roots = buildSchema(
      'directive @requiresScopes(scopes: [[String!]!]!) on OBJECT type Query @requiresScopes(scopes: [["read"]]) { name: String }',
    );
    expect(needs(roots, source)).toBe(expected);
  });

  test('no more time than the length of the document where fragments double at every level', () => {
    const levels = Array.from(
      { length: 60 },
      (_, n) => `fragment F${n} on User { a: manager { ...F${n + 1} } b: manager { ...F${n + 1} } }`,
    );
    const source = `{ user { ...F0 } } ${levels.join(' ')} fragment F60 on User { email }`;
    expect(refusalOf(schema, source, ['users:read'])?.message).toBe('The scope "email:read" is required.');
  });
});

describe('a refusal', () => {
  test.each<[string, string[], string | undefined, string]>([
    ['{ report }', [], 'The scope "report:read" or "admin" and "all" is required.', 'report:read'],
    ['{ report }', ['report:read'], undefined, ''],
    ['{ report }', ['admin', 'all'], undefined, ''],
    ['{ report }', ['admin', 'other'], 'The scope "report:read" or "all" is required.', 'report:read'],
    ['{ user { id } a: user { id } }', [], 'The scope "users:read" is required.', 'users:read'],
    ['{ both }', [], 'The scopes "one" and "two" are required.', 'one two'],
    ['{ both }', ['two'], 'The scope "one" is required.', 'one'],
    ['{ user { id } both }', ['one'], 'The scopes "users:read" and "two" are required.', 'users:read two'],
  ])('of %s with %j names what is missing', (source, scopes, message, suggested) => {
    const refusal = refusalOf(schema, source, scopes);
    if (message === undefined) return expect(refusal).toBeUndefined();
    expect(refusal).toBeInstanceOf(ServiceError);
    expect(refusal).toMatchObject({
      status: 403,
      message,
      headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${suggested}"` },
    });
  });

  test('of nobody asks for credentials, where anything is required', () => {
    expect(refusalOf(schema, '{ __typename }', null)).toBeUndefined();
    expect(refusalOf(schema, '{ report }', null)).toMatchObject({
      status: 401,
      message: 'Valid credentials are required in the Authorization header.',
      headers: { 'www-authenticate': 'Bearer' },
    });
  });
});

// That it is found in fields, types, fragments and behind interfaces is in `test/vocabulary/compile/auth.test.ts`.
describe('@authenticated requires a caller', () => {
  const restricted = buildSchema(/* GraphQL */ `
    directive @authenticated on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM
    directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION | OBJECT
    type Query {
      open: Open
      members: [Member!]
      thing: Thing
      mood: Mood
      key: Key
    }
    type Mutation {
      leave: Member
      like: Scoped @authenticated
    }
    type Subscription @authenticated {
      open: Open
    }
    interface Thing {
      id: ID
    }
    interface Hidden @authenticated {
      id: ID
    }
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

  test.each<[string, string, isRequired: boolean, scopes?: string, variables?: Variables]>([
    ['not where there is none', '{ open { id } }', false],
    ['on an extension, and in a list', '{ members { __typename } }', true],
    ['on an enum', '{ mood }', true],
    ['on a scalar', '{ key }', true],
    ['not on a type behind an interface of which nothing is selected', '{ thing { ... on Open { id } } }', false],
    ['on an interface as a type condition', '{ open { ... on Hidden { id } } }', true],
    ['where it is included', 'query ($x: Boolean!) { open { note @include(if: $x) } }', true, '', { x: true }],
    ['not where it is not included', 'query ($x: Boolean = false) { open { note @include(if: $x) } }', false],
    ['on what a mutation without scopes returns', 'mutation { leave { id } }', true],
    ['on a mutation, whose scopes it does not cover', 'mutation { like { id } }', true, 'scoped:read'],
    ['on the type of the root', 'subscription { open { id } }', true],
  ])('%s', (_, source, isRequired, scopes = '', variables = {}) => {
    expect([refusalOf(restricted, source, null, variables)?.status, needs(restricted, source, variables)]).toEqual([
      isRequired ? 401 : undefined,
      scopes,
    ]);
  });
});
