import type { GraphQLSchema } from 'graphql';
import type { Database } from '../../../../src/service/database/Database.ts';
import type { Subgraph } from '../../../../src/service/domain/Subgraph.ts';
import { forecastSubgraph } from '../../../../src/service/domain/forecast/forecastSubgraph.ts';
import { ordersSubgraph } from '../../../../src/service/domain/orders/ordersSubgraph.ts';
import { productsSubgraph } from '../../../../src/service/domain/products/productsSubgraph.ts';
import { usersSubgraph } from '../../../../src/service/domain/users/usersSubgraph.ts';
import { mergeSubgraphs } from '../../../../src/service/federation/mergeSubgraphs.ts';

/** For tests of types alone: every read fails. */
const NO_DATABASE = {} as Database;

/** The four subgraphs. */
export function subgraphs(database = NO_DATABASE): Subgraph[] {
  return [usersSubgraph(database), ordersSubgraph(database), productsSubgraph(database), forecastSubgraph(database)];
}

/** The merged schema of the four subgraphs. */
export function mergedSchema(database = NO_DATABASE): GraphQLSchema {
  return mergeSubgraphs(subgraphs(database));
}
