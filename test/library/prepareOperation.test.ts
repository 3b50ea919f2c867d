// What graphql-js answers is the measure: each case runs both ways and must come out the same.
import { inspect } from 'node:util';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { type DocumentNode, GraphQLError, GraphQLScalarType, execute, parse, validate } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { type RequestContext, ServiceError, prepareOperation } from '../../src/gateway/server.ts';

const SafeInt = new GraphQLScalarType({
  name: 'SafeInt',
  parseValue(value) {
    if (Number.isSafeInteger(value) && (value as number) >= 0) return value;
    throw new TypeError('SafeInt must be between 0 and 9007199254740991.');
  },
});
const later = <Value>(value: Value) => new Promise<Value>((resolve) => setImmediate(resolve, value));
const refuse = () => {
  throw new ServiceError('CONFLICT', 'email is taken', { problems: [{ field: 'email', message: 'is taken' }] });
};

/** What arguments are, whatever the order and the prototype of their objects. */
const shown = (args: object) => inspect(JSON.parse(JSON.stringify(args)), { sorted: true, depth: null });

const schema = makeExecutableSchema({
  typeDefs: /* GraphQL */ `
    scalar SafeInt
    enum Colour {
      RED
      GREEN
    }
    input Inner {
      quantity: Int!
      note: String = "none"
    }
    input Change {
      name: String
      email: String
      colour: Colour = GREEN
      inner: Inner
      many: [Inner!]
      texts: [String]
    }
    type Node {
      id: SafeInt!
      name: String
      colour: Colour
      self: Node
      strict: Node!
      selves(first: Int = 2): [Node!]!
      later: [Node]
      fails: String
      failsLater: String
      failsStrictly: String!
      internal: String
      nothing: String!
    }
    type Query {
      node(id: SafeInt!): Node
      echo(change: Change, first: Int! = 20, colour: Colour, list: [Int!]): String
    }
    type Mutation {
      change(id: SafeInt!, input: Change!): String
      fail(input: Change): Node
      failStrictly: Node!
      failStrictlyLater: Node!
    }
  `,
  resolvers: {
    SafeInt,
    Colour: { RED: 'r', GREEN: 'g' },
    Query: {
      node: (_: unknown, { id }: { id: number }) => later(id === 404 ? null : { id, name: `node ${id}`, colour: 'r' }),
      echo: (_: unknown, args: object) => shown(args),
    },
    Mutation: {
      change: (_: unknown, args: object) => later(shown(args)),
      fail: refuse,
      failStrictly: refuse,
      failStrictlyLater: async () => refuse(),
    },
    Node: {
      self: (node: object) => node,
      strict: (node: object) => later(node),
      selves: (node: object, { first }: { first: number }) => later(Array.from({ length: first }, () => node)),
      later: (node: object) => later([node, null, new Error('an item failed')]),
      fails: refuse,
      failsLater: async () => refuse(),
      failsStrictly: async () => refuse(),
      internal: () => later('').then(() => JSON.parse('{')),
      nothing: () => null,
    },
  },
});

const context: RequestContext = {
  caller: { subject: 'test', scopes: new Set(), claims: {}, authorization: '' },
  requestId: 'test',
  signal: new AbortController().signal,
};

const shared = 'fragment F on Node { id name ...G } fragment G on Node { colour }';
const replace = `mutation ($id: SafeInt!, $name: String, $email: String, $colour: Colour, $quantity: Int = 3) {
  change(id: $id, input: { name: $name, email: $email, colour: $colour, inner: { quantity: $quantity }, texts: [$name, "x"] }) }`;
const whole = 'mutation ($input: Change!) { change(id: 1, input: $input) }';

const cases: [promise: string, document: string, variables?: Record<string, unknown>][] = [
  ['a field', '{ node(id: 1) { id name colour __typename } }'],
  ['a missing node', '{ node(id: 404) { id } }'],
  ['lists within lists', '{ node(id: 1) { selves { selves(first: 3) { id } later { id } } } }'],
  ['aliases', '{ a: node(id: 1) { x: id y: id } b: node(id: 2) { id } }'],

  ['absent optional variables in an input object', replace, { id: 1 }],
  ['null optional variables in an input object', replace, { id: 1, name: null, email: null, colour: null }],
  ['given variables in an input object', replace, { id: 1, name: 'n', email: 'a@b.c', colour: 'RED', quantity: 9 }],
  ['absent again after given', replace, { id: 1, email: null }],
  ['an input object as a variable', whole, { input: { name: 'n', email: null } }],
  ['an empty input object', whole, { input: {} }],
  ['nested input with defaults', whole, { input: { many: [{ quantity: 1 }, { quantity: 2, note: null }] } }],
  ['one value for a list', whole, { input: { many: { quantity: 1 }, texts: 'one' } }],
  ['a default at an argument', 'query ($first: Int = 7) { echo(first: $first) }'],
  ['an argument left to its own default', 'query ($colour: Colour) { echo(colour: $colour) }'],
  ['a null argument', 'query ($colour: Colour) { echo(colour: $colour) }', { colour: null }],
  ['enums and lists as literals', '{ echo(colour: GREEN, list: [1, 2], change: { colour: RED, texts: null }) }'],
  ['one literal for a list', '{ echo(list: 1) }'],
  ['variables as list items', 'query ($a: Int!, $b: Int!) { echo(list: [$a, $b]) }', { a: 1, b: 2 }],
  ['a defaulted enum variable', 'query ($c: Colour = RED) { echo(colour: $c) }'],
  ['a variable that is not declared', '{ echo }', { extra: 1 }],

  ['an unmet @include', 'query ($x: Boolean!) { node(id: 1) { id name @include(if: $x) } }', { x: false }],
  ['a met @include', 'query ($x: Boolean!) { node(id: 1) { id name @include(if: $x) } }', { x: true }],
  ['an @include by default', 'query ($x: Boolean = true) { node(id: 1) { id name @include(if: $x) } }'],
  [
    '@include against a default',
    'query ($x: Boolean = true) { node(id: 1) { id name @include(if: $x) } }',
    { x: false },
  ],
  ['@skip', 'query ($x: Boolean!) { node(id: 1) { id name @skip(if: $x) } }', { x: true }],
  [
    '@skip and @include',
    'query ($x: Boolean!) { node(id: 1) { id name @skip(if: $x) @include(if: true) } }',
    { x: false },
  ],
  ['literal conditions', '{ node(id: 1) { id name @include(if: false) colour @skip(if: false) } }'],
  ['an object with nothing left', 'query ($x: Boolean!) { node(id: 1) { id @include(if: $x) } }', { x: false }],
  ...[true, false].flatMap((x) =>
    [true, false].flatMap((y): [string, string, Record<string, unknown>][] => [
      [
        `a shared fragment under a condition, x ${x}, y ${y}`,
        `query ($x: Boolean!, $y: Boolean!) { node(id: 1) { ...F self @include(if: $x) { ...F } strict @skip(if: $y) { ...F } } } ${shared}`,
        { x, y },
      ],
      [
        `a fragment spread twice, x ${x}, y ${y}`,
        `query ($x: Boolean!, $y: Boolean!) { node(id: 1) { id ...F @include(if: $x) ...F @include(if: $y) } } ${shared}`,
        { x, y },
      ],
      [
        `fields merged over conditions, x ${x}, y ${y}`,
        `query ($x: Boolean!, $y: Boolean!) { node(id: 1) { id
          self @include(if: $x) { ... { name } } self @include(if: $y) { id ... @skip(if: $x) { colour } } } }`,
        { x, y },
      ],
    ]),
  ),

  ['a service error', '{ node(id: 1) { id fails } }'],
  ['a service error that comes later', '{ node(id: 1) { id failsLater } }'],
  ['an error through fields that are not null', '{ node(id: 1) { id self { strict { failsStrictly } } } }'],
  ['an error of a mutation', 'mutation { fail { id } }'],
  ['an error of a mutation that is never null', 'mutation { failStrictly { id } }'],
  ['an error of a mutation that is never null, later', 'mutation { failStrictlyLater { id } }'],
  [
    'several mutations, one after the other',
    'mutation { a: change(id: 1, input: {}) fail { id } b: change(id: 2, input: {}) }',
  ],
  ['an internal error', '{ node(id: 1) { id internal } }'],
  ['null where null must not be', '{ node(id: 1) { self { nothing } } }'],
  ['an item that failed', '{ node(id: 1) { later { id } } }'],
  ['errors at several places', '{ node(id: 1) { fails selves { failsLater } } }'],
];

/** As JSON, where absent and undefined are the same, with the errors in an order of their own. */
function plain(result: Awaited<ReturnType<typeof execute>>) {
  const errors = result.errors?.map(({ message, path, extensions }) => JSON.stringify({ message, path, extensions }));
  return { data: JSON.parse(JSON.stringify(result.data ?? null)), errors: errors?.sort() };
}

describe('prepareOperation', () => {
  test.each(cases)('answers as graphql-js does: %s', async (_, text, variables = {}) => {
    const document = parse(text);
    expect(validate(schema, document)).toEqual([]);
    const exact = await execute({ schema, document, variableValues: variables, contextValue: context });
    const run = prepareOperation(schema)(document);
    for (let time = 0; time < 2; time++) expect(plain(await run({ ...context, variables }))).toEqual(plain(exact));
  });

  test('keeps variants of one operation apart, in whatever order they come', async () => {
    const document = parse(
      'query ($x: Boolean = false, $n: String) { echo(change: { name: $n }) a: echo @include(if: $x) }',
    );
    const run = prepareOperation(schema)(document);
    const all = [{}, { x: true }, { n: null }, { n: 'a', x: true }];
    for (const variables of [...all, {}, { n: null }, { n: 'b' }, { x: true }]) {
      const exact = await execute({ schema, document, variableValues: variables, contextValue: context });
      expect(plain(await run({ ...context, variables }))).toEqual(plain(exact));
    }
  });

  describe('input that does not fit', () => {
    const byId = 'query ($id: SafeInt!) { node(id: $id) { id } }';
    const byDefault = 'query ($x: Boolean = true) { echo @include(if: $x) }';
    const must = /must be true or false/;
    test.each<[string, string, Record<string, unknown>, message: RegExp]>([
      ['a required variable that is absent', byId, {}, /\$id.*not provided/],
      ['null for a required variable', byId, { id: null }, /\$id.*must not be null/],
      ['a scalar out of its bounds', byId, { id: -1 }, /between 0 and 9007199254740991/],
      ['an enum value that is none', 'query ($c: Colour) { echo(colour: $c) }', { c: 'BLUE' }, /Colour/],
      ['an unknown field of an input object', whole, { input: { nam: 1 } }, /"nam" is not defined.*"name"/s],
      ['a fault deep inside', whole, { input: { many: [{ quantity: 'x' }] } }, /input\.many\[0\]\.quantity/],
      ['null past a default', 'query ($first: Int = 7) { echo(first: $first) }', { first: null }, /"first".*null/],
      ['null past a default, inside an object', replace, { id: 1, quantity: null }, /invalid value/],
      ['a condition that is null', byDefault, { x: null }, must],
      ['a condition that is no Boolean', 'query ($x: Boolean!) { echo @include(if: $x) }', { x: 'yes' }, must],
    ])('is BAD_USER_INPUT and runs nothing: %s', async (_, text, variables, message) => {
      const result = await prepareOperation(schema)(parse(text))({ ...context, variables });
      expect(result.data ?? null).toBeNull();
      expect(result.errors?.map(({ extensions }) => extensions['code'])).toEqual(['BAD_USER_INPUT']);
      expect(result.errors?.[0]?.message).toMatch(message);
    });
  });

  test('gives errors the code and the problems of what was thrown, and what was thrown', async () => {
    const { errors } = await prepareOperation(schema)(parse('{ node(id: 1) { failsLater } }'))({
      ...context,
      variables: {},
    });
    expect(errors).toHaveLength(1);
    expect(errors![0]).toBeInstanceOf(GraphQLError);
    expect(errors![0]!.extensions).toEqual({ code: 'CONFLICT', problems: [{ field: 'email', message: 'is taken' }] });
    expect(errors![0]!.originalError).toBeInstanceOf(ServiceError);
    expect(errors![0]!.path).toEqual(['node', 'failsLater']);
  });

  test('gives resolvers the caller, the request id and the signal', async () => {
    const seen: unknown[] = [];
    const own = makeExecutableSchema({
      typeDefs: 'type Query { seen: Boolean }',
      resolvers: { Query: { seen: (_: unknown, __: unknown, given: unknown) => seen.push(given) > 0 } },
    });
    await prepareOperation(own)(parse('{ seen }'))({ ...context, variables: {} });
    expect(seen).toEqual([context]);
  });

  test('rejects, and runs nothing, if the request was aborted before', async () => {
    const run = prepareOperation(schema)(parse('{ echo }'));
    await expect(run({ ...context, variables: {}, signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow(
      'gone',
    );
  });

  test.each(['{ node(id: -1) { id } }', 'query ($n: Unknown) { echo }'])(
    'refuses at once a document that cannot be compiled: %s',
    (document) => {
      expect(() => prepareOperation(schema)(parse(document))).toThrow();
    },
  );

  test('compiles a document in place of the prepared one once for its key and variables', async () => {
    const run = prepareOperation(schema)(
      parse('query ($a: Boolean!, $n: Int!) { echo(first: $n) one: echo(first: 1) @include(if: $a) }'),
    );
    const create = vi.fn<() => DocumentNode>(() =>
      parse('query ($a: Boolean!) { two: echo(first: 2) one: echo(first: 1) @include(if: $a) }'),
    );
    const fieldsFor = async (a: boolean, document?: { key: string; create: () => DocumentNode }) => {
      const { data } = await run({ ...context, document, variables: document ? { a } : { a, n: 3 } });
      return Object.keys(data!);
    };
    const replacement = { key: 'b', create };
    for (let time = 0; time < 2; time++) expect(await fieldsFor(true, replacement)).toEqual(['two', 'one']);
    expect(create).toHaveBeenCalledOnce();
    for (let time = 0; time < 2; time++) expect(await fieldsFor(false, replacement)).toEqual(['two']);
    expect(create).toHaveBeenCalledTimes(2);
    expect(await fieldsFor(true)).toEqual(['echo', 'one']);
  });
});
