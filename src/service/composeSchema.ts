import { fileURLToPath } from 'node:url';
import type { GraphQLSchema } from 'graphql';
import type { Project } from '../project/resolveProject.ts';
import type { Database } from './database/Database.ts';
import type { Subgraph } from './domain/Subgraph.ts';
import { forecastSubgraph } from './domain/forecast/forecastSubgraph.ts';
import { ordersSubgraph } from './domain/orders/ordersSubgraph.ts';
import { productsSubgraph } from './domain/products/productsSubgraph.ts';
import { usersSubgraph } from './domain/users/usersSubgraph.ts';
import { mergeSubgraphs } from './federation/mergeSubgraphs.ts';

/** The subgraphs, and the executable schema of all of them. */
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

const SUBGRAPHS: Readonly<Record<string, (database: Database) => Subgraph>> = {
  users: usersSubgraph,
  orders: ordersSubgraph,
  products: productsSubgraph,
  forecast: forecastSubgraph,
};

/** The names of all subgraphs. */
export const SUBGRAPH_NAMES: readonly string[] = Object.keys(SUBGRAPHS);

/** The message for the name of a subgraph that does not exist. */
export function describeUnknownSubgraph(name: string): string {
  return `The subgraph "${name}" does not exist; it must be one of ${SUBGRAPH_NAMES.join(', ')}.`;
}

/** The mutations of simultaneous requests that share a statement (`domain/users/shareCreates.ts`). */
export const SHARED_MUTATIONS: ReadonlySet<string> = new Set(['createUser']);

/** Creates every subgraph over one database, which is not used before a resolver runs. */
export function createSubgraphs(database: Database): readonly Subgraph[] {
  return Object.values(SUBGRAPHS).map((create) => create(database));
}

/** The API of the service: its merged schema, and its endpoint documents. */
export const defaultApi = {
  loadSchema: async () => {
    const { composeSchema } = await import('./composeSchema.ts');
    return composeSchema().schema;
  },
  endpoints: fileURLToPath(new URL('../../schema/rest', import.meta.url)),
  /** See OpenAPI 3.1 section 4.8.2. */
  publisher: { contact: { name: 'The maintainers of portico' }, license: { name: 'MIT', identifier: 'MIT' } },
  root: fileURLToPath(new URL('../../', import.meta.url)),
} satisfies Project;
