// Random documents that combine words of the vocabulary.
import fc from 'fast-check';
import { type GraphQLSchema, buildSchema } from 'graphql';
import type { Documents } from './toy.ts';

export const schema: GraphQLSchema = buildSchema(/* GraphQL */ `
  type Query {
    item(id: ID!, filter: Filter): Item
    thing(id: ID!, filter: Filter): Thing
    items(first: Int, after: String, offset: Int, filter: Filter): ItemConnection!
    list(limit: Int, skip: Int, filter: Filter): [Item]!
    count(filter: Filter): Int!
  }
  input Filter {
    name: NameFilter
    all: [Filter!]
  }
  input NameFilter {
    is: String
    in: [String]
  }
  union Thing = Item | Box
  enum Kind {
    BIG_ONE
    SMALL
  }
  type Item {
    id: ID!
    name: String!
    note: String
    kind: Kind!
    owner: Owner
    boxes: [Box!]!
    thing: Thing
    broken: String
  }
  type Owner {
    id: ID!
    title: String!
    motto: String
  }
  type Box {
    id: ID!
    width: Int
    label: String!
  }
  type ItemConnection {
    nodes: [Item]!
    edges: [ItemEdge!]!
    pageInfo: PageInfo!
    totalCount: Int!
  }
  type ItemEdge {
    node: Item!
  }
  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }
`);

/** One way to select something of an Item: its names for `@fields`, and the GraphQL. */
interface Part {
  names: readonly string[];
  text: string;
  expand?: string;
}

const part = (names: readonly string[], text: string, expand?: string): Part => ({
  names,
  text,
  ...(expand !== undefined && { expand }),
});

/** No two of one list have the same wire name, so that any of each can be combined. */
const PARTS: readonly (readonly Part[])[] = [
  [part(['name'], 'name'), part(['title'], 'title: name')],
  [part(['note'], 'note'), part(['note'], 'note @wrap(as: "text")')],
  [part(['kind'], 'kind'), part(['is'], '... @wrap(as: "kind") { is: kind }')],
  [part(['type'], 'type: __typename'), part(['made'], 'made: __typename @template(value: { of: "fixed" })')],
  [
    part(['owner'], 'owner { id title motto }'),
    part(['owner'], 'owner @unwrap { title }'),
    part(['owner'], 'owner @wrap(as: "data") { type: __typename id }'),
    part(['ownerId', 'motto'], 'owner @spread { ownerId: id motto }'),
    part(['owner'], 'owner @include(if: $owner) { title }', 'owner'),
    part(['ownerTitle'], 'owner @include(if: $owner) @spread { ownerTitle: title }', 'owner'),
    part(['by'], '... @include(if: $owner) @wrap(as: "owner") { by: owner @unwrap { title } }', 'owner'),
  ],
  [
    part(['boxes'], 'boxes { id width }'),
    part(['boxes'], 'boxes @wrap(as: "data") { id }'),
    part(['boxes'], 'boxes @unwrap { label }'),
    part(['boxes'], 'boxes @include(if: $boxes) { label width @template(value: { w: "{}", of: "{label}" }) }', 'boxes'),
  ],
  [
    part(['thing'], 'thing { ... on Item { id } ... on Box { id label } }'),
    part(['thing'], 'thing { ... on Box { label } }'),
    part(['thing'], 'thing { ... on Item @wrap(as: "item") { name } ... on Box { label } }'),
  ],
  [part(['broken'], 'broken @catch'), part(['broken'], 'broken @catch @wrap(as: "value")')],
  [
    part(['self'], 'self: id @template(value: "/items/{}")'),
    part(['self'], '... @wrap(as: "links") { self: id @template(value: "/items/{}") }'),
  ],
];

const HEADER = part([], 'code: note @header(name: "X-Note")');

const ROOTS = ['item', 'wrapped', 'thing', 'nodes', 'edges', 'list'] as const;

/** An API of one endpoint. */
export const api = fc.record({
  parts: fc.tuple(...PARTS.map((ways) => fc.option(fc.constantFrom(...ways), { nil: undefined, freq: 2 }))),
  root: fc.constantFrom(...ROOTS),
  hasHeader: fc.boolean(),
  hasFields: fc.boolean(),
  conventions: fc.record({
    nulls: fc.constantFrom('keep', 'omit'),
    case: fc.constantFrom('schema', 'snake_case'),
    enums: fc.constantFrom({ '*': 'kebab-case' }, { '*': 'schema', __typename: 'snake_case' }),
    urls: fc.constantFrom('relative', 'absolute'),
    body: fc.constantFrom(null, { data: '{body}' }),
    page: fc.constantFrom(
      {},
      { envelope: null },
      { body: { '{list}': '{items}', has_more: '{hasMore}', next: '{next?}', total: '{total?}' } },
    ),
  }),
});

export type Api = typeof api extends fc.Arbitrary<infer Value> ? Value : never;

/** The documents of an API, the names of `@fields`, and the values of `expand`. */
export function documentsOf({ parts, root, hasHeader, hasFields, conventions }: Api) {
  const isOne = root === 'item' || root === 'wrapped';
  const chosen = [
    part(['id'], 'id'),
    ...parts.filter((each) => each !== undefined),
    ...(hasHeader && isOne ? [HEADER] : []),
  ];
  const expands = [...new Set(chosen.flatMap(({ expand }) => expand ?? []))];
  const selected = chosen.map(({ text }) => text).join(' ');
  const fields = hasFields ? ' @fields' : '';
  const variables = ['$name: String', '$names: String', ...expands.map((name) => `$${name}: Boolean = false @expand`)];
  const filter = 'filter: { name: { is: $name }, all: [{ name: { in: [$names] } }] }';
  const operation = (path: string, body: string, own: readonly string[] = [], endpoint = '') =>
    `query read(${[...own, ...variables].join(', ')}) @endpoint(method: GET, path: "${path}"${endpoint}) { ${body} }`;
  const documents: Record<(typeof ROOTS)[number], string> = {
    item: operation('/items/{id}', `item(id: $id, ${filter})${fields} { ${selected} }`, ['$id: ID!'], ', maxAge: 5'),
    wrapped: operation(
      '/items/{id}',
      `found: item(id: $id, ${filter})${fields} { ${selected} }`,
      ['$id: ID!'],
      ', unwrap: false',
    ),
    thing: operation(
      '/items/{id}',
      `thing(id: $id, ${filter})${fields} { ... on Item { ${selected} } ... on Box { id label } }`,
      ['$id: ID!'],
    ),
    nodes: operation('/items', `items(${filter}) @paginate${fields} { nodes { ${selected} } }`),
    edges: operation('/items', `items(${filter}) @paginate${fields} { edges @unwrap { node { ${selected} } } }`),
    list: operation(
      '/items',
      `list(${filter}) @paginate(styles: [OFFSET, PAGE], connection: { first: "limit", offset: "skip" })${fields} { ${selected} } count(${filter}) @total`,
    ),
  };
  const names = chosen.flatMap((each) => each.names);
  return {
    documents: { 'conventions.json': JSON.stringify(conventions), 'v1/read.graphql': documents[root] } as Documents,
    names,
    expands,
    isPaged: root === 'nodes' || root === 'edges' || root === 'list',
  };
}
