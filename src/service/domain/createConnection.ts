// Relay connections over keyset pages. A page reads one row more than it returns, to know whether there are more. The page
// and the count are read only where they are selected, and at once. See https://relay.dev/graphql/connections.htm
import { type ListPage, encodeListCursor, isOrderedById } from './pageArguments.ts';

export interface ListRow {
  id: number;
  createdAt: Date;
}

/** One page of a list, and how to count the whole list. */
export interface Connection<Row> {
  cursorOf: (row: ListRow) => string;
  /** Reads the page, once however often it is called. */
  page: () => Promise<Page<Row>>;
  count: () => Promise<number>;
}

interface Page<Row> {
  nodes: Row[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}

export interface Edge<Row> {
  cursor: string;
  node: Row;
}

/** Creates the connection for one page of a list. `readPage` reads up to `first` rows, and one more if there are more. */
export function createConnection<Row>(
  { list, orderBy, after, offset, first }: ListPage<unknown>,
  { readPage, count }: { readPage: () => Promise<readonly Row[]>; count: () => Promise<number> },
): Connection<Row> {
  let page: Promise<Page<Row>> | undefined;
  const toPage = (rows: readonly Row[]): Page<Row> => ({
    nodes: rows.slice(0, first),
    hasNextPage: rows.length > first,
    hasPreviousPage: after !== undefined || offset > 0,
  });
  const cursorOf = isOrderedById(orderBy)
    ? ({ id }: ListRow) => encodeListCursor(list, { id })
    : ({ id, createdAt }: ListRow) => encodeListCursor(list, { id, createdAt: createdAt.getTime() });
  return { cursorOf, page: () => (page ??= readPage().then(toPage)), count };
}

/** The resolvers of a connection type. They are separate functions, so that only selected fields are computed. */
export const connectionResolvers = {
  totalCount: ({ count }: Connection<ListRow>) => count(),
  nodes: async <Row>({ page }: Connection<Row>): Promise<Row[]> => (await page()).nodes,
  edges: async <Row extends ListRow>({ cursorOf, page }: Connection<Row>): Promise<Edge<Row>[]> =>
    (await page()).nodes.map((node) => ({ cursor: cursorOf(node), node })),
  pageInfo: async ({ cursorOf, page }: Connection<ListRow>) => {
    const { nodes, hasNextPage, hasPreviousPage } = await page();
    const [first, last] = [nodes[0], nodes.at(-1)];
    return {
      hasNextPage,
      hasPreviousPage,
      startCursor: first ? cursorOf(first) : null,
      endCursor: last ? cursorOf(last) : null,
    };
  },
};
