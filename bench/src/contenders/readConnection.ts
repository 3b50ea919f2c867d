import { LIMIT, type Question } from '../throughput/Work.ts';

/** A page as GraphQL gives it. */
export interface GraphqlPage {
  nodes: Record<string, unknown>[];
  totalCount?: number;
  pageInfo?: { hasNextPage: boolean; endCursor: string };
}

/** A connection in the form of the REST interface: its envelope, and enums in lower case. */
export function readConnection(question: Question, { nodes, totalCount, pageInfo }: GraphqlPage): unknown {
  const data = nodes.map(({ status, ...node }) =>
    typeof status === 'string' ? { ...node, status: status.toLowerCase() } : node,
  );
  const { hasNextPage: hasMore = false, endCursor = null } = pageInfo ?? {};
  const pagination = pageInfo
    ? { nextCursor: hasMore ? endCursor : null, hasMore }
    : { limit: LIMIT, offset: 'offset' in question ? question.offset : 0, total: totalCount };
  return { data, pagination };
}
