// The products subgraph: what can be ordered. It is read-only.
import type { Database } from '../../database/Database.ts';
import { connectionResolvers } from '../createConnection.ts';
import { readFilter } from '../readFilter.ts';
import { readSchema } from '../readSchema.ts';
import { referencedId } from '../referencedId.ts';
import { CurrencyCode, DateTime, SafeInt } from '../scalars.ts';
import { shareTableReads } from '../shareTableReads.ts';
import type { Subgraph } from '../Subgraph.ts';
import { ProductStore } from './ProductStore.ts';
import type { Resolvers } from './resolvers.generated.ts';

/** Creates the products subgraph. */
export function productsSubgraph(database: Database): Subgraph {
  const store = new ProductStore(database.client);
  const { readOne, readList } = shareTableReads('products', store);

  const resolvers: Resolvers = {
    SafeInt,
    DateTime,
    CurrencyCode,
    Query: {
      product: (_, { id }, { signal }) => readOne(id, signal),
      products: (_, args, { signal }) => readList(args, readFilter({ search: args.search }), signal),
    },
    Product: {
      __resolveReference: async (reference, { signal }) => readOne(referencedId(reference), signal),
    },
    ProductConnection: connectionResolvers,
  };
  return { name: 'products', typeDefs: readSchema('products'), resolvers };
}
