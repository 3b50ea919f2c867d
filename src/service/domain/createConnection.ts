// Relay connections over keyset pages. A page reads one row more than it returns, to know whether there are more. The page
// and the count are read only where they are selected, and at once. See https://relay.dev/graphql/connections.htm
import type { PageArgs } from '../database/TableReader.ts';
import { encodeListCursor } from './cursor.ts';

/** One page of a list, and how to count the whole list. */
export interface Connection<Row> {
  /** The name of the list, which its cursors are bound to. */
  list: string;
  /** Reads the page, once however often it is called. */
  page: () => Promise<Page<Row>>;
  count: () => Promise<number>;
}

interface Page<Row> {
  nodes: Row[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}

/** One row of a page and its cursor. */
export interface Edge<Row> {
  cursor: string;
  node: Row;
}

/** How a connection reads its list. */
export interface ConnectionReads<Row> {
  /** Reads the rows of the page: up to `first`, and one more if there are more. */
  readPage: () => Promise<readonly Row[]>;
  count: () => Promise<number>;
}

/** Creates the connection for one page of the list named `list`. */
export function createConnection<Row>(
  list: string,
  { after, offset, first }: PageArgs,
  { readPage, count }: ConnectionReads<Row>,
): Connection<Row> {
  let page: Promise<Page<Row>> | undefined;
  const toPage = (rows: readonly Row[]): Page<Row> => ({
    nodes: rows.slice(0, first),
    hasNextPage: rows.length > first,
    hasPreviousPage: after >= 0 || offset > 0,
  });
  return { list, page: () => (page ??= readPage().then(toPage)), count };
}

/** The resolvers of a connection type. They are separate functions, so that only selected fields are computed. */
export const connectionResolvers = {
  totalCount: ({ count }: Connection<{ id: number }>) => count(),
  nodes: async <Row>({ page }: Connection<Row>): Promise<Row[]> => (await page()).nodes,
  edges: async <Row extends { id: number }>({ list, page }: Connection<Row>): Promise<Edge<Row>[]> =>
    (await page()).nodes.map((node) => ({ cursor: encodeListCursor(list, node.id), node })),
  pageInfo: async ({ list, page }: Connection<{ id: number }>) => {
    const { nodes, hasNextPage, hasPreviousPage } = await page();
    const [startCursor, endCursor] = [cursorOf(list, nodes[0]), cursorOf(list, nodes.at(-1))];
    return { hasNextPage, hasPreviousPage, startCursor, endCursor };
  },
};

function cursorOf(list: string, row: { id: number } | undefined): string | null {
  return row ? encodeListCursor(list, row.id) : null;
}
