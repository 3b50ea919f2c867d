import type { GraphQLSchema } from 'graphql';
import { createSubgraphs } from './createSubgraphs.ts';
import type { Database } from './database/Database.ts';
import type { Subgraph } from './domain/Subgraph.ts';
import { mergeSubgraphs } from './federation/mergeSubgraphs.ts';

export interface ServiceSchema {
  subgraphs: readonly Subgraph[];
  schema: GraphQLSchema;
}

/** Merges all subgraphs over one database. With the stub the schema can be read, but not executed. */
export function composeSchema(database: Database = stubDatabase): ServiceSchema {
  const subgraphs = createSubgraphs(database);
  return { subgraphs, schema: mergeSubgraphs(subgraphs) };
}

const refuse = (): never => {
  throw new Error('This schema has no database.');
};

/** Stores do not use their database before a resolver runs. */
const stubDatabase: Database = {
  writes: { running: 0, waiting: 0 },
  run: async () => refuse(),
  transaction: async () => refuse(),
  ping: async () => refuse(),
  close: async () => {},
};
