// One list of items, under root fields that page as other GraphQL APIs do.
import { type GraphQLSchema, buildSchema } from 'graphql';

export interface Item {
  id: number;
  kind: string;
}

/** 23 items; every third is of the kind `b`. */
export const ITEMS: readonly Item[] = Array.from({ length: 23 }, (_, index) => ({
  id: index + 1,
  kind: index % 3 === 2 ? 'b' : 'a',
}));

export const pagedSchema: GraphQLSchema = buildSchema(/* GraphQL */ `
  scalar Cursor
  scalar Long
  type Query {
    "Hasura"
    item(where: where_input, order_by: order_input, limit: Int, offset: Int): [Item!]!
    item_aggregate(where: where_input, order_by: order_input): item_aggregate!
    shop(kind: String): Shop
    "PostGraphile"
    allItems(first: Int, last: Int, offset: Int, before: Cursor, after: Cursor, condition: where_input): ItemsConnection
    allItemsList(first: Int, offset: Int, condition: where_input): [Item]
    ids(first: Int, offset: Int): [Int!]
    "commercetools"
    products(where: String, limit: Int, offset: Int): ProductQueryResult!
    "Saleor"
    saleor(first: Int, after: String, last: Int, before: String, kind: String): ItemCountableConnection
    "Spotify, by the number of the page"
    albums(kind: String, page: Int!, perPage: Int!): AlbumPage!
    "AIP-158"
    listItems(pageSize: Int, pageToken: String, filter: String): ListItemsResponse!
    search(query: String, size: Int, from: Int): SearchResult!
    forward(first: Int, after: String, offset: Int): Forward!
    numbered(first: Int, after: Int): Numbered!
  }
  input where_input {
    kind: String
  }
  enum order_input {
    ASC
    DESC
  }
  type Item {
    id: Int!
    kind: String!
  }
  type item_aggregate {
    aggregate: aggregate_fields
    nodes: [Item!]!
  }
  type aggregate_fields {
    count: Int!
    max: Item
  }
  type Shop {
    itemCount: Int!
    items(limit: Int, skip: Int): [Item!]!
  }
  type PageInfo {
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: Cursor
    endCursor: Cursor
    total: Int!
  }
  type ItemsConnection {
    nodes: [Item!]!
    edges: [ItemEdge!]!
    pageInfo: PageInfo!
    totalCount: Int!
  }
  type ItemEdge {
    node: Item
    cursor: Cursor
  }
  type ProductQueryResult {
    offset: Int!
    count: Int!
    total: Long!
    results: [Item!]!
  }
  type ItemCountableConnection {
    edges: [ItemEdge!]!
    pageInfo: PageInfo!
    totalCount: Int
  }
  type AlbumPage {
    items: [Item!]!
    meta: AlbumMeta!
  }
  type AlbumMeta {
    total: Int!
  }
  type ListItemsResponse {
    items: [Item!]!
    nextPageToken: String
  }
  type SearchResult {
    hits: Hits!
  }
  type Hits {
    found: [Item!]!
    total: Int
  }
  type Forward {
    nodes: [Item!]!
    pageInfo: ForwardInfo!
  }
  type ForwardInfo {
    hasNextPage: Boolean!
    endCursor: String
  }
  type Numbered {
    nodes: [Item!]!
    next: Int
  }
`);

interface Relay {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
  offset?: number | null;
}

const ofKind = (kind: string | null | undefined) => ITEMS.filter((item) => kind == null || item.kind === kind);
const slice = (all: readonly Item[], limit: number | null | undefined, offset: number | null | undefined) =>
  all.slice(offset ?? 0, (offset ?? 0) + (limit ?? 100));

/** See the GraphQL Cursor Connections Specification, section 4.4, Pagination algorithm. */
function relay(all: readonly Item[], { first, after, last, before, offset }: Relay, onCount = () => {}) {
  const from = after == null ? (offset ?? 0) : all.findIndex(({ id }) => String(id) === after) + 1;
  const to = before == null ? all.length : all.findIndex(({ id }) => String(id) === before);
  const between = all.slice(from, to);
  const nodes = last == null ? between.slice(0, first ?? between.length) : between.slice(-last);
  return {
    nodes,
    edges: nodes.map((node) => ({ node, cursor: String(node.id) })),
    pageInfo: {
      // As much as the specification demands, and no more.
      hasNextPage: first != null && between.length > first,
      hasPreviousPage: last != null && between.length > last,
      startCursor: nodes[0] ? String(nodes[0].id) : null,
      endCursor: nodes.length > 0 ? String(nodes.at(-1)!.id) : null,
      total: all.length,
    },
    totalCount: () => (onCount(), all.length),
  };
}

interface Where {
  where?: { kind?: string | null } | null;
  condition?: { kind?: string | null } | null;
  kind?: string | null;
  filter?: string | null;
  query?: string | null;
}
type Numbers = Readonly<
  Record<'limit' | 'offset' | 'page' | 'perPage' | 'pageSize' | 'size' | 'from' | 'skip', number>
>;
type Given = Where & Relay & Partial<Numbers> & { pageToken?: string | null; order_by?: 'ASC' | 'DESC' | null };

/** How often a total was read. */
export const counted = { times: 0 };
const count = (items: readonly unknown[]) => {
  counted.times++;
  return items.length;
};

const roots: Readonly<Record<string, (given: Given) => unknown>> = {
  item: ({ where, limit, offset, order_by }) => {
    const all = ofKind(where?.kind);
    return slice(order_by === 'DESC' ? all.toReversed() : all, limit, offset);
  },
  item_aggregate: ({ where }) => ({
    aggregate: where?.kind === 'none' ? null : { count: () => count(ofKind(where?.kind)) },
  }),
  shop: ({ kind }) =>
    kind === 'closed'
      ? null
      : {
          itemCount: () => count(ofKind(kind)),
          items: ({ limit, skip }: Given) => slice(ofKind(kind), limit, skip),
        },
  allItems: ({ condition, ...page }) => relay(ofKind(condition?.kind), page, () => counted.times++),
  allItemsList: ({ condition, first, offset }) =>
    condition?.kind === 'none' ? null : [null, ...slice(ofKind(condition?.kind), first, offset)],
  ids: ({ first, offset }) => slice(ITEMS, first, offset).map(({ id }) => id),
  products: ({ where, limit, offset }) => ({
    results: slice(ofKind(where as never), limit, offset),
    total: () => count(ofKind(where as never)),
  }),
  saleor: ({ kind, ...page }) => {
    const connection = relay(ofKind(kind), page);
    return { ...connection, totalCount: () => (kind === 'b' ? null : count(ofKind(kind))) };
  },
  albums: ({ kind, page, perPage }) => ({
    items: slice(ofKind(kind), perPage, (page! - 1) * perPage!),
    meta: { total: () => count(ofKind(kind)) },
  }),
  listItems: ({ filter, pageSize, pageToken }) => {
    const from = Number(pageToken ?? 0);
    const items = slice(ofKind(filter), pageSize, from);
    return { items, nextPageToken: from + items.length < ofKind(filter).length ? String(from + items.length) : '' };
  },
  search: ({ query, size, from }) => ({
    hits: { found: slice(ofKind(query), size, from), total: query === 'b' ? null : count(ofKind(query)) },
  }),
  forward: (page) => relay(ITEMS, page),
};

for (const [name, field] of Object.entries(pagedSchema.getQueryType()!.getFields())) {
  const root = roots[name];
  if (root) field.resolve = (_, given) => root(given as Given);
}
