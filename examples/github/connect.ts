// Relay connections over lists in memory. See https://relay.dev/graphql/connections.htm

export interface Slice {
  first?: number | null;
  after?: string | null;
}

/** A connection whose cursors are the positions of its nodes, encoded. */
export function connect<Item, Node>(all: readonly Item[], { first, after }: Slice, mapItem: (item: Item) => Node) {
  const start = after == null ? 0 : Number(Buffer.from(after, 'base64url').toString()) + 1;
  const page = all.slice(start, start + (first ?? all.length));
  const cursorAt = (position: number) => Buffer.from(String(position)).toString('base64url');
  return {
    nodes: page.map(mapItem),
    totalCount: all.length,
    pageInfo: {
      startCursor: page.length > 0 ? cursorAt(start) : null,
      endCursor: page.length > 0 ? cursorAt(start + page.length - 1) : null,
      hasPreviousPage: start > 0,
      hasNextPage: start + page.length < all.length,
    },
  };
}

/** A connection of which only the number is known. */
export function count(totalCount: number) {
  return { totalCount };
}
