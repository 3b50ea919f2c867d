// What the subgraphs have in common: their shape, and where their SDL is.
import { readFileSync } from 'node:fs';
import { type DocumentNode, parse } from 'graphql';
import { type RequestContext as EngineContext, invalidInputError } from '../../gateway/server.ts';
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

export function readSchema(name: string): DocumentNode {
  return parse(readFileSync(new URL(`../../../schema/${name}.graphql`, import.meta.url), 'utf8'));
}

/** A reference to an entity of another subgraph: its key. */
export interface EntityReference {
  id: number;
}

/** The id in a reference, validated: a router sends references as JSON, which no scalar has coerced. */
export function referencedId({ id }: EntityReference): number {
  if (Number.isSafeInteger(id) && id >= 0) return id;
  throw invalidInputError([{ field: 'id', message: `must be an integer between 0 and ${Number.MAX_SAFE_INTEGER}` }]);
}
