import type { DocumentNode } from 'graphql';
import type { Caller } from '../auth/Caller.ts';

/** What resolvers are given besides their arguments. Loaders and stores are not in it: each subgraph closes over its own. */
export interface RequestContext {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
}

/** One federated module: its SDL and the resolvers over its own store. It can be merged with others or served alone. */
export interface Subgraph {
  name: string;
  typeDefs: DocumentNode;
  resolvers: Record<string, unknown>;
}
