// The products subgraph: what can be ordered. It is read only.
import type { Database } from '../../database/Database.ts';
import { connect, connectionResolvers } from '../connection.ts';
import { readSchema } from '../readSchema.ts';
import { referencedId } from '../referencedId.ts';
import { CurrencyCode, SafeInt } from '../scalars.ts';
import { readEach, shareReads } from '../shareReads.ts';
import type { Subgraph } from '../Subgraph.ts';
import { readWindow } from '../Window.ts';
import { ProductStore } from './ProductStore.ts';
import type { Resolvers } from './resolvers.generated.ts';

/** The module of products, over its own store. */
export function productsSubgraph(database: Database): Subgraph {
  const store = new ProductStore(database.client);
  const readProduct = shareReads(store.readMany.bind(store));
  const readPage = shareReads(readEach(store.readPage.bind(store)), { identify: JSON.stringify });
  const count = shareReads(readEach(store.count.bind(store)));

  const resolvers: Resolvers = {
    SafeInt,
    CurrencyCode,
    Query: {
      product: (_, { id }, { signal }) => readProduct(id, signal),
      products: (_, args, { signal }) => {
        const window = readWindow('products', args);
        return connect(
          'products',
          window,
          () => readPage(window, signal),
          () => count('products', signal),
        );
      },
    },
    Product: {
      __resolveReference: async (reference, { signal }) => readProduct(referencedId(reference), signal),
    },
    ProductConnection: connectionResolvers,
  };
  return { name: 'products', typeDefs: readSchema('products'), resolvers };
}
