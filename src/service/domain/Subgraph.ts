import type { DocumentNode } from 'graphql';

import type { RequestContext as EngineContext } from '../../gateway/execution/RequestContext.ts';
import type { DatabaseClient } from '../database/Database.ts';

/** The context value of resolvers; it is the scope of their statements. */
export interface RequestContext extends EngineContext {
  /** Set for a request with an Idempotency-Key. */
  transaction?: DatabaseClient | undefined;
}

/** One subgraph: its SDL and its resolvers. It can be merged with others or served alone. */
export interface Subgraph {
  name: string;
  typeDefs: DocumentNode;
  resolvers: Record<string, unknown>;
}
