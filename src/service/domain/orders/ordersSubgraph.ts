// The orders subgraph: who ordered what, and when. Users and products are references here; their own subgraphs own them.
import type { Database } from '../../database/Database.ts';
import { withSignal } from '../../database/statementSignal.ts';
import { connect, connectionResolvers } from '../connection.ts';
import { readSchema } from '../readSchema.ts';
import { referencedId } from '../referencedId.ts';
import { CurrencyCode, DateTime, Quantity, SafeInt } from '../scalars.ts';
import { readEach, shareReads } from '../shareReads.ts';
import type { Subgraph } from '../Subgraph.ts';
import { readWindow } from '../Window.ts';
import { OrderStore } from './OrderStore.ts';
import { placeOrder } from './placeOrder.ts';
import type { Resolvers } from './resolvers.generated.ts';

/** How many pages of users' orders are read by one statement: each can be a hundred rows. */
const MAX_PAGES = 100;

/** The module of orders, over its own store. */
export function ordersSubgraph(database: Database): Subgraph {
  const store = new OrderStore(database.client);
  const readOrder = shareReads(store.readMany.bind(store));
  const readPage = shareReads(readEach(store.readPage.bind(store)), { identify: JSON.stringify });
  const count = shareReads(readEach(store.count.bind(store)));
  const readItems = shareReads(store.readItems.bind(store));
  const readUserPage = shareReads(store.readPagesOfUsers.bind(store), {
    identify: JSON.stringify,
    maxBatchSize: MAX_PAGES,
  });
  const countOfUser = shareReads(store.countOfUsers.bind(store));

  const resolvers: Resolvers = {
    SafeInt,
    Quantity,
    DateTime,
    CurrencyCode,
    Query: {
      order: (_, { id }, { signal }) => readOrder(id, signal),
      orders: (_, args, { signal }) => {
        const window = readWindow('orders', args);
        return connect(
          'orders',
          window,
          () => readPage(window, signal),
          () => count('orders', signal),
        );
      },
    },
    Mutation: {
      createOrder: (_, { input }, { signal }) => withSignal(signal, () => placeOrder(store, input)),
    },
    Order: {
      __resolveReference: async (reference, { signal }) => readOrder(referencedId(reference), signal),
      items: ({ id }, _, { signal }) => readItems(id, signal),
      user: ({ userId }) => (userId === null ? null : { id: userId }),
    },
    OrderItem: {
      product: ({ productId }) => ({ id: productId }),
    },
    OrderConnection: connectionResolvers,
    User: {
      orders: (user, args, { signal }) => {
        const userId = referencedId(user);
        const list = `orders of user ${userId}`;
        const window = readWindow(list, args);
        return connect(
          list,
          window,
          () => readUserPage({ userId, ...window }, signal),
          () => countOfUser(userId, signal),
        );
      },
    },
  };
  return { name: 'orders', typeDefs: readSchema('orders'), resolvers };
}
