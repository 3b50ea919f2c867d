// Relay connections over keyset windows. A page reads one row more than it shows, to know whether there are more. It is
// read, and the whole list counted, only where something of it is selected, and then at once. See https://relay.dev/graphql/connections.htm
import { encodeCursor } from './cursor.ts';
import type { Window } from './Window.ts';

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

/** One row of a page and its place in the list. */
export interface Edge<Row> {
  cursor: string;
  node: Row;
}

/** Makes a connection of what reads the rows of a window: up to `first`, and one more if there are more. */
export function connect<Row>(
  list: string,
  { after, offset, first }: Window,
  read: () => Promise<readonly Row[]>,
  count: () => Promise<number>,
): Connection<Row> {
  let page: Promise<Page<Row>> | undefined;
  const pageOf = (rows: readonly Row[]): Page<Row> => ({
    nodes: rows.slice(0, first),
    hasNextPage: rows.length > first,
    hasPreviousPage: after >= 0 || offset > 0,
  });
  return { list, page: () => (page ??= read().then(pageOf)), count };
}

/** The resolvers of a connection type. They are functions of their own, so that only what is selected is computed. */
export const connectionResolvers = {
  totalCount: ({ count }: Connection<{ id: number }>) => count(),
  nodes: async <Row>({ page }: Connection<Row>): Promise<Row[]> => (await page()).nodes,
  edges: async <Row extends { id: number }>({ list, page }: Connection<Row>): Promise<Edge<Row>[]> =>
    (await page()).nodes.map((node) => ({ cursor: encodeCursor(list, node.id), node })),
  pageInfo: async ({ list, page }: Connection<{ id: number }>) => {
    const { nodes, hasNextPage, hasPreviousPage } = await page();
    const [startCursor, endCursor] = [cursorOf(list, nodes[0]), cursorOf(list, nodes.at(-1))];
    return { hasNextPage, hasPreviousPage, startCursor, endCursor };
  },
};

function cursorOf(list: string, row: { id: number } | undefined): string | null {
  return row ? encodeCursor(list, row.id) : null;
}
