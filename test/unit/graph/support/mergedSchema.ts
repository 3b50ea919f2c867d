import type { GraphQLSchema } from 'graphql';
import type { Database } from '../../../../src/database/Database.ts';
import type { Subgraph } from '../../../../src/domain/Subgraph.ts';
import { forecastSubgraph } from '../../../../src/domain/forecast/forecastSubgraph.ts';
import { ordersSubgraph } from '../../../../src/domain/orders/ordersSubgraph.ts';
import { productsSubgraph } from '../../../../src/domain/products/productsSubgraph.ts';
import { usersSubgraph } from '../../../../src/domain/users/usersSubgraph.ts';
import { mergeSubgraphs } from '../../../../src/graph/mergeSubgraphs.ts';

/** For what looks at types alone: anything that reads it fails. */
const NO_DATABASE = {} as Database;

/** The four subgraphs. */
export function subgraphs(database = NO_DATABASE): Subgraph[] {
  return [usersSubgraph(database), ordersSubgraph(database), productsSubgraph(database), forecastSubgraph(database)];
}

/** The one schema of the four subgraphs. */
export function mergedSchema(database = NO_DATABASE): GraphQLSchema {
  return mergeSubgraphs(subgraphs(database));
}
