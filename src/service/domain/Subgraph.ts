// What the subgraphs have in common: their shape, and where their SDL is.
import { readFileSync } from 'node:fs';
import { type DocumentNode, parse } from 'graphql';
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

/** Reads the SDL of one subgraph from `schema/<name>.graphql`. */
export function readSchema(name: string): DocumentNode {
  return parse(readFileSync(new URL(`../../../schema/${name}.graphql`, import.meta.url), 'utf8'));
}
