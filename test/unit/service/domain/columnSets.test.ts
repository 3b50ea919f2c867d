import { type FieldNode, type GraphQLFieldResolver, buildSchema, execute, graphql, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { prepareOperation } from '../../../../src/gateway/execute/prepareOperation.ts';
import { ColumnSets, createColumnReader } from '../../../../src/service/domain/columnSets.ts';
import { context } from './support/openGraph.ts';

const COLUMNS = ['id', 'first', 'last', 'email', 'ownerId'] as const;
const COLUMNS_OF = {
  id: ['id'],
  name: ['first', 'last'],
  first: ['first'],
  email: ['email'],
  owner: ['ownerId'],
} as const;

const schema = buildSchema(/* GraphQL */ `
  interface Named {
    name: String
  }
  type User implements Named {
    id: Int
    name: String
    first: String
    email: String
    owner: User
  }
  type Edge {
    cursor: String
    node: User
  }
  type Connection {
    nodes: [User]
    edges: [Edge]
    totalCount: Int
  }
  type Query {
    user: User
    users: Connection
  }
`);

/** The columns that each of these fields of Query reads, by response name, in the order of execution. */
const found: string[] = [];
const reader = createColumnReader(new ColumnSets(COLUMNS), COLUMNS_OF, ['id']);
const record =
  (kind: 'ofObject' | 'ofConnection'): GraphQLFieldResolver<unknown, unknown> =>
  (_source, _args, _context, info) => {
    found.push(reader[kind](info).columns.join(' '));
    return null;
  };
const query = schema.getQueryType()!.getFields();
query['user']!.resolve = record('ofObject');
query['users']!.resolve = record('ofConnection');

async function columnsOf(source: string, variableValues: Record<string, unknown> = {}): Promise<string[]> {
  found.length = 0;
  const { errors } = await graphql({ schema, source, variableValues });
  expect(errors).toBeUndefined();
  return [...found];
}

describe('the columns of an object', () => {
  test.each([
    ['{ user { first } }', 'id first'],
    ['{ user { name email } }', 'id first last email'],
    ['{ user { email first } }', 'id first email'],
    ['{ user { __typename } }', 'id'],
    ['{ user { email: first } }', 'id first'],
    ['{ email: user { a: email b: email } }', 'id email'],
    ['{ user { first } user { email } }', 'id first email'],
    ['{ user { ... { first } ... on User { email } } }', 'id first email'],
    ['{ user { ... on Named { name } } }', 'id first last'],
    ['{ user { ...A } } fragment A on User { first ...B } fragment B on User { email }', 'id first email'],
    ['{ user { owner { first email } } }', 'id ownerId'],
    ['{ user { first @include(if: false) email @skip(if: true) } }', 'id first email'],
    ['{ user { ...A @include(if: false) } } fragment A on User { first }', 'id first'],
  ])('%s', async (source, columns) => {
    expect(await columnsOf(source)).toEqual([columns]);
  });
});

describe('the columns of a connection', () => {
  test.each([
    ['{ users { nodes { first } } }', 'id first'],
    ['{ users { edges { node { first } } } }', 'id first'],
    ['{ users { edges { cursor node { first } } nodes { email } } }', 'id first email'],
    ['{ users { edges { cursor } } }', 'id'],
    ['{ users { totalCount } }', 'id'],
    ['{ users { __typename nodes { __typename } } }', 'id'],
    ['{ users { first: nodes { email } } }', 'id email'],
    [
      '{ users { ...C } } fragment C on Connection { edges { ...E } } fragment E on Edge { node { name } }',
      'id first last',
    ],
    ['{ users { nodes { owner { email } } } }', 'id ownerId'],
    ['{ users { totalCount nodes { first } } }', 'id first'],
    ['{ users { ...C edges { cursor } } } fragment C on Connection { count: totalCount }', 'id'],
  ])('%s', async (source, columns) => {
    expect(await columnsOf(source)).toEqual([columns]);
  });
});

test('fields of one operation have columns of their own', async () => {
  const source = '{ a: user { first } b: user { email } users { nodes { name } } }';
  expect(await columnsOf(source)).toEqual(['id first', 'id email', 'id first last']);
});

describe('a document that is executed again with other variables', () => {
  const document = parse('query ($full: Boolean!) { user { first ... @include(if: $full) { email } } }');

  test('reads what any of them include, where all have one document', async () => {
    found.length = 0;
    for (const full of [false, true, false]) await execute({ schema, document, variableValues: { full } });
    expect(found).toEqual(['id first email', 'id first email', 'id first email']);
  });

  test('reads what they include, where they are compiled', async () => {
    const run = prepareOperation(schema)(document);
    found.length = 0;
    for (const full of [false, true, false]) await run({ ...context, variables: { full } });
    expect(found).toEqual(['id first', 'id first email', 'id first']);
  });

  test('reads what they include of a fragment, where they are compiled', async () => {
    const run = prepareOperation(schema)(
      parse('query ($full: Boolean!) { user { ...A } } fragment A on User { first email @include(if: $full) }'),
    );
    found.length = 0;
    for (const full of [false, true, false]) await run({ ...context, variables: { full } });
    expect(found).toEqual(['id first', 'id first email', 'id first']);
  });
});

test('more than sixteen selections read all columns', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const sets = new ColumnSets(names);
  const many = createColumnReader(sets, Object.fromEntries(names.map((name) => [name, [name]])), []);
  /** Twenty selections, the binary digits of 1 to 20. */
  const selections = Array.from({ length: 20 }, (_, at) => names.filter((__, digit) => ((at + 1) >> digit) % 2 === 1));
  const columns = selections.map((fields) => {
    const [operation] = parse(`{ user { ${fields.join(' ')} } }`).definitions;
    const { selections: fieldNodes } = (operation as unknown as { selectionSet: { selections: FieldNode[] } })
      .selectionSet;
    return many.ofObject({ fieldNodes, fragments: {} }).columns;
  });
  expect(columns.slice(0, 15)).toEqual(selections.slice(0, 15));
  expect(columns.slice(15)).toEqual(Array(5).fill(names));
});

describe('the sets of columns of a table', () => {
  const TABLE = ['id', 'first', 'last', 'email', 'version'];

  /** Every set of these columns but the empty one: the binary digits of 1 to 31. */
  const wanted = Array.from({ length: 2 ** TABLE.length - 1 }, (_, at) =>
    TABLE.filter((__, digit) => ((at + 1) >> digit) % 2 === 1),
  );

  test('a set has its columns in the order of the table, and is the same one each time', () => {
    const sets = new ColumnSets(TABLE);
    const set = sets.of(new Set(['email', 'id']));
    expect(set.columns).toEqual(['id', 'email']);
    expect(sets.of(new Set(['id', 'email']))).toBe(set);
  });

  test('the set of all columns is `all`', () => {
    const sets = new ColumnSets(TABLE);
    expect(sets.of(new Set(TABLE))).toBe(sets.all);
    expect(sets.all.columns).toEqual(TABLE);
  });

  test('different sets have different selects of Prisma', () => {
    const selects = wanted.map((columns) => JSON.stringify(new ColumnSets(TABLE).of(new Set(columns)).select));
    expect(new Set(selects).size).toBe(wanted.length);
    expect(selects[0]).toBe('{"id":true}');
  });

  test('of too many sets the first ones stay, and the others are all columns', () => {
    const sets = new ColumnSets(TABLE);
    const distinct = wanted.map((columns) => sets.of(new Set(columns)));
    expect(new Set(distinct).size).toBe(16);
    expect(distinct.slice(0, 15).map(({ columns }) => columns)).toEqual(wanted.slice(0, 15));
    for (const set of distinct.slice(15)) expect(set).toBe(sets.all);
    expect(sets.of(new Set(wanted[7]))).toBe(distinct[7]);
  });
});
