// Relay connections over keyset windows. A page reads one row more than it shows, to know whether there are more, and
// counts the whole list only when `totalCount` is selected. See https://relay.dev/graphql/connections.htm
import { encodeCursor } from './cursor.ts';
import type { Window } from './Window.ts';

/** One page of a list, and how to count the whole list. */
export interface Connection<Row> {
  /** The name of the list, which its cursors are bound to. */
  list: string;
  nodes: Row[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  count: () => Promise<number>;
}

/** One row of a page and its place in the list. */
export interface Edge<Row> {
  cursor: string;
  node: Row;
}

/** Makes a page of the rows that were read for a window: up to `first`, and one more if there are more. */
export function connect<Row>(
  list: string,
  { after, offset, first }: Window,
  rows: readonly Row[],
  count: () => Promise<number>,
): Connection<Row> {
  return {
    list,
    nodes: rows.slice(0, first),
    hasNextPage: rows.length > first,
    hasPreviousPage: after >= 0 || offset > 0,
    count,
  };
}

/** The resolvers of a connection type. They are functions of their own, so that only what is selected is computed. */
export const connectionResolvers = {
  totalCount: ({ count }: Connection<{ id: number }>) => count(),
  edges: <Row extends { id: number }>({ list, nodes }: Connection<Row>): Edge<Row>[] =>
    nodes.map((node) => ({ cursor: encodeCursor(list, node.id), node })),
  pageInfo: ({ list, nodes, hasNextPage, hasPreviousPage }: Connection<{ id: number }>) => ({
    hasNextPage,
    hasPreviousPage,
    startCursor: cursorOf(list, nodes[0]),
    endCursor: cursorOf(list, nodes.at(-1)),
  }),
};

function cursorOf(list: string, row: { id: number } | undefined): string | null {
  return row ? encodeCursor(list, row.id) : null;
}
