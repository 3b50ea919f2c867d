import type { Database } from './database/Database.ts';
import type { Subgraph } from './domain/Subgraph.ts';
import { forecastSubgraph } from './domain/forecast/forecastSubgraph.ts';
import { ordersSubgraph } from './domain/orders/ordersSubgraph.ts';
import { productsSubgraph } from './domain/products/productsSubgraph.ts';
import { usersSubgraph } from './domain/users/usersSubgraph.ts';

const SUBGRAPHS: Readonly<Record<string, (database: Database) => Subgraph>> = {
  users: usersSubgraph,
  orders: ordersSubgraph,
  products: productsSubgraph,
  forecast: forecastSubgraph,
};

export const SUBGRAPH_NAMES: readonly string[] = Object.keys(SUBGRAPHS);

export function describeUnknownSubgraph(name: string): string {
  return `The subgraph "${name}" does not exist; it must be one of ${SUBGRAPH_NAMES.join(', ')}.`;
}

/** The mutations of simultaneous requests that share a statement (`shareCreates`). */
export const SHARED_MUTATIONS: ReadonlySet<string> = new Set(['createUser']);

/** Creates every subgraph over one database, which is not used before a resolver runs. */
export function createSubgraphs(database: Database): readonly Subgraph[] {
  return Object.values(SUBGRAPHS).map((create) => create(database));
}
