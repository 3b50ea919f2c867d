import type { DocumentNode } from 'graphql';

export type { RequestContext } from '../../gateway/execution/RequestContext.ts';

/** One subgraph: its SDL and its resolvers. It can be merged with others or served alone. */
export interface Subgraph {
  name: string;
  typeDefs: DocumentNode;
  resolvers: Record<string, unknown>;
}
