import { createSubgraphs } from './createSubgraphs.ts';
import type { Database } from './database/Database.ts';
import { mergeSubgraphs } from './federation/mergeSubgraphs.ts';

export type ServiceSchema = ReturnType<typeof composeSchema>;

/** Merges all subgraphs over one database. With the stub the schema can be read, but not executed. */
export function composeSchema(database: Database = stubDatabase) {
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
