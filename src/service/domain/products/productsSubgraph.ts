// The products subgraph: what can be ordered. It is read-only.
import type { Database } from '../../database/Database.ts';
import { connectionResolvers } from '../createConnection.ts';
import { readFilter } from '../pageArguments.ts';
import { CurrencyCode, DateTime, SafeInt } from '../scalars.ts';
import { shareTableReads } from '../shareTableReads.ts';
import { type Subgraph, readSchema } from '../Subgraph.ts';
import { ProductStore } from './ProductStore.ts';
import type { Resolvers } from './resolvers.generated.ts';

export function productsSubgraph(database: Database): Subgraph {
  const store = new ProductStore(database);
  const { readOne, readReference, readList } = shareTableReads('products', store, {});

  const resolvers: Resolvers = {
    SafeInt,
    DateTime,
    CurrencyCode,
    Query: {
      product: (_, { id }, context, info) => readOne(id, context, info),
      products: (_, args, context, info) => readList(args, readFilter({ search: args.search }), context, info),
    },
    Product: {
      __resolveReference: readReference,
    },
    ProductConnection: connectionResolvers,
  };
  return { name: 'products', typeDefs: readSchema('products'), resolvers };
}
